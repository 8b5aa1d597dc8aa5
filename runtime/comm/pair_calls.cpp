#include "comm/pair_calls.h"

#include "session/clock.h"
#include "session/concat.h"
#include "session/session.h"

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

bool were_chosen = false;

void exchange_once(PairCalls calls, int bytes, int partner) {
    static char out[measured_bytes.back()], in[measured_bytes.back()];
    const MPI_Comm comm = the_session.control;
    if (calls == PairCalls::Sendrecv) {
        PMPI_Sendrecv(out, bytes, MPI_BYTE, partner, 0, in, bytes, MPI_BYTE, partner, 0, comm,
                      MPI_STATUS_IGNORE);
        return;
    }
    MPI_Request request;
    PMPI_Isend(out, bytes, MPI_BYTE, partner, 0, comm, &request);
    PMPI_Recv(in, bytes, MPI_BYTE, partner, 0, comm, MPI_STATUS_IGNORE);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

std::int64_t batch_ns(PairCalls calls, int bytes, int partner) {
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
bool is_worth_it(int partner) {
    batch_ns(PairCalls::Sendrecv, measured_bytes[0], partner); // sets up the connection
    int worth =
        batch_ns(PairCalls::Sendrecv, measured_bytes[0], partner) < batch_exchanges * longest_ns ? 1 : 0;
    int theirs = 0;
    PMPI_Sendrecv(&worth, 1, MPI_INT, partner, 0, &theirs, 1, MPI_INT, partner, 0, the_session.control,
                  MPI_STATUS_IGNORE);
    return (the_session.rank == 0 ? worth : theirs) != 0;
}

} // namespace

void choose_pair_calls() {
    if (were_chosen || is_simulated || the_session.yielding || the_session.ranks < 2) return;
    const int partner = 1 - the_session.rank;
    if (the_session.rank < 2 && is_worth_it(partner))
        for (std::size_t k = 0; k < measured_bytes.size(); ++k)
            pair_calls[k] = measure(measured_bytes[k], partner);
    were_chosen = true;
    PMPI_Bcast(pair_calls.data(), static_cast<int>(pair_calls.size()), MPI_BYTE, 0, the_session.control);
}

std::string pair_calls_text() {
    if (!were_chosen) return {};
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
