#!/bin/sh
# run_program.sh LOOP FILE RANKS...: runs a program on each number of ranks. Every run must be VALID, and its sheet must
# have no contradictions. LOOP_RUN_ARGUMENTS may contain further arguments of `loop run`.
set -u
loop=$1
file=$2
shift 2
kept=$(mktemp -d) || exit 1
trap 'rm -rf "$kept"' EXIT
for ranks in "$@"; do
    output=$("$loop" run "$file" -n "$ranks" --timeout 60 -o "$kept/run-$ranks" ${LOOP_RUN_ARGUMENTS:-} 2>&1)
    code=$?
    case $output in *"this sheet contradicts itself"*) code="$code and a sheet that contradicts itself" ;; esac
    if [ "$code" != 0 ]; then
        printf '%s\nfailed with code %s on %s ranks: %s\n' "$output" "$code" "$ranks" "$file"
        exit 1
    fi
done
