# `loop record`: an MPI program that knows nothing of LOOP, its trace, its call log, and its sheet.
. "$(dirname -- "$0")/support.sh"
with_mpi "$1"
needs "mpicc.$mpi"
"mpicc.$mpi" -g -o ring "$here/recorded_ring.c" || fail "the program does not compile"

# record CODE DIR COMMAND...
record() {
    wanted=$1
    folder=$2
    shift 2
    expect "$wanted" timeout -k 2 400 "$loop" record -o "$folder" -- $launcher "$@"
}

export GITHUB_TOKEN=SENTINEL-ENVIRONMENT LOOP_SENTINEL=SENTINEL-ENVIRONMENT MPICH_SITE_TOKEN=SENTINEL-ENVIRONMENT
record 0 run -n 3 ./ring 10
if grep -rlaF SENTINEL run; then fail "a secret was told"; fi
out_has 'sum 27'
err_has 'loop report run'
expect 0 "$loop" report run --format text
out_has 'ring  3 ranks'
out_says 'MPI_Isend recorded_ring.c:36 30 30 23.4 KiB'
out_says 'MPI_Allreduce recorded_ring.c:39 30 240 B'
[ "$(nproc)" -ge 3 ] || out_says "computation is the thread's processor time"
out_says "again loop record -- $launcher -n 3 ./ring 10"
expect 0 "$loop" report run --format markdown
out_has "Launched by: $launcher -n 3 ./ring 10"
expect 0 sed -n 's/.*"cpu": //p' run/run.json
out_lacks unknown
python3 "$here/recorded_holds.py" run 3 ring 10 || fail "the records of the ring are wrong"

# More events than memory holds go to disk, as far as they may; the rest is counted.
expect 0 timeout -k 2 400 "$loop" record -o spilled --events 100 -- $launcher -n 2 ./ring 50000
grep -aq '"dropped":0,' spilled/rank-0.trace || fail "events were dropped"
expect 0 "$loop" report spilled --format text
out_says 'MPI_Isend recorded_ring.c:36 100 000 100 000'
out_says 'again loop record --events 100 -- '
out_lacks 'lacks the last'
expect 0 timeout -k 2 400 "$loop" record -o dropped --events 100 --disk 0 -- $launcher -n 2 ./ring 1000
expect 0 "$loop" report dropped --format text
out_says 'the buffer was full'
expect 1 "$loop" derive dropped
err_has 'as the buffer was full'
expect 0 timeout -k 2 400 "$loop" record -o limited --events 100 --disk 4 -- $launcher -n 2 ./ring 50000
expect 0 "$loop" report limited --format text
out_says 'have filled the 4 MiB that they may take on disk'
[ -z "$(find spilled limited -name '*.events')" ] || fail "the file of further events is left"

# Calls of all kinds, and more of them than the log of `loop run` may have.
"mpicc.$mpi" -g -o calls "$here/recorded_calls.c" || fail "the program does not compile"
record 0 calls.run -n 4 ./calls file 40000
python3 "$here/recorded_holds.py" calls.run 4 calls 40000 || fail "the records of the calls are wrong"

expect 0 "$loop" report calls.run --format text
out_says 'MPI_File_open (1 call per rank)'

# Correct calls that are easily recorded wrong; checked below: what the ranks gave, and which lines each message joins.
"mpicc.$mpi" -g -w -o corners "$here/recorded_corners.c" || fail "the program does not compile"
record 0 corners.run -n 4 ./corners
expect 0 "$loop" report corners.run --format text
verdict_is VALID
expect 0 "$loop" trace corners.run --to csv -o corners.csv
# gave CALL: the bytes that ranks 0 to 3 gave
gave() { awk -F, -v call="MPI_$1" '$5 == call && $3 == "collective" { bytes[$1] = $10 }
    END { print bytes[0], bytes[1], bytes[2], bytes[3] }' corners.csv/events.csv; }
[ "$(gave Bcast)" = "36 0 0 0" ] || fail "MPI_Bcast between groups: $(gave Bcast)"
[ "$(gave Scatterv)" = "12 0 0 0" ] || fail "MPI_Scatterv between groups: $(gave Scatterv)"
[ "$(gave Reduce_scatter_block)" = "24 24 24 24" ] || fail "MPI_Reduce_scatter_block: $(gave Reduce_scatter_block)"
awk -F, '$5 + 0 > 36 { print $5, $13, $18 }' corners.csv/messages.csv | sort -n | uniq -c | sed 's/^ *//' >joined
cat >expected <<'EOP'
2 40 49 53
2 80 50 52
1 400 34 38
1 800 35 42
EOP
cmp -s joined expected || fail "the messages join other lines: $(cat joined)"
expect 0 "$loop" trace corners.run --to text
grep -A 1 'MPI_Mprobe' out | grep -q wait || fail "rank 1 does not wait in MPI_Mprobe"

# Several launches are one run, whose sheet has medians; one that fails is the last.
expect 0 "$loop" record --launches 3 -o several.run -- $launcher -n 2 ./ring 10
[ "$(grep -c 'sum 18' out)" = 3 ] || fail "the command did not run 3 times"
expect 0 "$loop" report several.run --format text
out_says 'launches 3'
expect 0 "$loop" report several.run --launch 3 --format text
expect 0 "$loop" derive several.run --check
out_has '2 of 2 ranks communicate the same'
printf 'test ! -e once && : >once && exec ./ring 10\n' >once.sh
expect 5 "$loop" record --launches 3 --program ./ring -o cut.run -- $launcher -n 1 sh once.sh
[ -d cut.run/launch-2 ] && [ ! -d cut.run/launch-3 ] || fail "not the second launch was the last"
expect 0 "$loop" report cut.run --format text
verdict_is INVALID

# Calls of other threads are missing, which the sheet says, and `loop derive` refuses.
"mpicc.$mpi" -pthread -o threaded "$here/recorded_threads.c" || fail "the program does not compile"
record 0 threaded.run -n 2 ./threaded multiple
expect 7 "$loop" report threaded.run --format text
err_has 'threads other than the first one called MPI'
expect 1 "$loop" derive threaded.run
err_has 'threads other than the first one called MPI'

# If only one thread at a time calls MPI, the calls of all are recorded as one sequence.
record 0 turns.run -n 2 ./threaded serialized
expect 0 "$loop" derive turns.run --check
out_has '2 of 2 ranks communicate the same'
out_has '2 messages, 8 bytes, 2 calls of collective operations'

# Fortran, whose bindings may call PMPI_X: with both modules.
if has "mpifort.$mpi" Fortran && has gfortran Fortran; then
    sed 's/use mpi$/use mpi_f08/; s/, status(MPI_STATUS_SIZE)//; s/implicit none/&; type(MPI_Status) :: status/' \
        "$here/recorded_fortran.f90" >f08.f90
    for source in "$here/recorded_fortran.f90" f08.f90; do
        "mpifort.$mpi" -g -o fortran "$source" || fail "$source does not compile"
        rm -rf fortran.run
        record 0 fortran.run -n 3 ./fortran
        out_has 'total  3.0'
        expect 0 "$loop" report fortran.run --format text
        out_says "MPI_Sendrecv ${source##*/}:13 12 12 960 B 960 B"
        out_says "MPI_Sendrecv ${source##*/}:17 3 3 240 B 240 B"
        out_says "MPI_Allreduce ${source##*/}:14 12 96 B"
    done
fi

# What cannot be recorded is refused with a sentence, and nothing is written.
expect 2 "$loop" record -o none -- "$(command -v true)"
err_has 'does not use MPI'
printf '#include <stdio.h>\nint main(void) { return puts("MPI_Init") < 0; }\n' >static.c # as if it had MPI in it
if cc -static -o static static.c 2>/dev/null; then
    expect 2 "$loop" record -o none -- $launcher -n 2 ./static
    err_has 'is linked statically'
fi
expect 2 "$loop" record -o none
err_has 'the command to record is missing'
printf '#!/bin/sh\n%s -n 2 ./ring 2\n' "$launcher" >start.sh
chmod +x start.sh
expect 2 "$loop" record -o none -- ./start.sh
err_has 'name it: `--program FILE`'
[ ! -e none ] || fail "a refused command left a folder"
expect 0 "$loop" record -o scripted --program ./ring -- ./start.sh
expect 0 "$loop" report scripted --format text
out_has 'ring  2 ranks'
expect 7 "$loop" record -o scripted -- $launcher -n 2 ./ring
err_has 'is not an empty folder'

# A program of constructs has its own way.
printf '#include <cstdio>\nint main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 0);\n    \\CLOSE0();\n}\n' >own.loop
expect 0 "$loop" build own.loop -o own
expect 2 "$loop" record -o none -- mpiexec.mpich -n 2 ./own
err_has 'is a program of LOOP'
err_has '`loop run` records it'

# A rank that ends badly: what is known stays readable.
for way in abort kill exit; do
    record 5 "$way" -n 2 ./ring 5 "$way"
    "$loop" report "$way" --format text >out 2>err # parts of the trace may be missing
    verdict_is INVALID
    python3 "$here/recorded_holds.py" "$way" 2 ring 5 || fail "the records of the ring that ends by $way are wrong"
done

# A rank that is killed cannot write its trace, and the launcher may kill others while they write theirs: `loop record`
# writes them, from the events that the ranks have kept.
record 5 middle -n 3 ./ring 1000 kill 3
[ -z "$(find middle -name '*.events' -o -name '*.header' -o -name '*.tmp')" ] || fail "kept events are left"
expect 7 "$loop" report middle --format text
out_has 'ring  3 ranks'
out_has 'exited without a record (`_exit` or killed), last seen '
out_lacks 'before the first construct'
err_has 'the trace is incomplete; only the readable part is shown'
python3 "$here/recorded_holds.py" middle 3 killed 3 || fail "the trace of the killed rank is wrong"
expect 1 "$loop" derive middle
err_has 'is not complete'

# Files that were cut: sentences say what is missing.
cut() { # FILE BYTES
    rm -rf cut
    cp -r run cut
    head -c "$2" "run/$1" >"cut/$1"
}
for bytes in 0 10 500 "$(($(wc -c <run/rank-1.trace) - 20))"; do
    cut rank-1.trace "$bytes"
    expect 7 "$loop" report cut --format text
    err_has 'the trace is incomplete; only the readable part is shown: rank 1'
    expect 1 "$loop" derive cut
    err_has 'rank 1'
done
for bytes in 0 10 64 1000; do
    cut rank-1.calls "$bytes"
    "$loop" derive cut >out 2>err
    code=$?
    [ $code -le 1 ] || fail "a log of $bytes bytes: loop derive ends with $code"
    [ $code = 0 ] || err_has 'rank 1'
done
finish
