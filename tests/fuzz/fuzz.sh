#!/bin/sh
# fuzz.sh MINUTES [TARGET...]: builds each target, and runs it for this much CPU time, from the corpora in corpus/ and from
# what earlier runs found. Findings and the summary are in build-fuzz/found; exit code 1 if a target failed.
#   sh tests/fuzz/fuzz.sh 60              an hour for each target; takes a night
#   sh tests/fuzz/fuzz.sh 10 trace otf2
# `sh tests/fuzz/keep.sh TARGET --found` adds new inputs to the corpus, `keep.sh TARGET FILE` an input that failed.
set -eu
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
minutes=${1:?minutes for each target}
shift
cd "$root"
[ -f build-fuzz/build.ninja ] || cmake --preset fuzz
[ $# -gt 0 ] || set -- $(ls tests/fuzz/corpus | sed 's/\.tar\.xz$//')
ninja -C build-fuzz fuzz_corpus $(printf 'fuzz_%s ' "$@")

found=$root/build-fuzz/found
mkdir -p "$found"
times=$(mktemp) || exit 7
# Inputs of several files need a temporary folder, in memory if possible. A target that is killed leaves it.
place=/dev/shm
[ -d $place ] || place=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d -p "$place" loop-fuzz-run-XXXXXX) || exit 7
export TMPDIR
trap 'rm -rf "$times" "$TMPDIR"' EXIT
trap 'exit 130' INT TERM
# Sets `used` to the CPU seconds of all children that have ended. Not for $(...), whose subshell has no children yet.
look_used() {
    times >"$times"
    used=$(sed -n '2s/[ms]/ /gp' "$times" | awk '{ printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }')
}

# statistic NAME LOG
statistic() { sed -n "s/^stat::$1: *//p" "$2"; }

code=0
for target; do
    mkdir -p "$found/$target/corpus"
    # OTF2's library runs in a child process with its own memory limit, and exceeding that is not a fault.
    limits=-rss_limit_mb=1024
    [ "$target" = otf2 ] && limits="$limits -malloc_limit_mb=1048576"
    end=good
    executions=0
    memory=0
    look_used
    begin=$used
    # In pieces, because libFuzzer's limit is in wall-clock time, which is not reliable on a shared machine.
    while [ $end = good ] && [ $((used - begin)) -lt $((60 * minutes)) ]; do
        # shellcheck disable=SC2086 # several words
        "build-fuzz/bin/fuzz_$target" $limits -max_total_time=120 -timeout=10 -max_len=65536 \
            -print_final_stats=1 -artifact_prefix="$found/$target/" "$found/$target/corpus" "build-fuzz/fuzz-corpus/$target" \
            >"$found/$target/log" 2>&1 || end=BROKEN
        # A killed process has printed no statistics.
        piece=$(statistic number_of_executed_units "$found/$target/log")
        executions=$((executions + ${piece:-0}))
        piece=$(statistic peak_rss_mb "$found/$target/log")
        [ "${piece:-0}" -le "$memory" ] || memory=$piece
        look_used
    done
    [ $end = good ] || code=1
    printf '%-12s %-6s %5d s %9d executions %6d MiB at most\n' "$target" $end $((used - begin)) "$executions" \
        "$memory" | tee -a "$found/summary"
done
exit $code
