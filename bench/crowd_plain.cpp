// Times the operations of crowd_ours.cpp with more ranks than cores, in the best plain MPI code, in the same
// order.

#include "crowd.h"

namespace {

int me = 0;
int ranks = 1;

void ring() {
    static char out[8];
    static char in[8];
    MPI_Sendrecv(out, sizeof out, MPI_CHAR, (me + 1) % ranks, 0, in, sizeof in, MPI_CHAR,
                 (me + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void everyone_to_everyone() {
    constexpr int size = 1000;
    static std::vector<char> out(size);
    static std::vector<char> in(static_cast<std::size_t>(ranks) * size);
    static std::vector<MPI_Request> requests(static_cast<std::size_t>(ranks));
    int count = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank != me) MPI_Isend(out.data(), size, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &requests[count++]);
    }
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank == me) continue;
        MPI_Recv(in.data() + static_cast<std::ptrdiff_t>(rank) * size, size, MPI_CHAR, rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
}

void sum() {
    double value = 1;
    double result = 0;
    MPI_Reduce(&value, &result, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

const bench::Operation operations[] = {
    {"sync0", [] { MPI_Barrier(MPI_COMM_WORLD); }},
    {"COMMUNICATE", ring},
    {"MULTIBCAST0", everyone_to_everyone},
    {"gsum0", sum},
};

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (const auto& operation : operations) {
        if (argc < 2 || std::string(argv[1]) != operation.name) continue;
        bench::measure_crowd(
            operation, me, [](int& count) { MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD); },
            [] { MPI_Barrier(MPI_COMM_WORLD); });
    }
    MPI_Finalize();
    return 0;
}
