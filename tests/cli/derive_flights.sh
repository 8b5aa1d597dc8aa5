# `loop derive` of messages and collective operations that are in flight while others happen: \START and \FINISH.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

cat >flights.c <<'EOP'
#include <mpi.h>
static void work(double seconds) {
    double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < seconds) {}
}
int main(int argc, char** argv) {
    int me, p, i, right, left, a[100] = {0}, b[100], c[100], sum, most;
    MPI_Request one[2], other[2], all[2];
    MPI_Status status[2];
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    right = (me + 1) % p, left = (me + p - 1) % p;
    for (i = 0; i < 4; ++i) { /* messages across a collective operation, and then across two */
        MPI_Irecv(b, 50, MPI_INT, left, 1, MPI_COMM_WORLD, &one[0]);
        MPI_Isend(a, 50, MPI_INT, right, 1, MPI_COMM_WORLD, &one[1]);
        work(5e-4);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Irecv(c, 60, MPI_INT, right, 2, MPI_COMM_WORLD, &other[0]);
        MPI_Isend(a, 60, MPI_INT, left, 2, MPI_COMM_WORLD, &other[1]);
        MPI_Allreduce(&me, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Waitall(2, one, status);
        MPI_Bcast(&sum, 1, MPI_INT, 1, MPI_COMM_WORLD);
        MPI_Waitall(2, other, status);
    }
    for (i = 0; i < 5; ++i) { /* collective operations across messages */
        MPI_Iallreduce(&me, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &all[0]);
        MPI_Sendrecv(a, 30, MPI_INT, left, 3, b, 30, MPI_INT, right, 3, MPI_COMM_WORLD, status);
        MPI_Ibarrier(MPI_COMM_WORLD, &all[1]);
        if (me == 0) MPI_Send(a, 7, MPI_INT, 1, 4, MPI_COMM_WORLD);
        if (me == 1) MPI_Recv(a, 7, MPI_INT, 0, 4, MPI_COMM_WORLD, status);
        MPI_Waitall(2, all, status);
    }
    for (i = 0; i < 6; ++i) { /* across computation only */
        MPI_Ibcast(a, 25, MPI_INT, 1, MPI_COMM_WORLD, &all[0]);
        work(5e-4);
        MPI_Wait(&all[0], status);
    }
    for (i = 0; i < 7; ++i) { /* receives that are posted early */
        MPI_Irecv(b, 40, MPI_INT, left, 5, MPI_COMM_WORLD, &one[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Isend(a, 40, MPI_INT, right, 5, MPI_COMM_WORLD, &one[1]);
        MPI_Waitall(2, one, status);
    }
    MPI_Irecv(b, 20, MPI_INT, left, 6, MPI_COMM_WORLD, &one[0]);
    MPI_Isend(a, 20, MPI_INT, right, 6, MPI_COMM_WORLD, &one[1]);
    for (i = 0; i < 8; ++i) { /* messages of the pass before */
        MPI_Allreduce(&me, &most, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Waitall(2, one, status);
        MPI_Irecv(b, 20, MPI_INT, left, 6, MPI_COMM_WORLD, &one[0]);
        MPI_Isend(a, 20, MPI_INT, right, 6, MPI_COMM_WORLD, &one[1]);
    }
    MPI_Scan(&me, &most, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Waitall(2, one, status);
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    for (i = 0; i < 9; ++i) { /* in a group */
        MPI_Iallreduce(&me, &most, 1, MPI_INT, MPI_MIN, half, &all[0]);
        MPI_Wait(&all[0], status);
    }
    if (argc > 1 && me < 2) { /* across an operation on one side only */
        if (me == 0) MPI_Send(a, 9, MPI_INT, 1, 7, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && me == 1) MPI_Recv(a, 9, MPI_INT, 0, 7, MPI_COMM_WORLD, status);
    MPI_Finalize();
    return 0;
}
EOP
mpicc.mpich -o flights flights.c || fail "the program does not compile"
for late in '' late; do
    expect 0 "$loop" record -o "flights-4$late" -- mpiexec.mpich -n 4 ./flights $late
    expect 0 "$loop" derive "flights-4$late" --check -o flights.loop
    alike_on 4
done
grep -v WORK flights.loop | sed 's/^ *//; s/;  .*/;/; s/{  .*/{/; s/([a-z_]*_bytes[_0-9]*/(bytes/' | tr '\n' ' ' >one-line
expect 0 cat one-line
out_has '\START(started) \COMMUNICATE(bytes, 1, 1); \BARRIER(); \START(started_2) \COMMUNICATE(bytes, 3, 1);'
out_has '\ALLREDUCE(4, OP: max, TYPE: int); \FINISH(started); \BCAST(4, ROOT: 1); \FINISH(started_2);'
out_has '\START(started) \ALLREDUCE(4, OP: max, TYPE: int); \COMMUNICATE(bytes, 3, 1); \START(started_2) \BARRIER();'
out_has '\SEND(bytes, 0 -> 1); \FINISH(started); \FINISH(started_2);'
out_has '\BCAST(bytes, ROOT: 1) { }'
out_has '\START(started) \SEND(36, 0 -> 1); \BARRIER(); \FINISH(started);'
out_has '\AMONG(r -> r % 2) \ALLREDUCE(4, OP: min, TYPE: int);'
expect 0 cat flights.loop
out_lacks 'MPI_Wait is written as'

# What a LOOP program starts is started by the derived program, too.
program starts <<'EOP'
    \LOOP (3) {
        \START(sum) \ALLREDUCE(bytes, TYPE: char);
        \START(halo) \EXCHANGE(bytes, 1, 2);
        \BCAST(bytes);
        \FINISH(halo);
        \FINISH(sum);
    }
EOP
sed -i 's/&size, 0)/\&size, 1000)/' starts.loop
expect 0 "$loop" run starts.loop -n 3 -o starts --oversubscribe
expect 0 "$loop" derive starts --check -o again.loop
alike_on 3
grep -qF '\START(started_2) \EXCHANGE(' again.loop || fail 'the exchange is not started'

# Two operations of host code that are in flight together; the one that began last ends first.
program crossed <<'EOP'
    int out = 0, most = 0;
    MPI_Request first, last;
    MPI_Ibcast(&out, 1, MPI_INT, 1, MPI_COMM_WORLD, &first);
    MPI_Iallreduce(&me, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &last);
    MPI_Wait(&last, MPI_STATUS_IGNORE);
    \BARRIER();
    MPI_Wait(&first, MPI_STATUS_IGNORE);
EOP
sed -i 's/&size, 0)/\&size, 1000)/' crossed.loop
expect 0 "$loop" run crossed.loop -n 3 -o crossed --oversubscribe
expect 0 "$loop" derive crossed -o crossed-again.loop
tr -s ' \n' ' ' <crossed-again.loop >one-line
grep -q 'START(started) .BCAST(.* .ALLREDUCE(.* .BARRIER().*FINISH(started);' one-line ||
    fail 'the operations end in another order'

# The same on several numbers of ranks.
expect 0 "$loop" run starts.loop -n 4 -o starts-4 --oversubscribe
expect 0 "$loop" derive starts starts-4 --check -o both.loop
alike_on 4

finish
