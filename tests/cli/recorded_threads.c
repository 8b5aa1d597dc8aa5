// For `loop record`: a second thread of each rank sends a message to the other rank.
//   threaded LEVEL      MPI_THREAD_MULTIPLE: multiple; MPI_THREAD_SERIALIZED: serialized
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static int me;

static void* exchange(void* unused) {
    int given = me, taken;
    MPI_Sendrecv(&given, 1, MPI_INT, 1 - me, 1, &taken, 1, MPI_INT, 1 - me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char** argv) {
    const int wanted = argc > 1 && strcmp(argv[1], "serialized") == 0 ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE;
    int provided;
    MPI_Init_thread(&argc, &argv, wanted, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    pthread_t thread;
    if (provided == wanted && pthread_create(&thread, NULL, exchange, NULL) == 0)
        pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
