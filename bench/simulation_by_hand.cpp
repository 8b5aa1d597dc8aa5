// Baseline for bench/simulation.loop: only the same messages, in SimGrid's MPI. Usage: simulation_by_hand
// ROUNDS BYTES WORK_SECONDS; prints CPU seconds and the peak memory in KiB.
#include <mpi.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
    const int rounds = std::atoi(argv[1]), bytes = std::atoi(argv[2]);
    const double work = std::atof(argv[3]);
    int me = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int left = (me + ranks - 1) % ranks, right = (me + 1) % ranks;
    std::vector<char> out(bytes), in(bytes);
    for (int i = 0; i < rounds; ++i) {
        if (work > 0) smpi_execute_benched(work);
        MPI_Request request;
        MPI_Isend(out.data(), bytes, MPI_CHAR, right, 0, MPI_COMM_WORLD, &request);
        MPI_Recv(in.data(), bytes, MPI_CHAR, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) { // all ranks are in one process
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        const auto seconds = [](const timeval& t) { return t.tv_sec + t.tv_usec * 1e-6; };
        std::printf("%.3f %ld\n", seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
    }
    MPI_Finalize();
}
