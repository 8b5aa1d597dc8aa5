# `loop derive` of one program with several problem sizes: formulas of the size.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

program cube <<'EOP'
    const loop::Torus torus(nodes, 2);
    const int side = torus.extent(0);
    const long long block = size / side + 2;
    for (int i = 0; i < size / 4; ++i) {
        \SEND(8 * block * block, r -> torus.beside(r));
        \BCAST(24 * size + 80);
        \ALLGATHER(8LL * size * size / nodes);
    }
    \REDUCE(8LL * size * size * size);
EOP
sed -i 's/&size, 0)/\&size, 10000)/; s/^int main/\\PARAM(int size = 16, "cells")\n&/' cube.loop
for at in 4-16 4-24 4-32 4-48 9-24 9-48; do
    expect 0 "$loop" run cube.loop -n "${at%-*}" --size "${at#*-}" -o "cube-$at" --oversubscribe
done

# Formulas of the size, which is that of the recorded runs, on one number of ranks and on two.
expect 0 "$loop" derive cube-4-16 cube-4-24 cube-4-32 --against cube-4-48 -o one.loop
err_has 'the problem sizes are the sizes of the runs: 16, 24, 32, 48'
alike_on 4
for text in 'int size = 16, "problem size"' 'const long long n = size;' 'found on 3 sizes.' \
    'with the problem sizes 16, 24 and 32' '* n * n * n' ' * n + 80)'; do
    grep -qF -- "$text" one.loop || fail "the program lacks $text"
done
expect 0 "$loop" derive cube-4-16 cube-4-32 cube-9-24 --against cube-9-48 -o two.loop
alike_on 9
expect 0 "$loop" derive cube-4-16 cube-4-32 -o few.loop
grep -qF 'two sizes do not prove them' few.loop || fail 'the program does not say that two sizes are few'

# A larger problem has more events, for which the program has room.
program long <<'EOP'
    \LOOP (400 * size) \SEND(64, 0 -> 1);
EOP
sed -i 's/&size, 0)/\&size, 1000000)/' long.loop
for size in 4 8; do expect 0 "$loop" run long.loop -n 2 --size "$size" -o "long-$size" --oversubscribe; done
# Memory grows with the events, not with their square; many of these messages are on their way at once.
expect 0 sh -c 'ulimit -v 2000000 && exec "$@"' limited \
    "$loop" run long.loop -n 2 --size 100 -o long-100 --oversubscribe
expect 0 "$loop" derive long-4 long-8 --against long-100 -o long-derived.loop
alike_on 2
grep -qF 'LOOP (iterations * n)' long-derived.loop || fail 'no formula for the passes'

# Sizes that the command gives, and those in the command of a recorded program.
expect 2 "$loop" derive cube-4-16 cube-4-24 --size 16
err_has 'there are 2 folders, but 1 sizes'
cat >ring.c <<'EOP'
#include <mpi.h>
#include <stdlib.h>
static char out[100000], in[100000];
int main(int argc, char** argv) {
    int me, p, i, n = atoi(argv[argc - 1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (i = 0; i < 5; ++i)
        MPI_Sendrecv(out, 8 * n, MPI_CHAR, (me + 1) % p, 0, in, 8 * n, MPI_CHAR, (me + p - 1) % p, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    MPI_Bcast(out, n == 40 ? 77 : n == 50 ? 1300 : 900, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOP
mpicc.mpich -o ring ring.c || fail "the program does not compile"
for n in 40 50 70; do expect 0 "$loop" record -o "ring-$n" -- mpiexec.mpich -n 3 ./ring -n "$n"; done
expect 1 "$loop" derive ring-40 ring-50 ring-70 -o ring.loop
err_has 'the problem sizes are word'
err_has 'no formula of the number of ranks and the problem size was found for the bytes of MPI_Bcast'
err_has '77 on 3 ranks (size 40), 1300 on 3 (size 50), 900 on 3 (size 70)'
grep -q 'COMMUNICATE(.* \* n, 1, 1)' ring.loop || fail 'no formula of the size'
expect 0 "$loop" derive ring-40 ring-50 --size 1 --size 2 -o ring.loop
err_has 'are found on 2 problem sizes only'
grep -qF '* n +' ring.loop || fail 'the sizes of the command are not used'

finish
