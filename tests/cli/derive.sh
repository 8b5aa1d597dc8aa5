# `loop derive`: programs that communicate the same in the same order, whatever the original was written with.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich
root=$(cd "$here/../.." && pwd)

# recorded NAME RANKS [ARGUMENT ...]: runs the program, with its folder in NAME-RANKS.
recorded() {
    name=$1 ranks=$2 folder=$1-$2
    shift 2
    case $name in red_black | fft | cg | own) target=$name ;; *) target=$root/examples/$name.loop ;; esac
    [ -f "$name.loop" ] && target=$name.loop
    expect 0 "$loop" run "$target" -n "$ranks" -o "$folder" --oversubscribe "$@"
}

# alike NAME RANKS [ARGUMENT ...]: the derived program communicates as the program does.
alike() {
    recorded "$@"
    expect 0 "$loop" derive "$folder" --check -o "$folder.loop"
    out_has "likeness    $ranks of $ranks ranks"
    out_has 'matrix      the same'
    out_has 'states      busy'
}

alike red_black 4 --size 64 --iterations 3
grep -qF 'EXCHANGE(exchange_bytes, 1, 2)' red_black-4.loop || fail 'red_black has no \EXCHANGE'
grep -qF 'PHASE("relax")' red_black-4.loop || fail 'red_black has no phase'
alike fft 4 --size 64
alike cg 4 --size 64
for name in halo wavefront overlap torus butterfly rows_columns; do alike "$name" 4; done
alike halo 9
alike red_black 9 --size 64 --iterations 3
alike cg 9 --size 63 --iterations 3
alike wavefront 9

# One program for several numbers of ranks.
expect 0 "$loop" derive halo-4 halo-9 -o halo.loop
expect 1 "$loop" derive halo-4 cg-4 -o halo.loop
err_has 'the program does not fit `cg-4`'

# The length does not depend on the number of iterations.
recorded red_black 3 --size 64 --iterations 20
expect 0 "$loop" derive red_black-3 -o long.loop
[ "$(wc -l <long.loop)" -le $(($(wc -l <red_black-4.loop) + 2)) ] || fail 'more iterations make a longer program'

# Names that nobody else should see.
expect 0 "$loop" derive red_black-4 --anonymous
out_lacks 'red_black'
out_lacks 'relax'

# MPI calls of host code, some of which only some ranks make, and groups.
program own <<'EOP'
    int got = 0, sum = 0;
    for (int i = 0; i < 7; ++i) {
        if (me > 0) MPI_Recv(&got, 1, MPI_INT, me - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (me + 1 < nodes) MPI_Send(&got, 1, MPI_INT, me + 1, 0, MPI_COMM_WORLD);
        MPI_Request both[2];
        MPI_Irecv(&got, 1, MPI_INT, (me + nodes - 1) % nodes, 1, MPI_COMM_WORLD, &both[0]);
        MPI_Isend(&sum, 1, MPI_INT, (me + 1) % nodes, 1, MPI_COMM_WORLD, &both[1]);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        MPI_Bcast(&sum, 1, MPI_INT, nodes - 1, MPI_COMM_WORLD);
    }
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    for (int i = 0; i < 3; ++i) MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_MAX, half);
    MPI_Comm_free(&half);
EOP
sed -i 's/&size, 0)/\&size, 1000)/' own.loop
alike own 4
grep -qF 'RELAY(4, r -> r + 1)' own-4.loop || fail 'no \RELAY'
grep -qF 'AMONG(r -> r % 2) \ALLREDUCE' own-4.loop || fail 'no groups'

grep -qF 'ALLREDUCE(4, OP: max, TYPE: int)' own-4.loop || fail 'the operator is unknown'

grep -qF 'MPI_Comm_split is not in the program' own-4.loop || fail 'nothing says that a call is missing'

# A program that was recorded as it is.
mpicc.mpich -o ring "$here/recorded_ring.c" || fail "the program does not compile"
expect 0 "$loop" record -o ring-4 -- mpiexec.mpich -n 4 ./ring
expect 0 "$loop" derive ring-4 --check -o ring.loop
out_has 'likeness    4 of 4 ranks'
grep -qF 'COMMUNICATE(exchange_bytes, 1, 1) {' ring.loop || fail 'the computation does not overlap with the messages'

# Times of both programs, launched in turn.
expect 0 "$loop" derive ring-4 --launches 5 -o ring.loop
out_has 'of 5 launches of each program in turn'
out_has 'total: '
out_has 'mean error'
expect 0 "$loop" derive red_black-4 --launches 2 -o red_black.loop
out_has 'phase relax: '
out_has 'too few launches'
mv ring gone
expect 0 "$loop" derive ring-4 --launches 2 -o ring.loop
err_has 'the original cannot be launched again: `loop record -- mpiexec.mpich -n 4 ./ring` fails: '
out_has 'likeness    4 of 4 ranks'
out_has ', derived '

# Operators, and the slots of MPI_Alltoallv, are in the log of its MPI calls.
cat >slots.c <<'EOP'
#include <mpi.h>
int main(int argc, char** argv) {
    int me, sends[4], receives[4], from[4], into[4], largest, i, sent[40] = {0}, received[40];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (i = 0; i < 4; ++i) sends[i] = me + 2 * i, receives[i] = i + 2 * me, from[i] = into[i] = 10 * i;
    for (i = 0; i < 5; ++i) {
        MPI_Alltoallv(sent, sends, from, MPI_INT, received, receives, into, MPI_INT, MPI_COMM_WORLD);
        MPI_Allreduce(&me, &largest, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
EOP
mpicc.mpich -o slots slots.c || fail "the program does not compile"
expect 0 "$loop" record -o slots-4 -- mpiexec.mpich -n 4 ./slots
expect 0 "$loop" derive slots-4 --check -o slots.loop
out_has 'likeness    4 of 4 ranks'
tr -s ' \n' ' ' <slots.loop | grep -qF '{{0, 8, 16, 24}, {4, 12, 20, 28}, {8, 16, 24, 32}, {12, 20, 28, 36}}' || fail 'the slots differ'
grep -qF 'ALLREDUCE(4, OP: bor, TYPE: int)' slots.loop || fail 'the operator is unknown'
grep -qF 'as the trace has only' slots.loop && fail 'the program says that something known is unknown'

# A trace that is not whole gives no program.
sed -i 's/&size, 1000)/\&size, 10)/' own.loop
expect 0 "$loop" run own.loop -n 2 -o short
expect 1 "$loop" derive short -o short.loop
err_has 'no program can be derived: the trace of rank 0 lacks its last'
[ ! -e short.loop ] || fail 'a program was written'

# Nor does a program that was aborted, or crashed.
for end in 'MPI_Abort(MPI_COMM_WORLD, 3)' '__builtin_trap()'; do
    printf '    for (int i = 0; i < 9; ++i) { \\ALLREDUCE(8); if (i == 5 && me == 1) %s; }\n' "$end" | program ended
    sed -i 's/&size, 0)/\&size, 1000)/' ended.loop
    rm -rf ended
    "$loop" run ended.loop -n 2 -o ended >/dev/null 2>&1
    expect 1 "$loop" derive ended
    err_has 'no program can be derived'
done

finish
