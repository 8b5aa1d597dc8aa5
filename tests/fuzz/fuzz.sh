#!/bin/sh
# fuzz.sh MINUTES [TARGET...]: each target for so long, one after the other, from the corpora beside this script. What is
# found and the summary are left in build-fuzz/found; exit code 1 when a target broke.
#   sh tests/fuzz/fuzz.sh 60              an hour for each: a night
#   sh tests/fuzz/fuzz.sh 10 trace otf2
# Give build-fuzz/found/TARGET/corpus to `fuzz_TARGET -merge=1 tests/fuzz/corpus/TARGET` to keep what is new.
set -eu
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
minutes=${1:?minutes for each target}
shift
cd "$root"
[ -f build-fuzz/build.ninja ] || cmake --preset fuzz
ninja -C build-fuzz fuzz
[ $# -gt 0 ] || set -- $(ls tests/fuzz/corpus)

found=$root/build-fuzz/found
# Inputs of several files go through a folder: in memory, where there is such a place.
[ -d /dev/shm ] && export TMPDIR=/dev/shm
code=0
for target; do
    mkdir -p "$found/$target/corpus"
    # What OTF2's library asks for in its own process is refused there, and is no fault.
    limits=-rss_limit_mb=1024
    [ "$target" = otf2 ] && limits="$limits -malloc_limit_mb=1048576"
    # shellcheck disable=SC2086 # several words
    if "build-fuzz/bin/fuzz_$target" $limits -max_total_time=$((60 * minutes)) -timeout=10 -max_len=65536 \
        -print_final_stats=1 -artifact_prefix="$found/$target/" "$found/$target/corpus" "tests/fuzz/corpus/$target" \
        >"$found/$target/log" 2>&1; then
        end=good
    else
        end=BROKEN
        code=1
    fi
    printf '%-12s %-6s %9s executions %6s MiB at most\n' "$target" "$end" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$target/log")" \
        "$(sed -n 's/^stat::peak_rss_mb: *//p' "$found/$target/log")" | tee -a "$found/summary"
done
exit $code
