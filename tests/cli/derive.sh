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
    alike_on "$ranks"
    out_line 'states      busy [0-9]+ %, derived [0-9]+ % \([+-][0-9]+ points\)'
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
alike_on 4
grep -qF 'COMMUNICATE(shift_bytes, 1, 1) {' ring.loop || fail 'the computation does not overlap with the messages'

# Times of both programs, launched in turn.
seconds='[0-9.]+ (ns|us|ms|s)'
compared="$seconds, derived $seconds \([+-][0-9.]+ %\), (faster|slower|equal|undecided)"
expect 0 "$loop" derive ring-4 --launches 5 -o ring.loop
out_line 'time        of 5 interleaved launches of each program, all recorded'
out_line "            total: $compared(: .*)?"
out_line 'mean error  [0-9.]+ %, at most [0-9.]+ % \(total\)'
expect 0 "$loop" derive red_black-4 --launches 2 -o red_black.loop
out_line "            total: $compared: too few launches: 2 launches against 2 launches.*"
out_line "            phase relax: $compared: too few launches: 2 launches against 2 launches.*"
mv ring gone
expect 0 "$loop" derive ring-4 --launches 2 -o ring.loop
err_has 'the original cannot be launched again: `loop record -- mpiexec.mpich -n 4 ./ring` fails: '
alike_on 4
out_line "time        $seconds, derived $seconds"

# Operators, types, and slots are in the log of MPI calls.
cat >slots.c <<'EOP'
#include <mpi.h>
int main(int argc, char** argv) {
    int me, sends[4], receives[4], parts[4], from[4], into[4], places[4], largest, i, sent[40] = {0}, received[40];
    float sum, one = 1;
    MPI_Datatype types[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (i = 0; i < 4; ++i) {
        sends[i] = me + 2 * i, receives[i] = i + 2 * me, from[i] = into[i] = 10 * i;
        parts[i] = i == 2 ? 5 : 1, places[i] = 40 * i, types[i] = MPI_INT;
    }
    for (i = 0; i < 5; ++i) {
        MPI_Alltoallv(sent, sends, from, MPI_INT, received, receives, into, MPI_INT, MPI_COMM_WORLD);
        MPI_Allreduce(&me, &largest, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
        MPI_Scatterv(sent, parts, from, MPI_INT, received, parts[me], MPI_INT, 1, MPI_COMM_WORLD);
        MPI_Gatherv(sent, parts[me], MPI_INT, received, parts, from, MPI_INT, 3, MPI_COMM_WORLD);
        MPI_Allgatherv(sent, parts[me], MPI_INT, received, parts, from, MPI_INT, MPI_COMM_WORLD);
        MPI_Reduce_scatter(sent, received, parts, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Alltoallw(sent, sends, places, types, received, receives, places, types, MPI_COMM_WORLD);
        MPI_Reduce(&one, &sum, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
EOP
mpicc.mpich -o slots slots.c || fail "the program does not compile"
expect 0 "$loop" record -o slots-4 -- mpiexec.mpich -n 4 ./slots
expect 0 "$loop" derive slots-4 --check -o slots.loop
alike_on 4
tr -s ' \n' ' ' <slots.loop >one-line # long tables are wrapped
expect 0 cat one-line
out_has '{{0, 8, 16, 24}, {4, 12, 20, 28}, {8, 16, 24, 32}, {12, 20, 28, 36}}'
out_has '{4, 4, 20, 4}'
sed 's/[a-z_0-9]*\[r\]/known[r]/' slots.loop >shown # whatever the table is called
expect 0 cat shown
out_has 'ALLREDUCE(4, OP: bor, TYPE: int)'
out_has '\SCATTER(r -> known[r], ROOT: 1)'
out_has '\GATHER(r -> known[r], ROOT: '
out_has '\ALLGATHER(r -> known[r])'
out_has '\REDUCE_SCATTER(r -> known[r], OP: max, TYPE: int)'
out_has 'REDUCE(4, TYPE: float)'
out_has 'MPI_Scatterv has the slots of its first pass'
out_lacks 'as the trace has only'

# A trace that is not whole gives no program.
sed -i 's/&size, 1000)/\&size, 10)/' own.loop
expect 0 "$loop" run own.loop -n 2 -o short
expect 1 "$loop" derive short -o short.loop
err_has 'no program can be derived: the trace of rank 0 lacks its last'
[ ! -e short.loop ] || fail 'a program was written'

finish
