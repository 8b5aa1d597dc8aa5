/* Programs with one fault each, and correct ones, for `loop record`: the first argument says which. The lines with a
   call that the test names end with its mark. */
#include <mpi.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int me, ranks;

static void compute(double seconds) {
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) * 1e-9 < seconds);
}

static void missing_reduce(void) {
    int one = 1, sum = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (me != 1) MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD); /* left out */
}

static void different_sizes(void) {
    int values[8] = {0};
    MPI_Bcast(values, me == 0 ? 4 : 8, MPI_INT, 0, MPI_COMM_WORLD); /* sizes */
}

static void never_sent(void) {
    int value = 0;
    if (me == 0) MPI_Recv(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* never sent */
    MPI_Barrier(MPI_COMM_WORLD);                                                        /* barrier */
}

static void two_receives(void) {
    int value = me, other = (me + 1) % ranks;
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* deadlock */
    MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
}

static void endless(void) {
    MPI_Barrier(MPI_COMM_WORLD); /* before the loop */
    for (volatile long i = 0;; ++i)
        continue;
}

static void killed(void) {
    int value = 0;
    if (me == 1) raise(SIGKILL);
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Correct: the others wait while one rank computes, sleeps, and polls, each time for longer than the limit. */
static void patient(double seconds) {
    int value = 0;
    if (me == 0) {
        compute(seconds);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (me == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) usleep((useconds_t)(seconds * 1e6));
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (me == 0) {
        int arrived = 0;
        while (arrived == 0)
            MPI_Iprobe(1, 0, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (me == 1) {
        MPI_Request request;
        int done = 0;
        usleep((useconds_t)(seconds * 1e6));
        MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        while (done == 0)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Correct: all ranks wait for a process that is none of them and computes for longer than the limit. */
static void spawning(char* program) {
    MPI_Comm others, parent;
    char* words[] = {"spawn", NULL};
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    else
        compute(1.5);
    MPI_Barrier(parent == MPI_COMM_NULL ? others : parent);
}

/* Correct: another thread on each rank broadcasts, then the first ones sum up. */
static void turns(void) {
    int value = 0, sum = 0;
    for (int i = 0; i < 20; ++i) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == me) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    int level = 0;
    const int wanted = argc > 1 && strcmp(argv[1], "turns") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, wanted, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char* const what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "missing") == 0) missing_reduce();
    if (strcmp(what, "sizes") == 0) different_sizes();
    if (strcmp(what, "unsent") == 0) never_sent();
    if (strcmp(what, "deadlock") == 0) two_receives();
    if (strcmp(what, "endless") == 0) endless();
    if (strcmp(what, "killed") == 0) killed();
    if (strcmp(what, "patient") == 0) patient(1.2);
    if (strcmp(what, "spawn") == 0) spawning(argv[0]);
    if (strcmp(what, "turns") == 0) turns();
    MPI_Finalize();
    return 0;
}
