// Compares \COMMUNICATE and \EXCHANGE between two ranks with plain MPI code for the same pattern: the best of
// several ways, determined for each size in this run. Verification is off. Persistent requests are compared
// separately: they are created for one size, partner, and buffer, while a construct gets these with each
// call. Then compares the MPI calls that LOOP uses with those that it could use.

#include "comm/pair_calls.h"
#include "rounds.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("pairs", "pairs.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr std::size_t largest = 4 << 20;
bench::Lines lines("lines of pairs");
int me = 0;
char* out = nullptr;
char* in = nullptr;

// Persistent requests for the current size: the receive, and the send.
MPI_Request persistent[2];

void make_persistent(int size, int peer) {
    MPI_Recv_init(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &persistent[0]);
    MPI_Send_init(out, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &persistent[1]);
}

void free_persistent() {
    for (MPI_Request& request : persistent)
        MPI_Request_free(&request);
}

struct Way {
    const char* name;
    void (*run)(int size, int peer);
};

const std::vector<Way> plain_ways = {
    {"MPI_Sendrecv",
     [](int size, int peer) {
         MPI_Sendrecv(out, size, MPI_BYTE, peer, 0, in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
     }},
    {"MPI_Irecv, MPI_Send, MPI_Wait",
     [](int size, int peer) {
         MPI_Request request;
         MPI_Irecv(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &request);
         MPI_Send(out, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
         MPI_Wait(&request, MPI_STATUS_IGNORE);
     }},
    {"MPI_Isend, MPI_Recv, MPI_Wait",
     [](int size, int peer) {
         MPI_Request request;
         MPI_Isend(out, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &request);
         MPI_Recv(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
         MPI_Wait(&request, MPI_STATUS_IGNORE);
     }},
    {"MPI_Irecv, MPI_Isend, MPI_Waitall",
     [](int size, int peer) {
         MPI_Request requests[2];
         MPI_Irecv(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[0]);
         MPI_Isend(out, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[1]);
         MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
     }},
};

const std::vector<Way> persistent_ways = {
    {"MPI_Startall, MPI_Waitall",
     [](int, int) {
         MPI_Startall(2, persistent);
         MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
     }},
    {"MPI_Start, MPI_Recv, MPI_Wait",
     [](int size, int peer) {
         MPI_Start(&persistent[1]);
         MPI_Recv(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
         MPI_Wait(&persistent[1], MPI_STATUS_IGNORE);
     }},
};

// Returns the way with the smallest median over a few rounds, in which the ways take turns. All ranks return
// rank 0's choice.
const Way& best_way(const std::vector<Way>& ways, int size) {
    std::vector<double> medians;
    std::vector<std::vector<double>> seconds(ways.size());
    const int peer = 1 - me;
    auto first = [&] { ways[0].run(size, peer); };
    int count = static_cast<int>(std::max(3.0, bench::batch_seconds / 4 / bench::time_batch(10, first)));
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int round = 0; round < 16; ++round) {
        for (std::size_t k = 0; k < ways.size(); ++k) {
            const std::size_t way = round % 2 == 0 ? k : ways.size() - 1 - k;
            auto run = [&] { ways[way].run(size, peer); };
            seconds[way].push_back(bench::time_batch(count, run));
        }
    }
    for (const auto& of_way : seconds)
        medians.push_back(bench::median(of_way));
    auto best = static_cast<int>(std::min_element(medians.begin(), medians.end()) - medians.begin());
    MPI_Bcast(&best, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return ways[best];
}

template <class Construct>
bench::Samples measure_beside(const std::vector<Way>& ways, int size, Construct construct) {
    const Way& way = best_way(ways, size);
    const int peer = 1 - me;
    auto samples = bench::measure([&] { construct(size); }, [&] { way.run(size, peer); });
    if (me == 0) lines.print(std::to_string(size) + " B, " + (way.name + 4), samples);
    return samples;
}

void print_mean(const std::string& name, const std::vector<bench::Samples>& all, const bench::Goal& goal) {
    bench::print_goal(name + ", geometric mean", bench::geometric_mean(all), goal);
}

template <class Construct>
void measure_sizes(const char* name, Construct construct) {
    if (me == 0) bench::print_header((std::string(name) + ", us").c_str());
    constexpr bench::Goal goal{bench::Aim::AtMost, 1.02};
    std::vector<bench::Samples> over_plain;
    std::vector<bench::Samples> over_persistent;
    for (int size = 8; size <= static_cast<int>(largest); size *= size < 4096 ? 8 : 4) {
        make_persistent(size, 1 - me);
        over_plain.push_back(measure_beside(plain_ways, size, construct));
        over_persistent.push_back(measure_beside(persistent_ways, size, construct));
        free_persistent();
    }
    if (me != 0) return;
    print_mean(std::string(name) + " over by hand", over_plain, goal);
    print_mean(std::string(name) + " over persistent requests", over_persistent, goal);
}

// COMMUNICATE with the MPI calls that LOOP has chosen for each size, and with the others.
void measure_calls() {
    using loop::runtime::pair_calls;
    using loop::runtime::PairCalls;
    const auto chosen = pair_calls;
    const auto by = [](PairCalls calls, int size) {
        return [calls, size] {
            pair_calls.fill(calls);
            loop::communicate(size, 1, 1);
        };
    };
    if (me == 0) {
        std::printf("%s\n", loop::runtime::pair_calls_text().c_str());
        bench::print_header("the chosen calls over the others, us", "chosen", "others");
    }
    std::vector<bench::Samples> over_others;
    for (int size = 8; size <= 65536; size *= size < 4096 ? 8 : 4) {
        pair_calls = chosen;
        const PairCalls used = loop::runtime::pair_calls_for(static_cast<std::size_t>(size));
        const PairCalls others = used == PairCalls::Sendrecv ? PairCalls::IsendRecvWait : PairCalls::Sendrecv;
        over_others.push_back(bench::measure(by(used, size), by(others, size)));
        const char* const name = used == PairCalls::Sendrecv ? " B, Sendrecv" : " B, Isend, Recv, Wait";
        if (me == 0) lines.print(std::to_string(size) + name, over_others.back());
    }
    pair_calls = chosen;
    if (me == 0) print_mean("the chosen calls over the others", over_others, {});
}

} // namespace

int main() {
    int ranks = 0;
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    out = bench::page_aligned(largest);
    in = bench::page_aligned(largest);
    // Makes the runtime's buffers as large and as old as these: messages of 16 KiB took up to 13 % longer
    // right after a buffer had grown.
    loop::communicate(largest, 1, 1);
    measure_sizes("COMMUNICATE", [](int size) { loop::communicate(size, 1, 1); });
    measure_sizes("EXCHANGE", [](int size) { loop::exchange(size, 1, 1); });
    measure_calls();
    if (me == 0) lines.end();
    watched.end();
    loop::close0();
    return 0;
}
