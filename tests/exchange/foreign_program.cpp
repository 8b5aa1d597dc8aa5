// An MPI program that does not use LOOP. On 4 ranks: 12 blocking messages (1148 bytes) and 20 others (40000
// bytes), and 4 collective operations on each rank.
#include <mpi.h>

#include <array>
#include <vector>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int me = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    std::vector<char> out(100000), in(100000);
    for (int i = 0; i < 5; ++i) {
        if (me % 2 == 0)
            MPI_Send(out.data(), 100 + i, MPI_CHAR, right, 7, MPI_COMM_WORLD);
        else
            MPI_Recv(in.data(), 100000, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        std::array<MPI_Request, 2> requests{};
        std::array<MPI_Status, 2> statuses{};
        MPI_Irecv(in.data(), 100000, MPI_CHAR, left, 9, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out.data(), 2000, MPI_CHAR, right, 9, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests.data(), statuses.data());
    }
    double value = me, sum = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    // Even and odd ranks, in descending order: world rank 2 is rank 0 of the even ones, 3 of the odd ones.
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
    int half_rank = 0;
    MPI_Comm_rank(half, &half_rank);
    if (half_rank == 0)
        MPI_Send(out.data(), 64, MPI_CHAR, 1, 3, half);
    else
        MPI_Recv(in.data(), 64, MPI_CHAR, 0, 3, half, MPI_STATUS_IGNORE);
    MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, half);
    MPI_Comm_free(&half);
    MPI_Finalize();
}
