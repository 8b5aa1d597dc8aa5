# `loop derive` of one program on several numbers of ranks: formulas that hold on others, too.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# recorded NAME RANKS: runs NAME.loop, with its folder in NAME-RANKS.
recorded() {
    sed -i 's/&size, 0)/\&size, 10000)/' "$1.loop"
    expect 0 "$loop" run "$1.loop" -n "$2" -o "$1-$2" --oversubscribe
}

# predicted NAME RANKS MORE MOST OTHER: what is derived from three numbers of ranks communicates as the program does on
# another one.
predicted() {
    for ranks in "$2" "$3" "$4" "$5"; do recorded "$1" "$ranks"; done
    expect 0 "$loop" derive "$1-$2" "$1-$3" "$1-$4" --against "$1-$5" -o "$1-derived.loop"
    alike_on "$5"
}

program squares <<'EOP'
    const loop::Torus torus(nodes, 2);
    const int side = torus.extent(0);
    for (int i = 0; i < 2 * side; ++i) {
        \SEND(4096 / side, r -> torus.beside(r));
        \SEND(64, r -> r % side * side + r / side);
        \SEND(8 * nodes, r -> 0, IF: r == nodes - 1);
    }
    \AMONG(r -> r / side) \BCAST(720 / nodes);
    \ALLTOALL(16 * side);
EOP
predicted squares 4 9 16 25
expect 2 "$loop" run squares-derived.loop -n 8 --oversubscribe
err_has 'for numbers of ranks that are squares'
grep -qF 'AMONG(r -> r / long_side) \BCAST(broadcast_bytes' squares-derived.loop || fail 'no groups of the rows'
grep -qF 'traces of squares on 4, 9 and 16 ranks' squares-derived.loop || fail 'the first comment lacks the ranks'

# Ranks at the rim of a grid send less, or nothing.
program rims <<'EOP'
    const int side = loop::Grid(nodes, 2).extent(0);
    const loop::Grid grid(nodes, 2);
    \LOOP (4) {
        \RELAY(r -> {r < side || r >= nodes - side ? 960 / side - 40 : 960 / side,
                r % side == 0 || r % side == side - 1 ? 960 / side - 40 : 960 / side},
            r -> {grid.at(r, 0, 1), grid.at(r, 1, 0)});
        \SEND(64, r -> grid.at(r, 0, -1), IF: r >= side);
        \SEND(960 / side + 32, r -> grid.at(r, -1, 0), IF: r % side == 0 || r % side == side - 1);
    }
EOP
predicted rims 4 9 16 25
grep -qF 'IF: r >= long_side' rims-derived.loop || fail 'no condition on the row'

program powers <<'EOP'
    const loop::Grid grid(nodes, 2);
    const int columns = grid.extent(0);
    \LOOP (5) {
        for (int d = 1; d < nodes; d *= 2) \SEND(8 * d, r -> r ^ d);
        for (int d = columns / 2; d >= 1; d /= 2) \SEND(32, r -> r ^ d);
        for (int d = 1; d < nodes; ++d) \SEND(16, r -> (r + d) % nodes);
        \RELAY(24, r -> r + columns);
        \EXCHANGE(40, 1, 2, RING: true);
    }
EOP
predicted powers 4 8 16 32
expect 2 "$loop" run powers-derived.loop -n 6 --oversubscribe
err_has 'for numbers of ranks that are powers of two'
grep -qF 'SEND(8 * k, r -> r ^ k)' powers-derived.loop || fail 'no loop over distances'

# What depends on the ranks in an unknown way is told.
program odd <<'EOP'
    \BCAST(nodes == 4 ? 100 : nodes == 5 ? 31 : 2000);
    \BARRIER();
EOP
for ranks in 4 5 6; do recorded odd "$ranks"; done
expect 1 "$loop" derive odd-4 odd-5 odd-6 -o odd-derived.loop
err_has 'no formula of the number of ranks was found for the bytes of'
grep -qF '100 on 4 ranks, 31 on 5, 2000 on 6' odd-derived.loop || fail 'the program does not say what it lacks'

finish
