# MPI calls of host code are counted beside the trace: a full trace changes no count, and warm-ups are in none.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

cat >sends.loop <<'EOP'
#include <mpi.h>
#include <vector>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 100);
    int value = 0;
    std::vector<int> all(nodes);
    MPI_Request request;
    auto turn = [&](int passes) {
        for (int i = 0; i < passes; ++i) {
            if (me == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            if (me == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (me == 1) MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
            if (me == 0) MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
            if (me < 2) MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
            MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
        }
    };
    \UNTIMED() turn(5);
    turn(1000);
    \CLOSE0();
}
EOP
expect 0 "$loop" run sends.loop -n 3 --oversubscribe -o run
out_has 'the trace was full: times are those of the calls in it'
# Name, calls, and then messages and bytes, or what was given and got.
out_line 'MPI_Send +11 +1000 +1000 +3.91 KiB.*'
out_line 'MPI_Recv +12 +1000 +3.91 KiB.*'
out_line 'MPI_Isend +13 +1000 +1000 +3.91 KiB.*'
out_line 'MPI_Wait +15 +2000 +3.91 KiB.*'
out_line 'MPI_Bcast +16 +3000 +3.91 KiB +7.81 KiB.*'
out_line 'MPI_Alltoall +17 +3000 +23.4 KiB +23.4 KiB.*'
expect 0 "$loop" report run --format json
python3 - <<'EOP' || fail "the sheet"
import json
sections = json.load(open("out"))["sections"]
tables = {table["id"]: table["rows"] for section in sections for table in section.get("tables", [])}
def row(table, name):
    return [cell["value"] if cell and "value" in cell else None for cell in next(
        row for row in tables[table] if row[0]["text"] == name)]
assert row("messages-by-construct", "MPI_Isend")[2:4] == [1000, 4000], row("messages-by-construct", "MPI_Isend")
assert row("messages-by-construct", "MPI_Wait")[7:9] == [1000, 4000], row("messages-by-construct", "MPI_Wait")
assert row("collectives", "MPI_Bcast")[2:5] == [3000, 4000, 8000], row("collectives", "MPI_Bcast")
assert row("collectives", "MPI_Alltoall")[2:5] == [3000, 24000, 24000], row("collectives", "MPI_Alltoall")
assert row("time-by-construct", "MPI_Recv")[2] == 1000, row("time-by-construct", "MPI_Recv")
EOP
# With room for all events, the counts are the same, and the times are those of all calls.
sed 's/, 100);$/, 100000);/' sends.loop >roomy.loop
grep -q 'size, 100000' roomy.loop || fail "the size of the trace"
expect 0 "$loop" run roomy.loop -n 3 --oversubscribe --discard
out_lacks 'the trace was full'
out_line 'MPI_Send +11 +1000 +1000 +3.91 KiB.*'
out_line 'MPI_Alltoall +17 +3000 +23.4 KiB +23.4 KiB.*'
expect 0 "$loop" run roomy.loop -n 3 --oversubscribe --discard --no-trace
out_lacks 'MPI_Send'
