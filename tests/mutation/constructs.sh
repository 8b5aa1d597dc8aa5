#!/bin/sh
# constructs.sh BUILD RANKS: links the programs of tests/constructs with BUILD's runtime for MPICH, and runs them on this many
# ranks. Each must end well, find no fault in its messages, and do the same calls, messages, and bytes as in the first run.
# The objects and what the first run did are kept in BUILD/constructs, so that only the runtime changes between two calls.
set -eu
build=$(cd -- "$1" && pwd) ranks=$2
sources=$(cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$build/constructs"
cd "$build/constructs"
runtime=$build/runtime/libloop_runtime_mpich.a

compile() { # FILE NAME
    "$build/bin/loop" compile "$1" -o "$2.cpp"
    mpicxx.mpich -std=c++17 -O1 -fopenmp -I"$sources/runtime/include" -I"$(dirname -- "$1")" -c "$2.cpp" -o "$2.tmp"
    mv "$2.tmp" "$2.o"
}

# How often each rank executed each construct, and with what traffic. The ranks of a \DEAL depend on their speed.
done_by_ranks() {
    for rank in $(seq 0 $((ranks - 1))); do
        grep -o '"construct":"[^}]*"bytes_received":[0-9]*' "records/rank-$rank.json" | grep -v '"DEAL"' || true
    done
}

for file in "$sources"/tests/constructs/*/run_*.loop; do
    name=$(basename "$(dirname "$file")")-$(basename "$file" .loop)
    # Not kernels and computation, nor programs whose number of calls depends on their speed.
    case $name in
    apexmap* | bsp* | clue-* | pingpong* | build-* | mat* | vec-* | *seconds* | work-* | flops-*) continue ;;
    esac
    [ -f "$name.o" ] || compile "$file" "$name"
    mpicxx.mpich -fopenmp "$name.o" "$runtime" -o program
    rm -rf records
    printf 'loop-parameters 1\nlaunch mutant\nverify 1\ntrace 1\nrecords %s\n' "$PWD/records" >parameters
    LOOP_PARAMETERS=$PWD/parameters timeout -k 2 60 mpiexec.mpich -n "$ranks" ./program >output 2>&1 ||
        { echo "$name: exit code $?"; exit 1; }
    for rank in $(seq 0 $((ranks - 1))); do
        grep -q '"faults":\[\]' "records/rank-$rank.json" || { echo "$name: faults on rank $rank"; exit 1; }
    done
    done_by_ranks >done
    if [ -f "$name.done-$ranks" ]; then
        cmp -s done "$name.done-$ranks" || { echo "$name: other calls or messages"; exit 1; }
    else
        mv done "$name.done-$ranks"
    fi
done
