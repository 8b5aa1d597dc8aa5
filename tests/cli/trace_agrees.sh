# The trace of a run agrees with the counters of its ranks.
. "$(dirname -- "$0")/support.sh"
agrees=$1
root=$(cd "$here/../.." && pwd)

# compare RANKS PROGRAM ARGUMENT...
compare() {
    ranks=$1
    shift
    rm -rf run
    expect 0 "$loop" run "$@" -n "$ranks" -o run
    expect 0 "$agrees" run
}

compare 3 fingerprint --size 100
compare 4 "$root/examples/halo.loop"
compare 5 "$root/examples/tree.loop"
# Messages of threads, one after the other and all at once.
cat >threads.loop <<'EOP'
// Threads that communicate.
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 10000);
    \LOOP (2) \THREADS (2) {
        \SEND(8, r -> {r - 1, r + 1});
        \MULTIBCAST_ALTER(100);
    }
    \CLOSE0();
}
EOP
compare 3 threads.loop
compare 3 "$root/examples/picl_ring.loop"
compare 3 "$root/examples/mpi_inside.loop"

# An incomplete trace does not agree, so the comparison can fail.
head -c 700 run/records/rank-1.trace >cut && mv cut run/records/rank-1.trace
expect 1 "$agrees" run
finish
