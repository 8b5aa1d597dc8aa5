# Sheets have no contradictions: with \UNTIMED, with MPI calls that are not recorded in full, and with kernels.
. "$(dirname -- "$0")/support.sh"
needs python3 mpicxx.mpich
holds="$here/../sheet_holds.py"

# holds MACHINE RANKS TARGET ARGUMENT...: makes the run `run` and checks its sheet.
holds() {
    machine=$1 ranks=$2
    shift 2
    rm -rf run
    expect 0 "$loop" run "$@" -n "$ranks" --machine "$machine" -o run
    cp out sheet
    python3 -B "$holds" "$loop" run >out 2>err || fail "the sheet of $* does not hold"
}

cat >windows.loop <<'END'
#include <mpi.h>
#include <unistd.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    int window[2] = {0, 0};
    MPI_Win win;
    MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&me, 1, MPI_INT, (me + 1) % nodes, 0, 1, MPI_INT, win);
    if (me == 0) sleep(1);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    \CLOSE0();
}
END
cat >communicators.loop <<'END'
#include <mpi.h>
#include <unistd.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    if (me == 0) usleep(300000);
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Comm_free(&half);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, me * 4, &me, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    \CLOSE0();
}
END
for machine in local local-openmpi; do
    if [ $machine = local-openmpi ]; then has mpicxx.openmpi "Open MPI" || continue; fi
    holds $machine 4 red_black
    holds $machine 2 windows.loop
    grep -q 'in MPI, not recorded' sheet || fail "the time in calls for windows is not told"
    grep -q 'nothing is recorded inside .*MPI_Win_create.*' sheet || fail "MPI_Win_create is not named"
    ! grep -q 'nothing is recorded inside .*MPI_Win_fence.*' sheet || fail "MPI_Win_fence is recorded as a wait"
    # Rank 1 waits in a fence while rank 0 sleeps for a second, so it is busy for less than half of the time, also on a busy
    # machine, where it has to wait for its core before.
    "$loop" report run --format json -o - >run.json
    python3 - run.json <<'END' || fail "the time in a fence is told as busy"
import json, sys
for section in json.load(open(sys.argv[1]))["sections"]:
    for table in section["tables"]:
        if table["id"] == "utilization":
            row = dict(zip(table["columns"], table["rows"][1]))
            sys.exit(0 if row["idle"]["value"] > 50 > row["busy"]["value"] else 1)
sys.exit(1)
END
    holds $machine 2 communicators.loop
    grep -q 'nothing is recorded inside .*MPI_Comm_split.*' sheet || fail "MPI_Comm_split is not named"
    grep -q 'nothing is recorded inside .*MPI_File_open.*' sheet || fail "MPI_File_open is not named"
done

# A kernel: its time is in no share, and its number of messages is unknown, not 0.
holds local 2 clue --size 300
grep -q 'no sends' sheet && fail "a kernel is told to have sent nothing"
grep -qE '^total +unknown' sheet || fail "the shares of a kernel are told"
expect 0 "$loop" trace run --to text -o -
out_has CLUE
out_lacks REQUIRE # the kernel checks its arguments, but the program has no \REQUIRE

# A program without messages.
cat >reductions.loop <<'END'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \LOOP (10) \ALLREDUCE(8);
    \CLOSE0();
}
END
holds local 2 reductions.loop
grep -qE 'no sends|in flight' sheet && fail "messages are told of a program that has none"

# The end of a superstep.
cat >supersteps.loop <<'END'
#include <loop/bsp.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    int own = me, got[2] = {-1, -1};
    bsp_begin(nodes);
    bsp_push_reg(got, sizeof got);
    bsp_sync();
    bsp_put((me + 1) % nodes, &own, got, 0, sizeof own);
    bsp_sync();
    \VERIFY(got[0] == (me + nodes - 1) % nodes, "what was put is there");
    bsp_end();
    \CLOSE0();
}
END
holds local 2 supersteps.loop
grep -q 'bsp_sync' sheet || fail "bsp_sync is not named"
grep -q 'no sends' sheet && fail "a superstep is told to have sent nothing"
expect 0 "$loop" report run --format csv -o -
out_has 'results,,,Communication constructs,"bsp_begin, bsp_sync, bsp_end",'
out_lacks REQUIRE # bsp_begin checks something, but the program has no \REQUIRE
expect 0 "$loop" report run --format markdown -o -
out_has 'Recorded blocks repeat messages of their kernel, which has a row of its own.'

# The sheet of a run on one host, and of a program without iterations.
holds local 2 mmm_s --size 40
grep -q 'iterations=' sheet && fail "a program without iterations is told to have some"
expect 0 "$loop" report run --format csv -o -
out_has 'results,,,Nodes,1,'
out_has 'results,,,Network,within one host,'
out_has 'results,,,Problem size,40,'
out_has 'results,,,Iterations,none: the program uses no iterations,'
program asks <<'EOP'
    \PHASE("ask") \LOOP (loop::iterations()) \VISIBLE_SYNC();
EOP
holds local 2 asks.loop
grep -q 'iterations=10' sheet || fail "a program that asks for the iterations has none"
holds local 2 apexmap --set M=1024 --set I=4 --set N=2
grep -q 'size=' sheet && fail "a program that does not read the size is told to have one"
finish
