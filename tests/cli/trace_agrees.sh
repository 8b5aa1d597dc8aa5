# What the trace of a run says is what the ranks counted themselves.
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
compare 3 "$root/examples/picl_ring.loop"
compare 3 "$root/examples/mpi_inside.loop"

# Every construct that communicates: the messages in the trace, one by one, are those of the language's reference.
needs python3
{
    printf 'int main() {\n    int nodes, me, host, n;\n    \\OPEN0(&nodes, &me, &host, &n, 20000);\n'
    printf '    \\VEC(double) v;\n    double x = 1;\n'
    printf '    \\LOOP (3) \\COMMUNICATE(10, 1, 2);\n    \\COMMUNICATE(1000, 2, 1) { x += 1; }\n'
    printf '    \\EXCHANGE(64, 1, 1);\n    \\EXCHANGE(65, 1, 3);\n    \\EXCHANGE(70, 2, 2, RING: true);\n'
    printf '    \\MULTIBCAST0(5);\n    \\MULTIBCAST_ME(6);\n    \\MULTIBCAST_ALTER(7);\n'
    printf '    \\TREE_BCAST(&x, sizeof x);\n    \\TREE_DISTRIB_VEC(v);\n    \\TREE_COLLECT_VEC(v);\n'
    printf '    \\CLOSE0();\n}\n'
} >constructs.loop
for ranks in 1 2 5 8; do
    compare $ranks constructs.loop --size 21
    rm -rf tables
    expect 0 "$loop" trace run --to csv -o tables
    [ $ranks = 1 ] || python3 "$here/interpret.py" tables/messages.csv $ranks 21 >out || fail "messages of $ranks ranks"
done

# A trace that lacks something does not agree: the comparison can fail.
head -c 700 run/records/rank-1.trace >cut && mv cut run/records/rank-1.trace
expect 1 "$agrees" run
finish
