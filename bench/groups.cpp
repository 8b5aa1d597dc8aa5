// Compares multibroadcasts, trees, and synchronization with the same operations by hand, in the same order.
// Verification is off.

#include "rounds.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("groups", "groups.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr int largest = 65536;
int me = 0;
bench::Lines lines("lines of groups");
int ranks = 1;
char* out = nullptr;
char* in = nullptr;
std::vector<MPI_Request> requests;

void start_send(int size, int rank, int& count) {
    MPI_Isend(out, size, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(count++)]);
}
void receive_from(int size, int rank) {
    MPI_Recv(in + static_cast<std::ptrdiff_t>(rank) * largest, size, MPI_BYTE, rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

void multibcast_by_hand(int size, int first) {
    int count = 0;
    for (int k = 0; k < ranks; ++k) {
        const int rank = (first + k) % ranks;
        if (rank != me) start_send(size, rank, count);
    }
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank != me) receive_from(size, rank);
    }
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
}

void alternating_by_hand(int size) {
    int count = 0;
    for (int k = 1; k < ranks; ++k) {
        start_send(size, (me + k) % ranks, count);
        receive_from(size, (me + ranks - k) % ranks);
    }
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
}

// Binary tree over the ranks: the parent of r is (r - 1) / 2.
void tree_bcast_by_hand(char* data, int size) {
    int count = 0;
    if (me > 0) MPI_Recv(data, size, MPI_BYTE, (me - 1) / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int child = 2 * me + 1; child <= 2 * me + 2 && child < ranks; ++child)
        MPI_Isend(data, size, MPI_BYTE, child, 0, MPI_COMM_WORLD,
                  &requests[static_cast<std::size_t>(count++)]);
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
}

// Two ranks: the tree is one edge, and rank 1's block is the second half.
void collect_by_hand(char* data, int half) {
    if (me == 1) MPI_Send(data + half, half, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    if (me == 0) MPI_Recv(data + half, half, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void distribute_by_hand(char* data, int half) {
    if (me == 0) MPI_Send(data + half, half, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (me == 1) MPI_Recv(data + half, half, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void visible_sync_by_hand() {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Sendrecv(out, 1, MPI_BYTE, (me + 1) % ranks, 0, in, 1, MPI_BYTE, (me + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

template <class Ours, class Rival>
void compare(const std::string& name, Ours ours, Rival rival) {
    const auto samples = bench::measure(ours, rival);
    if (me == 0) lines.print(name, samples);
}

// For one-way operations: a barrier on both sides keeps the sender from running ahead.
template <class Operation>
auto then_barrier(Operation operation) {
    return [operation] {
        operation();
        MPI_Barrier(MPI_COMM_WORLD);
    };
}

void measure_size(int size) {
    const std::string text = "(" + std::to_string(size) + ")";
    compare(
        "MULTIBCAST0" + text, [=] { loop::multibcast0(size); }, [=] { multibcast_by_hand(size, 0); });
    compare(
        "MULTIBCAST_ME" + text, [=] { loop::multibcast_me(size); },
        [=] { multibcast_by_hand(size, me + 1); });
    compare(
        "MULTIBCAST_ALTER" + text, [=] { loop::multibcast_alter(size); }, [=] { alternating_by_hand(size); });
    char* data = out;
    compare("TREE_BCAST" + text, then_barrier([=] { loop::tree_bcast(data, size); }),
            then_barrier([=] { tree_bcast_by_hand(data, size); }));
    if (ranks != 2) return; // collect_by_hand and distribute_by_hand are for two ranks
    loop::Vector<char> vector(2LL * size);
    char* const elements = vector.data();
    compare("TREE_COLLECT_VEC" + text, then_barrier([&] { loop::tree_collect_vec(vector); }),
            then_barrier([=] { collect_by_hand(elements, size); }));
    compare("TREE_DISTRIB_VEC" + text, then_barrier([&] { loop::tree_distrib_vec(vector); }),
            then_barrier([=] { distribute_by_hand(elements, size); }));
}

} // namespace

int main() {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    out = bench::page_aligned(largest);
    in = bench::page_aligned(static_cast<std::size_t>(ranks) * largest);
    requests.resize(static_cast<std::size_t>(ranks) + 2);
    if (me == 0) bench::print_header("all together, us");
    for (int size : {8, 1000, 65536})
        measure_size(size);
    compare(
        "VISIBLE_SYNC", [] { loop::visible_sync(); }, visible_sync_by_hand);
    compare(
        "sync0", [] { sync0(); }, [] { MPI_Barrier(MPI_COMM_WORLD); });
    compare(
        "gsum0, one double, sync0",
        [] {
            double value = 1;
            gsum0(&value, 1, 5, 0, 0);
            sync0();
        },
        [] {
            double value = 1;
            double sum = 0;
            MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
            MPI_Barrier(MPI_COMM_WORLD);
        });
    if (me == 0) lines.end();
    watched.end();
    loop::close0();
    return 0;
}
