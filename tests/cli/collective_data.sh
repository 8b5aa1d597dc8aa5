# What ranks give to collective operations of host code and get from them: slots of different sizes and types,
# MPI_IN_PLACE, intercommunicators, and neighborhoods.
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
# moves RUN: the sheet of the run has the numbers of stdin, a dictionary: the bytes that all ranks give, each once, and
# those that they get. An integer has 4.
cat >moves.py <<'EOP'
import json, sys
sections = json.load(open("out"))["sections"]
rows = next(table["rows"] for section in sections for table in section.get("tables", [])
            if table["id"] == "collectives")
found = {}
for row in rows:  # of each line
    cells = [cell["value"] if cell else 0 for cell in row[3:5]]
    found[row[0]["text"]] = [sum(both) for both in zip(cells, found.get(row[0]["text"], [0, 0]))]
expected = eval(sys.stdin.read())
wrong = {name: (found.get(name), bytes) for name, bytes in expected.items() if found.get(name) != bytes}
assert not wrong, f"found and expected: {wrong}"
EOP
moves() {
    cat >numbers
    expect 0 "$loop" report "$1" --format json
    python3 moves.py <numbers || fail "the sheet of $1"
}

expect 0 "$loop" run data.loop -n 3 --oversubscribe -o run
moves run <<'EOP'
{
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
EOP

# Neighborhoods of four ranks: a line, twice; a torus of 2 x 2, where a rank has the same neighbor on both sides; one of
# 1 x 4, where it is also its own neighbor; and a graph, where rank 0 sends to itself, to 1, and on two edges to 2, and
# rank 3 has no neighbors.
cat >near.loop <<'EOP'
#include <mpi.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    int out[64] = {}, in[64] = {};
    const int lengths[] = {4, 1, 4, 2, 2}, open[] = {0}, round[] = {1, 1};
    const int ends[] = {1, 3, 5, 6}, edges[] = {1, 0, 2, 1, 3, 2};
    const int zeros[] = {0, 0}, receivers[] = {0, 1, 2, 2}, senders = me == 2 ? 2 : me == 3 ? 0 : 1;
    MPI_Comm line, same, torus, ring, graph;
    MPI_Cart_create(MPI_COMM_WORLD, 1, lengths, open, 0, &line);
    MPI_Graph_create(MPI_COMM_WORLD, 4, ends, edges, 0, &same);
    MPI_Cart_create(MPI_COMM_WORLD, 2, lengths + 3, round, 0, &torus);
    MPI_Cart_create(MPI_COMM_WORLD, 2, lengths + 1, round, 0, &ring);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, senders, zeros, MPI_UNWEIGHTED, me == 0 ? 4 : 0, receivers,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    const int sent[] = {2, 2, 3, 4}, received[] = {2, 2, 4, 3}, to_sides[] = {1, 2}, from_sides[] = {2, 1};
    const int ones[] = {1, 1, 1, 1}, fives[] = {5, 5}, places[] = {0, 8, 16, 24};
    const MPI_Aint bytes[] = {0, 32, 64, 96};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_INT, MPI_INT};
    MPI_Neighbor_allgather(out, 3, MPI_INT, in, 3, MPI_INT, line);
    MPI_Neighbor_allgather(out, 3, MPI_INT, in, 3, MPI_INT, same);
    MPI_Neighbor_allgatherv(out, 5, MPI_INT, in, fives, places, MPI_INT, graph);
    MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, torus);
    MPI_Neighbor_alltoallv(out, sent, places, MPI_INT, in, received, places, MPI_INT, ring);
    MPI_Neighbor_alltoallw(out, ones, bytes, types, in, ones, bytes, types + (me < 3 ? me : 0), graph);
    MPI_Request all[5];
    MPI_Ineighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, torus, &all[0]);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    MPI_Ineighbor_allgatherv(out, 1, MPI_INT, in, ones, places, MPI_INT, graph, &all[1]);
    MPI_Wait(&all[1], MPI_STATUS_IGNORE);
    MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, line, &all[2]);
    MPI_Wait(&all[2], MPI_STATUS_IGNORE);
    MPI_Ineighbor_alltoallv(out, to_sides, places, MPI_INT, in, from_sides, places, MPI_INT, line, &all[3]);
    MPI_Wait(&all[3], MPI_STATUS_IGNORE);
    MPI_Ineighbor_alltoallw(out, ones, bytes, types, in, ones, bytes, types + (me < 3 ? me : 0), graph, &all[4]);
    MPI_Wait(&all[4], MPI_STATUS_IGNORE);
    \CLOSE0();
}
EOP
for machine in local local-openmpi; do
    [ $machine = local ] || has mpicxx.openmpi 'neighborhoods under Open MPI' || continue
    expect 0 "$loop" run near.loop -n 4 --oversubscribe --machine $machine -o near-$machine
    moves near-$machine <<'EOP'
{
    "MPI_Neighbor_allgather": [2 * 4 * 3 * 4, 2 * 4 * 3 * (1 + 2 + 2 + 1)],
    "MPI_Neighbor_allgatherv": [4 * 5, 4 * 5 * (1 + 2)],  # rank 0 gives to ranks 1 and 2
    "MPI_Neighbor_alltoall": [4 * 2 * 4 * 4] * 2,
    "MPI_Neighbor_alltoallv": [4 * (3 + 4) * 4] * 2,  # without the slots for itself
    "MPI_Neighbor_alltoallw": [8 + 4 + 4] * 2,
    "MPI_Ineighbor_allgather": [4 * 4, 4 * 4 * 4],
    "MPI_Ineighbor_allgatherv": [4, 4 * 3],
    "MPI_Ineighbor_alltoall": [4 * (1 + 2 + 2 + 1)] * 2,
    "MPI_Ineighbor_alltoallv": [4 * (1 + 2) * 3] * 2,
    "MPI_Ineighbor_alltoallw": [8 + 4 + 4] * 2,
}
EOP
done

# The same with large counts, and by persistent requests that are started twice, since MPI 4.
cat >version.c <<'EOP'
#include <mpi.h>
#if MPI_VERSION < 4
#error
#endif
EOP
if mpicxx.mpich -fsyntax-only version.c 2>/dev/null; then
    cat >large.loop <<'EOP'
#include <mpi.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    int out[64] = {}, in[64] = {};
    const int length[] = {4}, open[] = {0};
    const MPI_Count ones[] = {1, 1, 1, 1}, some[] = {1, 2, 3, 4}, to_sides[] = {1, 2}, from_sides[] = {2, 1};
    const MPI_Aint places[] = {0, 8, 16, 24};
    MPI_Comm line;
    MPI_Cart_create(MPI_COMM_WORLD, 1, length, open, 0, &line);
    MPI_Request request;
    MPI_Bcast_c(out, 5, MPI_INT, 2, MPI_COMM_WORLD);
    MPI_Alltoall_c(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv_c(out, me + 1, MPI_INT, in, some, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce_scatter_c(out, in, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Igather_c(out, 3, MPI_INT, in, 3, MPI_INT, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgather_c(out, 3, MPI_INT, in, 3, MPI_INT, line);
    MPI_Neighbor_alltoallv_c(out, to_sides, places, MPI_INT, in, from_sides, places, MPI_INT, line);
    MPI_Ineighbor_alltoall_c(out, 1, MPI_INT, in, 1, MPI_INT, line, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Neighbor_alltoall_init(out, 2, MPI_INT, in, 2, MPI_INT, line, MPI_INFO_NULL, &request);
    for (int i = 0; i < 2; ++i) {
        MPI_Start(&request); // neighborhood
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Request both[2];
    MPI_Bcast_init(out, 5, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &both[0]);
    MPI_Allreduce_init_c(out, in, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &both[1]);
    for (int i = 0; i < 2; ++i) {
        MPI_Startall(2, both);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&both[0]), MPI_Request_free(&both[1]);
    \CLOSE0();
}
EOP
    expect 0 "$loop" run large.loop -n 4 --oversubscribe -o large
    moves large <<'EOP'
{
    "MPI_Bcast_c": [4 * 5, 4 * 5 * 3],
    "MPI_Alltoall_c": [4 * 2 * 4 * 3] * 2,
    "MPI_Allgatherv_c": [4 * (1 + 2 + 3 + 4), 4 * 3 * (1 + 2 + 3 + 4)],
    "MPI_Reduce_scatter_c": [4 * 4 * 3, 4 * 4],
    "MPI_Igather_c": [4 * 3 * 3] * 2,
    "MPI_Neighbor_allgather_c": [4 * 3 * 4, 4 * 3 * (1 + 2 + 2 + 1)],
    "MPI_Neighbor_alltoallv_c": [4 * (1 + 2) * 3] * 2,
    "MPI_Ineighbor_alltoall_c": [4 * (1 + 2 + 2 + 1)] * 2,
    "MPI_Start": [2 * 4 * 2 * (1 + 2 + 2 + 1)] * 2,
    "MPI_Startall": [2 * 4 * (5 + 2 * 4), 2 * 4 * (5 * 3 + 2 * 4)],
}
EOP
    expect 0 "$loop" trace large --to text -o -
    out_has MPI_Alltoall_c
else
    echo 'SKIP: large counts and persistent collectives: MPICH is older than MPI 4'
fi

# Where LOOP cannot know them, it says so.
expect 4 "$loop" count near.loop -n 4
err_has 'MPI_Neighbor_alltoall'
err_has 'cannot be counted'
if has smpirun 'simulated neighborhoods'; then
    grep -v 'MPI_Graph_create\|, same)' near.loop >simulated.loop
    expect 5 "$loop" run simulated.loop -n 4 --machine fattree-1024 --discard
    err_has "SimGrid's MPI has no MPI_"
    err_has 'this program runs on real machines only'
fi
finish
