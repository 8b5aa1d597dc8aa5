// A plain MPI program for `loop record`: messages around a ring and a sum, as many times as the first argument
// says. With a second argument, rank 1 ends badly: "abort", "kill", or "exit" (without MPI_Finalize); with a third
// one, before this step, else after the last one.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void compute(double seconds) {
    const double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < seconds)
        continue;
}

static void end_badly(const char* way) {
    if (strcmp(way, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(way, "kill") == 0) raise(SIGKILL);
    if (strcmp(way, "exit") == 0) exit(4);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int steps = argc > 1 ? atoi(argv[1]) : 10;
    double out[100] = {0}, in[100], sum = 0;
    const int last = argc > 3 ? atoi(argv[3]) : steps;
    for (int i = 0; i < steps; ++i) {
        if (i == last && me == 1) end_badly(argv[2]);
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Irecv(in, 100, MPI_DOUBLE, (me + ranks - 1) % ranks, 7, MPI_COMM_WORLD, &requests[0]);
        out[0] = i;
        MPI_Isend(out, 100, MPI_DOUBLE, (me + 1) % ranks, 7, MPI_COMM_WORLD, &requests[1]);
        compute(1e-5);
        MPI_Waitall(2, requests, statuses);
        MPI_Allreduce(in, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (me == 0) printf("sum %g\n", sum);
    fflush(stdout);
    if (argc > 2 && me == 1) end_badly(argv[2]);
    MPI_Finalize();
    return 0;
}
