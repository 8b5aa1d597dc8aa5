# `loop derive` of traces that are not whole: refused, or with --partial what is known of all ranks.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

cat >line.c <<'EOP'
#include <mpi.h>
int main(int argc, char** argv) {
    int me, i, j, a = 0, b = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (i = 0; i < 200; ++i) {
        for (j = 0; j < 50; ++j) {
            if (me > 0) MPI_Recv(&a, 1, MPI_INT, me - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (me < 2) MPI_Send(&a, 1, MPI_INT, me + 1, 0, MPI_COMM_WORLD);
        }
        MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (argc > 1 && me == 1) MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOP
mpicc.mpich -o line line.c || fail "the program does not compile"
record() { expect "$1" "$loop" record -o "$2" $3 -- mpiexec.mpich -n 3 ./line $4; }

# A whole trace gives the same program with --partial.
record 0 line-3
expect 0 "$loop" derive line-3 --partial -o whole.loop
grep -qF 'not whole' whole.loop && fail 'a whole program is said not to be whole'
expect 0 "$loop" derive line-3 -o as-always.loop
cmp -s whole.loop as-always.loop || fail '--partial changes the program of a whole trace'

# derived FOLDER WHY: refused without --partial, a program that says what it lacks with it.
derived() {
    rm -f derived.loop
    expect 1 "$loop" derive "$1" -o derived.loop
    err_has "no program can be derived: $2"
    err_has '`--partial` derives the operations before that'
    [ ! -e derived.loop ] || fail 'a program was written'
    expect 0 "$loop" derive "$1" --partial --check -o derived.loop
    err_has 'This program is not whole: it ends after '
    err_has "$2"
    alike_on 3
    expect 0 sed -n 3,5p derived.loop
    out_has 'This program is not whole'
    grep -qF 'RELAY' derived.loop || fail 'the program lacks its messages'
}

# changed COMMAND...: a copy of the run, where the trace of rank 1 is what the command prints of it.
changed() {
    rm -rf changed && cp -r line-3 changed
    "$@" line-3/rank-1.trace >changed/rank-1.trace
}
bytes=$(wc -c <line-3/rank-1.trace)
for percent in 60 80 99; do
    changed head -c $((bytes * percent / 100))
    derived changed 'the trace of rank 1 is not complete'
done

# What follows damage in the middle is not derived.
damaged() { head -c $((bytes / 2)) "$1" && printf wrong && tail -c +$((bytes / 2 + 6)) "$1"; }
changed damaged
derived changed 'the trace of rank 1 is not complete'

record 0 full '--events 9000 --disk 0'
derived full 'the trace of rank 0 lacks its last'

# Without a rank that took part in everything, nothing is known of all ranks.
changed true && rm changed/rank-1.trace
expect 1 "$loop" derive changed --partial
err_has 'there is no operation of which all ranks are known: rank 1 left no trace'

# Of a recorded program that ends by MPI_Abort, the events are known up to the end.
record 5 aborted '' abort
derived aborted 'the trace of rank 0 is not complete'

# The launcher of `loop run` ends the other ranks before they can write their traces.
for end in 'MPI_Abort(MPI_COMM_WORLD, 3)' '__builtin_trap()'; do
    printf '    for (int i = 0; i < 9; ++i) { \\ALLREDUCE(8); if (i == 5 && me == 1) %s; }\n' "$end" | program ended
    sed -i 's/&size, 0)/\&size, 1000)/' ended.loop
    rm -rf ended
    "$loop" run ended.loop -n 2 -o ended >/dev/null 2>&1
    for option in '' --partial; do
        expect 1 "$loop" derive ended $option
        err_has 'no program can be derived'
    done
done

expect 2 "$loop" derive line-3 full --partial
err_has '`--partial` is for one trace'

finish
