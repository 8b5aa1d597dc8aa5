#include "comm/pair_calls.h"

#include "comm/synchronise.h"
#include "session/clock.h"
#include "session/concat.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/waits.h"

#include <mpi.h>

#include <algorithm>

namespace loop::runtime {

std::array<PairCalls, pair_class_bytes.size() + 1> pair_calls{};

namespace {

constexpr std::array<int, pair_class_bytes.size()> measured_bytes = {8, 64, 512};
constexpr int batch_exchanges = 40;
constexpr std::size_t batches = 9;
constexpr std::int64_t longest_ns = 10000; // if an exchange takes longer, the difference does not matter
constexpr double clearly_quicker = 0.97;

constexpr char measuring[] = "measuring exchanges in \\OPEN0";

bool were_chosen = false;
bool were_measured = false; // rank 0 decides

void exchange_once(PairCalls calls, int bytes, int partner) {
    static char out[measured_bytes.back()], in[measured_bytes.back()];
    const MPI_Comm comm = the_session.control;
    if (calls == PairCalls::Sendrecv) {
        check_mpi(PMPI_Sendrecv(out, bytes, MPI_BYTE, partner, 0, in, bytes, MPI_BYTE, partner, 0, comm,
                                MPI_STATUS_IGNORE),
                  measuring);
        return;
    }
    MPI_Request request;
    check_mpi(PMPI_Isend(out, bytes, MPI_BYTE, partner, 0, comm, &request), measuring);
    check_mpi(PMPI_Recv(in, bytes, MPI_BYTE, partner, 0, comm, MPI_STATUS_IGNORE), measuring);
    check_mpi(PMPI_Wait(&request, MPI_STATUS_IGNORE), measuring);
}

std::int64_t batch_ns(PairCalls calls, int bytes, int partner) {
    const Waits waits(partner);
    const std::int64_t begin = now_ns();
    for (int i = 0; i < batch_exchanges; ++i)
        exchange_once(calls, bytes, partner);
    return now_ns() - begin;
}

PairCalls measure(int bytes, int partner) {
    std::array<std::int64_t, batches> by_sendrecv{}, by_three_calls{};
    for (std::size_t i = 0; i < batches; ++i) {
        by_sendrecv[i] = batch_ns(PairCalls::Sendrecv, bytes, partner);
        by_three_calls[i] = batch_ns(PairCalls::IsendRecvWait, bytes, partner);
    }
    const auto median = [](auto& times) {
        std::nth_element(times.begin(), times.begin() + batches / 2, times.end());
        return static_cast<double>(times[batches / 2]);
    };
    const bool quicker = median(by_three_calls) < clearly_quicker * median(by_sendrecv);
    return quicker ? PairCalls::IsendRecvWait : PairCalls::Sendrecv;
}

// Rank 0 decides whether the ranks are near enough, as both must do the same.
bool are_near(int partner) {
    batch_ns(PairCalls::Sendrecv, measured_bytes[0], partner); // sets up the connection
    const std::int64_t ns = batch_ns(PairCalls::Sendrecv, measured_bytes[0], partner);
    bool is_near = ns < batch_exchanges * longest_ns, is_near_for_partner = false;
    const Waits waits(partner);
    check_mpi(PMPI_Sendrecv(&is_near, sizeof is_near, MPI_BYTE, partner, 0, &is_near_for_partner,
                            sizeof is_near_for_partner, MPI_BYTE, partner, 0, the_session.control,
                            MPI_STATUS_IGNORE),
              measuring);
    return the_session.rank == 0 ? is_near : is_near_for_partner;
}

} // namespace

void choose_pair_calls() {
    if (were_chosen || is_simulated || the_session.yielding || the_session.ranks < 2) return;
    const int partner = 1 - the_session.rank;
    were_measured = the_session.rank < 2 && are_near(partner);
    for (std::size_t k = 0; were_measured && k < measured_bytes.size(); ++k)
        pair_calls[k] = measure(measured_bytes[k], partner);
    were_chosen = true;
    broadcast(pair_calls.data(), static_cast<int>(sizeof pair_calls), 0, the_session.control);
    broadcast(&were_measured, sizeof were_measured, 0, the_session.control);
}

std::string pair_calls_text() {
    if (!were_chosen) return {};
    return were_measured ? pair_calls_by_size()
                         : "MPI_Sendrecv, not compared with others, as an exchange took more than 10 us";
}

std::string pair_calls_by_size() {
    const char* const sendrecv = "MPI_Sendrecv";
    const char* const three_calls = "MPI_Isend, MPI_Recv, MPI_Wait";
    const auto name = [&](std::size_t k) {
        return pair_calls[k] == PairCalls::Sendrecv ? sendrecv : three_calls;
    };
    std::string text;
    for (std::size_t k = 0; k < pair_class_bytes.size(); ++k)
        if (pair_calls[k] != pair_calls[k + 1])
            text += concat(name(k), " up to ", pair_class_bytes[k], " B, else ");
    return text + name(pair_class_bytes.size());
}

} // namespace loop::runtime
