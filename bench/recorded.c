/* A plain MPI program whose recording is measured. Prints the seconds of its slowest rank; of one rank alone, which
   sends to itself, its processor time: other programs on the machine hardly change that.
   halo STEPS:     a five-point stencil on a square of 1000 by 1000 per rank, with nonblocking exchanges of the
                   borders, and a sum every 10 steps
   pingpong TIMES: 8 bytes there and back; on one rank MPI_Irecv, MPI_Send, MPI_Wait of 8 bytes to itself */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { side = 1000 };
static double fields[2][side + 2][side + 2];

static double halo(int steps, int me, int ranks) {
    const int above = ranks == 1 ? me : me > 0 ? me - 1 : MPI_PROC_NULL;
    const int below = ranks == 1 ? me : me < ranks - 1 ? me + 1 : MPI_PROC_NULL;
    double change = 0;
    for (int i = 0; i < side + 2; ++i)
        fields[0][0][i] = fields[1][0][i] = me == 0;
    for (int step = 0; step < steps; ++step) {
        double(*now)[side + 2] = fields[step % 2], (*next)[side + 2] = fields[1 - step % 2];
        MPI_Request requests[4];
        MPI_Status statuses[4];
        MPI_Irecv(now[0] + 1, side, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, requests);
        MPI_Irecv(now[side + 1] + 1, side, MPI_DOUBLE, below, 2, MPI_COMM_WORLD, requests + 1);
        MPI_Isend(now[1] + 1, side, MPI_DOUBLE, above, 2, MPI_COMM_WORLD, requests + 2);
        MPI_Isend(now[side] + 1, side, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, requests + 3);
        MPI_Waitall(4, requests, statuses);
        double own = 0;
        for (int i = 1; i <= side; ++i)
            for (int j = 1; j <= side; ++j) {
                next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
                own += next[i][j] - now[i][j];
            }
        if (step % 10 == 0) MPI_Allreduce(&own, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return change;
}

static void to_itself(int times) {
    char given[8] = "", taken[8];
    for (int i = 0; i < times; ++i) {
        MPI_Request request;
        MPI_Irecv(taken, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Send(given, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void pingpong(int times, int me) {
    char data[8] = "";
    for (int i = 0; i < times; ++i) {
        if (me == 0) MPI_Send(data, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        if (me < 2) MPI_Recv(data, 8, MPI_BYTE, 1 - me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (me == 1) MPI_Send(data, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static double seconds(int ranks) {
    struct timespec time;
    clock_gettime(ranks == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int times = argc > 2 ? atoi(argv[2]) : 100;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = seconds(ranks);
    double kept = 0;
    if (argc > 1 && strcmp(argv[1], "halo") == 0)
        kept = halo(times, me, ranks);
    else if (ranks == 1)
        to_itself(times);
    else
        pingpong(times, me);
    double own = seconds(ranks) - begin, slowest;
    MPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (me == 0) printf("seconds %.9f %g\n", slowest, kept);
    MPI_Finalize();
    return 0;
}
