# chain_ends.sh LOOP: partners missing at the ends of a chain cause no note; partners that no rank has, or duplicates, do.
. "$(dirname -- "$0")/../cli/support.sh"
needs mpiexec.openmpi
needs smpicxx
cat >ends.loop <<'EOF'
\PARAM(int distance = 1, "between ranks")
\PARAM(int partners = 2, "of a rank")
\PARAM(std::string form = "chain", "chain, ring or cyclic")
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    if (form == "chain") \EXCHANGE(8, distance, partners);
    if (form == "ring") \EXCHANGE(8, distance, partners, RING: true);
    if (form == "cyclic") \COMMUNICATE(8, distance, partners);
    \CLOSE0();
}
EOF
sed -i '1i #include <string>' ends.loop

run() { # MACHINE RANKS DISTANCE PARTNERS FORM
    expect 0 "$loop" run ends.loop --machine "$1" -n "$2" --timeout 60 --set distance="$3" --set partners="$4" --set form="$5"
}
quiet() { run "$@" && out_lacks dropped; }
noted() { # COUNT MACHINE ...
    count=$1
    shift
    run "$@" && out_has "$count dropped (no such rank, a duplicate, or itself)"
}

for machine in local local-openmpi meiko; do
    quiet $machine 4 1 2 chain
    noted "2 of 2 partners" $machine 4 4 2 chain # a partner outside
    noted "1 of 2 partners" $machine 2 1 2 ring  # both partners are the same rank
done
quiet local 1 1 2 chain
quiet local 2 1 2 chain
quiet local 3 1 1 chain # the last one has no peer
quiet local 4 2 2 chain
quiet local 1 1 1 cyclic
quiet local 4 1 2 ring
noted "2 of 2 partners" local 4 3 2 chain # the two ranks in the middle
noted "1 of 1 partner" local 4 4 1 chain
noted "1 of 3 partners" local 3 1 3 cyclic # the rank itself

expect 0 "$loop" run red_black -n 4 --size 16 --iterations 2 --timeout 60
out_lacks dropped
expect 0 "$loop" run cg -n 4 --size 16 --iterations 2 --set matrix=sparse --timeout 60
out_lacks dropped
finish
