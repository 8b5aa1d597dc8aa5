#!/bin/sh
# run_program.sh LOOP FILE RANKS... : runs a program on each number of ranks; every run must be valid.
# Extra arguments of `loop run` may stand in LOOP_RUN_ARGUMENTS.
set -u
loop=$1
file=$2
shift 2
for ranks in "$@"; do
    output=$("$loop" run "$file" -n "$ranks" --timeout 60 --discard ${LOOP_RUN_ARGUMENTS:-} 2>&1)
    code=$?
    if [ "$code" -ne 0 ]; then
        printf '%s\nfailed with code %s on %s ranks: %s\n' "$output" "$code" "$ranks" "$file"
        exit 1
    fi
done
