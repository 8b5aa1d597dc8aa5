// A plain MPI program with calls of most kinds, for `loop record`.
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

static void compute(double seconds) {
    const double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < seconds)
        continue;
}

typedef struct {
    int number;
    double value;
} Pair;

static MPI_Datatype pair_type(void) {
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {offsetof(Pair, number), offsetof(Pair, value)};
    const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype type;
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;

    MPI_Comm half; // the even and the odd ranks
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
    compute(0.02);
    MPI_Barrier(half);

    MPI_Datatype type = pair_type(); // its size is not in its signature
    Pair given[3] = {{0, 0}}, taken[3];
    MPI_Sendrecv(given, 3, type, right, 1, taken, 3, type, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    int counts[64], places[64], out[64] = {0}, in[64 * 64]; // rank r gives r + 1 elements
    for (int r = 0, at = 0; r < ranks; at += ++r)
        counts[r] = r + 1, places[r] = at;
    MPI_Allgatherv(out, me + 1, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);

    MPI_Request requests[2];
    MPI_Send_init(out, 8, MPI_INT, right, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(in, 8, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 2; ++i) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Ibcast(out, 5, MPI_INT, 0, half, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);

    MPI_File file; // becomes no message
    MPI_File_open(MPI_COMM_SELF, argv[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
    for (int i = argc > 2 ? atoi(argv[2]) : 0; i > 0; --i) // more calls than a log of `loop run` has
        MPI_Barrier(MPI_COMM_SELF);
    MPI_Comm_free(&half);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
