# `loop derive` of collective operations in groups whose members contribute or get other sizes.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

cat >groups.c <<'EOP'
#include <mpi.h>
int main(int argc, char** argv) {
    int me, i, kind, sent[40] = {0}, received[80];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (kind = 0; kind < 3; ++kind) {
        /* neighbors, every second rank, and neighbors in the opposite order */
        MPI_Comm group;
        int key = kind == 2 ? -me : me, color = kind == 1 ? me % 2 : me / 2;
        int in, from[2] = {0, 20}, all[2], slots[2], back[2], parts[2];
        MPI_Comm_split(MPI_COMM_WORLD, color, key, &group);
        MPI_Comm_rank(group, &in);
        slots[0] = 1 + me, slots[1] = 2 + me;
        MPI_Alltoall(slots, 1, MPI_INT, back, 1, MPI_INT, group);
        parts[0] = 3 + color, parts[1] = 5;
        all[0] = parts[0], all[1] = parts[1];
        for (i = 0; i < 4; ++i) {
            MPI_Alltoallv(sent, slots, from, MPI_INT, received, back, from, MPI_INT, group);
            MPI_Gatherv(sent, parts[in], MPI_INT, received, all, from, MPI_INT, 1, group);
            MPI_Allgatherv(sent, in + 1, MPI_INT, received, (int[]){1, 2}, from, MPI_INT, group);
            MPI_Scatterv(sent, parts, from, MPI_INT, received, parts[in], MPI_INT, 0, group);
        }
        MPI_Comm_free(&group);
    }
    MPI_Finalize();
    return 0;
}
EOP
mpicc.mpich -o groups groups.c || fail "the program does not compile"
expect 0 "$loop" record -o groups-4 -- mpiexec.mpich -n 4 ./groups
expect 0 "$loop" derive groups-4 --check -o groups.loop
alike_on 4
tr -s ' \n' ' ' <groups.loop >one-line # long tables are wrapped
sed 's/[a-z]*_[0-9]*\[/known[/g; s/member_[0-9]*/member/g' one-line >shown
expect 0 cat shown
out_has '\AMONG(r -> r / 2) \ALLTOALL((r, s) -> known[member(r)][s])'
out_has '\AMONG(r -> r % 2) \ALLTOALL((r, s) -> known[member(r)][s])'
out_has '\AMONG(r -> r / 2) \GATHER(r -> known[member(r)], ROOT: 1)'
out_has '\AMONG(r -> r % 2) \ALLGATHER(r -> 4 * r + 4)'
out_has '\AMONG(r -> r % 2) \SCATTER(r -> known[member(r)])'
out_has 'member = [&](int r) { return me / 2 * 2 + r; };'
out_has 'member = [&](int r) { return me % 2 + 2 * r; };'
expect 0 cat one-line
out_has '{{4, 8}, {8, 12}, {12, 16}, {16, 20}}'
out_has 'ORDER: -r) \ALLTOALL'
out_has 'ORDER: -r) \GATHER'
out_has 'MPI_Alltoallv has the slots of its first pass'
out_lacks 'as the trace has only their sum'

finish
