/* Correct calls that are easily recorded wrong, on 4 ranks. One line of code for each call, so that their numbers tell
   them apart; tests/cli/record.sh knows the lines. */
#include <mpi.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int rank, data[400], more[400];

/* Groups {0, 2} and {1, 3}: the root is a rank of the other group. */
static void between_groups(void) {
    MPI_Comm half, both;
    const int counts[2] = {1, 2}, places[2] = {0, 1};
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 77, &both);
    const int root = rank == 0 ? MPI_ROOT : rank == 2 ? MPI_PROC_NULL : 0;
    MPI_Bcast(data, 9, MPI_INT, root, both); /* line 17 */
    if (rank % 2 == 0)
        MPI_Scatterv(data, counts, places, MPI_INT, NULL, 0, MPI_INT, root, both); /* line 19 */
    else
        MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, more, rank == 1 ? 1 : 2, MPI_INT, 0, both);
    MPI_Reduce_scatter_block(data, more, 3, MPI_INT, MPI_SUM, both); /* line 22 */
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

static void probed(void) {
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    int found = 0;
    if (rank == 0) {
        sleep(1);
        MPI_Send(data, 100, MPI_INT, 1, 3, MPI_COMM_WORLD); /* line 34 */
        MPI_Send(data, 200, MPI_INT, 1, 4, MPI_COMM_WORLD); /* line 35 */
    } else if (rank == 1) {
        MPI_Mprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &message, &status); /* line 37 */
        MPI_Mrecv(data, 100, MPI_INT, &message, MPI_STATUS_IGNORE);       /* line 38 */
        while (!found)
            MPI_Improbe(0, 4, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(data, 200, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Two communicators, used in another order on each rank. */
static void crossed(MPI_Comm one, MPI_Comm two) {
    if (rank == 0) {
        MPI_Send(data, 10, MPI_INT, 1, 5, one); /* line 49 */
        MPI_Send(data, 20, MPI_INT, 1, 5, two); /* line 50 */
    } else if (rank == 1) {
        MPI_Recv(data, 20, MPI_INT, 0, 5, two, MPI_STATUS_IGNORE); /* line 52 */
        MPI_Recv(data, 10, MPI_INT, 0, 5, one, MPI_STATUS_IGNORE); /* line 53 */
    }
}

static void duplicates(void) {
    MPI_Comm one, two;
    MPI_Request requests[2];
    MPI_Comm_idup(MPI_COMM_WORLD, &one, &requests[0]);
    MPI_Comm_idup(MPI_COMM_WORLD, &two, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    crossed(one, two);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
}

static void graphs(void) {
    MPI_Comm one, two;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &one);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &two);
    crossed(one, two);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
}

/* A child that ends is not the rank. */
static void child(void) {
    if (rank != 2) return;
    const pid_t id = fork();
    if (id == 0) exit(0);
    waitpid(id, NULL, 0);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    between_groups();
    MPI_Barrier(MPI_COMM_WORLD);
    probed();
    duplicates();
    graphs();
    child();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
