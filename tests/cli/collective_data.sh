# What ranks give to collective operations of host code and get from them: slots of different sizes and types,
# MPI_IN_PLACE, and intercommunicators.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

cat >data.loop <<'EOP'
#include <mpi.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    int out[64] = {}, in[64] = {};
    const int one_more[] = {1, 2, 3}, places[] = {0, 1, 3};
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, in, one_more, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Gatherv(me == 1 ? MPI_IN_PLACE : out, me + 1, MPI_INT, in, one_more, places, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Scatterv(out, one_more, places, MPI_INT, me == 2 ? MPI_IN_PLACE : in, me + 1, MPI_INT, 2, MPI_COMM_WORLD);
    const int sums[] = {me + 1, me + 2, me + 3}, far[] = {0, 8, 16};
    MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_INT, in, sums, far, MPI_INT, MPI_COMM_WORLD);
    const int ones[] = {1, 1, 1}, apart[] = {0, 8, 16};
    MPI_Datatype types[3];
    for (int i = 0; i < 3; ++i) types[i] = (i + me) % 2 == 0 ? MPI_INT : MPI_DOUBLE;
    MPI_Alltoallw(out, ones, apart, types, in, ones, apart, types, MPI_COMM_WORLD);
    MPI_Reduce_scatter(MPI_IN_PLACE, in, one_more, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(MPI_IN_PLACE, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm half, both; // rank 0, and ranks 1 and 2
    MPI_Comm_split(MPI_COMM_WORLD, me == 0, me, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, me == 0 ? 1 : 0, 5, &both);
    MPI_Bcast(in, 5, MPI_INT, me == 0 ? MPI_ROOT : 0, both);
    MPI_Reduce(out, in, 3, MPI_INT, MPI_SUM, me == 0 ? MPI_ROOT : 0, both);
    MPI_Allgather(out, 2, MPI_INT, in, 2, MPI_INT, both);
    MPI_Request request;
    MPI_Ialltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, both, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gather(out, 4, MPI_INT, in, 4, MPI_INT, me == 1 ? MPI_ROOT : me == 2 ? MPI_PROC_NULL : 0, both);
    MPI_Comm_free(&both), MPI_Comm_free(&half);
    \CLOSE0();
}
EOP
expect 0 "$loop" run data.loop -n 3 --oversubscribe -o run
expect 0 "$loop" report run --format json
python3 - <<'EOP' || fail "the sheet"
import json
sections = json.load(open("out"))["sections"]
rows = next(table["rows"] for section in sections for table in section.get("tables", [])
            if table["id"] == "collectives")
found = {row[0]["text"]: [cell and cell["value"] for cell in row[3:5]] for row in rows}
# Bytes that all ranks give, each once, and get. An integer has 4.
expected = {
    "MPI_Allgatherv": [4 * (1 + 2 + 3), 4 * (5 + 4 + 3)],
    "MPI_Gatherv": [4 * (1 + 3), 4 * (1 + 3)],  # the root is rank 1
    "MPI_Scatterv": [4 * (1 + 2), 4 * (1 + 2)],  # the root is rank 2
    "MPI_Alltoallv": [4 * 2 * (2 + 3 + 4)] * 2,
    "MPI_Alltoallw": [2 * (8 + 4 + 8)] * 2,
    "MPI_Reduce_scatter": [4 * (5 + 4 + 3), 4 * (1 + 2 + 3)],
    "MPI_Exscan": [4 * 2, 4 * 2],
    "MPI_Bcast": [4 * 5, 4 * 5 * 2],
    "MPI_Reduce": [4 * 3 * 2, 4 * 3],
    "MPI_Allgather": [4 * 2 * 3, 4 * (4 + 2 + 2)],
    "MPI_Ialltoallv": [4 * (2 + 1 + 1)] * 2,
    "MPI_Gather": [4 * 4, 4 * 4],
}
wrong = {name: (found.get(name), bytes) for name, bytes in expected.items() if found.get(name) != bytes}
assert not wrong, f"found and expected: {wrong}"
EOP
