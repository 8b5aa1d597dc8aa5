#!/bin/sh
# fuzz.sh MINUTES [TARGET...]: each target for so much processor time, one after the other, from the corpora in the archives
# beside this script. What is found and the summary are left in build-fuzz/found; exit code 1 when a target broke.
#   sh tests/fuzz/fuzz.sh 60              an hour for each: a night
#   sh tests/fuzz/fuzz.sh 10 trace otf2
# `sh tests/fuzz/keep.sh TARGET --found` keeps what is new, `keep.sh TARGET FILE` an input that broke something.
set -eu
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
minutes=${1:?minutes for each target}
shift
cd "$root"
[ -f build-fuzz/build.ninja ] || cmake --preset fuzz
ninja -C build-fuzz fuzz
[ $# -gt 0 ] || set -- $(ls tests/fuzz/corpus | sed 's/\.tar\.xz$//')

found=$root/build-fuzz/found
mkdir -p "$found"
times=$(mktemp) || exit 7
trap 'rm -f "$times"' EXIT
trap 'exit 130' INT TERM
# Inputs of several files go through a folder: in memory, where there is such a place.
[ -d /dev/shm ] && export TMPDIR=/dev/shm
# Sets `used`: processor seconds of all children that have ended. Not in $(...), whose shell has no children yet.
look_used() {
    times >"$times"
    used=$(sed -n '2s/[ms]/ /gp' "$times" | awk '{ printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }')
}

# statistic NAME LOG
statistic() { sed -n "s/^stat::$1: *//p" "$2"; }

code=0
for target; do
    mkdir -p "$found/$target/corpus"
    # What OTF2's library asks for in its own process is refused there, and is no fault.
    limits=-rss_limit_mb=1024
    [ "$target" = otf2 ] && limits="$limits -malloc_limit_mb=1048576"
    end=good
    executions=0
    memory=0
    look_used
    begin=$used
    # In pieces: libFuzzer's limit is by the clock, which says little on a machine that others use too.
    while [ $end = good ] && [ $((used - begin)) -lt $((60 * minutes)) ]; do
        # shellcheck disable=SC2086 # several words
        "build-fuzz/bin/fuzz_$target" $limits -max_total_time=120 -timeout=10 -max_len=65536 \
            -print_final_stats=1 -artifact_prefix="$found/$target/" "$found/$target/corpus" "build-fuzz/fuzz-corpus/$target" \
            >"$found/$target/log" 2>&1 || end=BROKEN
        # Whoever was killed told nothing.
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
