/* A correct program with MPI calls of many kinds, in which `loop record` must find nothing. For 4 ranks. */
#include <mpi.h>
#include <string.h>

static int me, ranks;

static void one_sided(void) {
    int *memory, value = me, got = 0, partner = me ^ 1;
    MPI_Win window;
    MPI_Group world, other;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memset(memory, 0, 8 * sizeof(int));
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, (me + 1) % ranks, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&value, &got, MPI_INT, 0, 2, MPI_SUM, window);
    MPI_Win_flush_all(window);
    MPI_Win_unlock_all(window);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &partner, &other);
    MPI_Win_post(other, 0, window);
    MPI_Win_start(other, 0, window);
    MPI_Put(&value, 1, MPI_INT, partner, 3, 1, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&window);
}

static void communicators(void) {
    int value = me, got = 0, around[4], left, right;
    int dims[2] = {2, 2}, periods[2] = {1, 0}, remain[2] = {1, 0};
    MPI_Comm half, copy, grid, line, between, merged;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
    MPI_Bcast(&value, 1, MPI_INT, 0, half);
    MPI_Comm_dup(half, &copy);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MAX, copy);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Cart_sub(grid, remain, &line);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Sendrecv(&value, 1, MPI_INT, right, 3, &got, 1, MPI_INT, left, 3, grid, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgather(&value, 1, MPI_INT, around, 1, MPI_INT, grid);
    MPI_Barrier(line);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, me % 2 == 0 ? 3 : 2, 9, &between);
    MPI_Bcast(&value, 1, MPI_INT, me % 2 == 0 ? (me == 2 ? MPI_ROOT : MPI_PROC_NULL) : 0, between);
    MPI_Intercomm_merge(between, me % 2, &merged);
    MPI_Barrier(merged);
    for (MPI_Comm* each[] = {&half, &copy, &grid, &line, &between, &merged}, **at = each; at < each + 6; ++at)
        MPI_Comm_free(*at);
}

static void operations(void) {
    int value = me, got = 0, counts[4], places[4], all[16] = {0}, own[4];
    MPI_Request requests[3];
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&me, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int rank = 0; rank < ranks; ++rank) {
        counts[rank] = rank + 1;
        places[rank] = rank * (rank + 1) / 2;
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Scatterv(all, counts, places, MPI_INT, me == 0 ? MPI_IN_PLACE : (void*)own, me == 0 ? 0 : me + 1, MPI_INT, 0,
                 MPI_COMM_WORLD);
    MPI_Gather(&value, 1, MPI_INT, all, 1, MPI_INT, ranks - 1, MPI_COMM_WORLD);
    MPI_Scan(&me, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(&me, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void messages(void) {
    const int next = (me + 1) % ranks, last = (me + ranks - 1) % ranks;
    double numbers[16] = {0}, line[4];
    char block[64] = {0};
    int lengths[2] = {2, 3}, value = me, got = 0;
    MPI_Aint places[2] = {0, 16};
    MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, column, mixed;
    MPI_Request requests[2];
    for (int rank = 1; me == 0 && rank < ranks; ++rank) { /* of unknown senders and lengths */
        MPI_Status status;
        int bytes = 0;
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        MPI_Recv(block, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (me != 0) MPI_Send(numbers, me, MPI_DOUBLE, 0, 40 + me, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Isend(numbers, 1, column, next, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv(line, 4, MPI_DOUBLE, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Type_create_struct(2, lengths, places, parts, &mixed);
    MPI_Type_commit(&mixed);
    MPI_Bcast(block, 1, mixed, 0, MPI_COMM_WORLD);
    MPI_Type_free(&mixed);
    MPI_Type_free(&column);
    MPI_Send_init(&value, 1, MPI_INT, next, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&got, 1, MPI_INT, last, 6, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 3; ++i) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    one_sided();
    communicators();
    operations();
    messages();
    MPI_Finalize();
    return 0;
}
