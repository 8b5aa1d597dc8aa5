#!/bin/bash
# traces.sh PROGRAM CHECK SHOW_RANK RANKS MPIEXEC [FLAGS...]: runs every case of trace_program and checks what the
# ranks recorded.
set -u
program=$1 check=$2 show=$3 ranks=$4
shift 4
launch=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

die() { failures=$((failures + 1)); echo "FAILED: $name, $ranks ranks: $*"; cat "$work/output"; }

run() { # run CASE [LINE OF THE PARAMETER FILE]
    name=$1
    records=$work/$1
    printf 'loop-parameters 1\nlaunch test-1\nrecords %s\n%s\n' "$records" "${2:-}" >"$work/parameters"
    LOOP_PARAMETERS=$work/parameters timeout -k 2 60 "${launch[@]}" -n "$ranks" "$program" "${1%+*}" >"$work/output" 2>&1
    code=$?
}
good() { run "$@"; [ $code = 0 ] || die "exit code $code"; }
checked() { "$check" "${name%+*}" "$records" "$ranks" >>"$work/output" 2>&1 || die "not what was done"; }
record_has() { "$show" "$records" 0 | grep -qF -e "$1" || die "the record lacks $1"; }

for case in constructs picl mpi pingpong kernel-small bspbench bspbench-words bspbench-all bspprobe bsp \
    apexmap apexmap-basic apexmap-rma clue; do good $case; checked; done
if [ "$ranks" -gt 1 ]; then
    export LOOP_TEST_NODES=$((ranks / 2 + 1))
    good syncs
    checked
    unset LOOP_TEST_NODES
fi
if [ "$ranks" -ne 3 ]; then exit $((failures > 0)); fi # the rest does not depend on the number of ranks

good full
checked
case ${launch[0]} in
*mpich) # only once, because it fills the memory
    good huge
    checked
    record_has 'trace buffer: 1099511627776 records were requested, memory holds '
    ;;
esac
LOOP_TRACE_CLOCK=clock_gettime good constructs+gettime
checked
grep -aq '"source":"clock_gettime"' "$records/rank-0.trace" || die "another clock"
for case in constructs pingpong bspbench bsp apexmap clue; do
    LOOP_WAITING=yield good $case+yield
    checked
done
for case in none off kernel-off; do
    if [ $case = none ]; then good none; else good $case "trace 0"; fi
    [ -z "$(ls "$records" | grep trace)" ] || die "there is a trace"
    record_has '"trace":{"recorded":false}'
done
name=full records=$work/full
record_has '"trace":{"recorded":true,"file":"rank-0.trace","events":10,"dropped":'
for trace in 1 0; do
    good mismatched "trace $trace"
    grep -q wrong "$work/output" && die "MPI says something else (trace $trace)"
done
for how in crash exit abort fail terminate; do
    run die-$how
    [ $code != 0 ] || die "exit code 0"
    checked
done
[ $failures = 0 ]
