# `loop record` checks what it records: it compares the calls of the ranks, finds hangs, and has a time limit. Correct
# programs are neither stopped nor called INVALID.
. "$(dirname -- "$0")/support.sh"
with_mpi "$1"
needs "mpicc.$mpi"
source=$here/recorded_checks.c
"mpicc.$mpi" -g -fopenmp -o checked "$source" || fail "the program does not compile"

# line_of MARK: the place of the line of the program that ends with this comment, as messages show it.
line_of() { grep -nF "/* $1 */" "$source" | sed 's/:.*//; s/^/recorded_checks.c:/'; }

# record CODE WHAT RANKS [OPTION...]: one of the programs.
record() {
    wanted=$1 what=$2 ranks=$3
    shift 3
    case $* in *' -o '*) ;; *) set -- "$@" -o "$what" ;; esac
    expect "$wanted" timeout -k 2 200 "$loop" record "$@" -- $launcher -n "$ranks" "$work/checked" "$what"
}

# err_says TEXT: as err_has, of a sentence that may continue over line ends.
err_says() { tr -s ' \n' ' ' <err | grep -qF -- "$1" || fail "stderr does not say: $1"; }

# sheet_is VERDICT WHAT: of the run in the folder. The traces of ranks that were stopped are not complete.
sheet_is() {
    "$loop" report "$2" --format text >out 2>err
    verdict_is "$1"
}

# The calls of the ranks are compared.
record 5 missing 3
err_says "missing participant: ranks 0 and 2 have called \`MPI_Reduce\` at $(line_of 'left out')"
err_says 'rank 1 has reached `MPI_Finalize` without it'
err_has 'the recorded run is in missing'
sheet_is INVALID missing
out_says 'rank 1 has reached `MPI_Finalize` without it'
expect 0 grep -F '"class": "missing participant"' missing/run.json

record 0 missing 3 --hang-limit 0 -o 'not compared'
err_has "its sheet: loop report 'not compared'"
mv 'not compared' uncompared
sheet_is VALID uncompared

# A hang: the reason, what each rank waits for, and the code of `loop run`. Nothing of the command is left.
record 6 unsent 2 --hang-limit 0.5
err_says 'hang: the ranks wait for each other and make no progress'
err_says "rank 0 waits in \`MPI_Recv\` (count 1, tag 7) at $(line_of 'never sent') for rank 1"
err_says "rank 1 waits in \`MPI_Barrier\` at $(line_of barrier)"
sheet_is INVALID unsent
out_says "at $(line_of 'never sent')"
"$loop" trace unsent --to text >out 2>err
grep -q 'MPI_Recv' out || fail "the trace of the hang is lost"
if ps ax -o args= | grep -q "$work/[c]hecked"; then fail "the hanging command still runs"; fi
record 6 deadlock 2 --hang-limit 0.5
err_says "cycle of waits: rank 0 in \`MPI_Recv\` at $(line_of deadlock) waits for rank 1"
record 5 sizes 2 --hang-limit 0.5
err_says "the count of \`MPI_Bcast\` at $(line_of sizes)"
err_says "4 on rank 0, 8 on rank 1"
err_says 'on MPI_COMM_WORLD, in host code after MPI_Init)'
err_lacks 'OPEN0' # which no plain MPI program has

# A time limit.
record 6 endless 2 --timeout 3s
err_says 'not finished after '
err_says "ranks 0 and 1 not waiting, last seen after the MPI call at $(line_of 'before the loop')"
sheet_is INVALID endless
out_says 'again loop record --timeout 3s -- '
expect 2 "$loop" record --timeout 0 -- $launcher -n 2 ./checked
expect 6 "$loop" record --timeout 1 --program ./checked -o never -- sleep 60
err_has 'no rank was recorded: the command was stopped after 1'

# Ranks that wait for one that computes, sleeps, or polls are no hang, nor are those of a program that has died.
record 0 patient 3 --hang-limit 0.8
sheet_is VALID patient
if [ "$mpi" = openmpi ]; then # MPICH's launcher starts no more processes in some containers
    record 0 spawn 2 --hang-limit 1
    sheet_is VALID spawn
fi
printf '%s -n 2 ./checked killed\nsleep 3\n' "$launcher" >after.sh
expect 5 "$loop" record --hang-limit 2 --program ./checked -o after -- sh after.sh
sheet_is INVALID after
out_lacks 'wait for each other'

# Nor are collective operations of several threads, one after the other.
record 0 turns 2
sheet_is VALID turns

# In a correct program with calls of many kinds, nothing is found.
"mpicc.$mpi" -g -w -o various "$here/recorded_various.c" || fail "the program does not compile"
expect 0 "$loop" record -o various.run -- $launcher -n 4 ./various
err_lacks 'error: '
sheet_is VALID various.run
expect 0 "$loop" report various.run --format markdown
out_has "the rank's measured time, from the end of its MPI\_Init to its MPI\_Finalize"
out_lacks 'OPEN0'
out_lacks 'CLOSE0'
if grep -F '"findings"' various.run/run.json; then fail "there are findings in a correct program"; fi

# A signal stops the command, and what was recorded is kept.
"$loop" record -o stopped -- $launcher -n 2 ./checked endless >out 2>err </dev/null &
recorder=$!
wait_while $recorder "the ranks start" [ -s stopped/rank-1.status ]
sleep 0.5
kill -INT $recorder
wait $recorder
[ $? = 130 ] || fail "after SIGINT, the code is not 130"
err_has 'stopped by signal 2'
sheet_is INVALID stopped

# If `loop record` is killed, readers compare the calls, but look for no lines: the folder may be a stranger's.
printf '%s -n 3 ./checked missing\nexec sleep 60\n' "$launcher" >long.sh
"$loop" record --program ./checked -o orphan -- sh long.sh >out 2>err </dev/null &
recorder=$!
for rank in 0 1 2; do wait_while $recorder "rank $rank ends" [ -s orphan/rank-$rank.json ]; done
kill -KILL $recorder
wait $recorder
sheet_is INVALID orphan
out_says 'ranks 0 and 2 have called `MPI_Reduce` (collective operation 2'

# Without a debugger's information, calls are named without lines.
"mpicc.$mpi" -fopenmp -o plain "$source" || fail "the program does not compile"
expect 5 "$loop" record -o plain.run -- $launcher -n 2 ./plain missing
err_says 'rank 0 has called `MPI_Reduce` (collective operation 2'
finish
