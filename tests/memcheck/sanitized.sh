# sanitized.sh LOOP [PART...]: builds programs, together with the runtime, with g++'s sanitizers, and runs them. Each finding
# fails. Without a part: fingerprint, constructs.loop, and that an error is found, under MPICH. Parts, under MPICH and Open MPI,
# or on the machines in $MACHINES:
#   constructs   tests/constructs/*/run_*.loop
#   workloads    workloads.sh
#   faults       tests/faults: the faults of ranks
#   random       tests/random: FILES files of PROGRAMS random programs
#   threads      with ThreadSanitizer: a host watchdog beside its rank
. "$(dirname -- "$0")/../cli/support.sh"
sources=$here/../..
case $# in 0) machines=${MACHINES:-local} ;; *) machines=${MACHINES:-local local-openmpi} ;; esac
findings=$work/findings
mkdir "$findings"
# MPI libraries do not free all of their memory. A rank's own signal handlers stay.
export ASAN_OPTIONS="detect_leaks=0:log_path=$findings/rank" UBSAN_OPTIONS="print_stacktrace=1:log_path=$findings/rank"
export TSAN_OPTIONS="suppressions=$here/threads.supp:log_path=$findings/rank"

# profile MACHINE FLAG...: writes MACHINE.toml, the shipped profile with these flags.
profile() {
    machine=$1
    shift
    flags=$(printf '"%s", ' "$@")
    sed "s/\"-O3\", \"-march=native\"/${flags%, }/" "$sources/machines/$machine.toml" >"$machine.toml"
}
for machine in $machines; do
    profile "$machine" -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
done

# clean WHAT: no rank has found anything since the last call.
clean() {
    [ -n "$(ls "$findings")" ] || return 0
    fail "$1: a sanitizer found something"
    head -n 40 "$findings"/*
    rm -f "$findings"/*
}

# runs NAME ARGUMENT...: `loop run` with these arguments succeeds on each machine.
runs() {
    for machine in $machines; do
        expect 0 "$loop" run "$@" -n "${RANKS:-3}" --machine "./$machine.toml" --timeout 300 --discard
        clean "$* on $machine"
    done
}

workload() { runs "$@"; }

part_constructs() {
    for program in "$here"/../constructs/*/run_*.loop; do runs "$program"; done
}

part_workloads() { . "$here/workloads.sh"; }

# Not `segmentation`, which a sanitizer ends itself, and not `no memory`, which leaves too little address space for one.
part_faults() {
    export ASAN_OPTIONS="$ASAN_OPTIONS:handle_segv=0"
    shim=$(dirname -- "$loop")/../tests/faults/libloop_failing_calls.so
    for machine in $machines; do
        expect 0 python3 -B "$here/../faults/matrix.py" "$loop" "$shim" --kind rank --machine "$machine" \
            --profile "$work/$machine.toml" --without segmentation --without "no memory"
        clean "faults on $machine"
    done
}

part_random() {
    for machine in $machines; do
        mpi=${machine#local-}
        expect 0 python3 -B "$here/../random/random_programs.py" check "$loop" --shrink 0 --keep "$work/random" \
            --seed "${SEED:-4000}" --files "${FILES:-2}" --programs "${PROGRAMS:-50}" \
            --toolchains "$(echo "$mpi" | sed s/local/mpich/):$work/$machine.toml"
        clean "random programs on $machine"
    done
}

# Ranks that are watched every millisecond; the second time, they are asked for their traces while they work.
part_threads() {
    profile local -O1 -g -fsanitize=thread
    export UCX_MEM_EVENTS=n # UCX's hooks crash in ThreadSanitizer when a thread ends
    expect 0 "$loop" build "$here/watched.loop" --machine ./local.toml -o watched
    for order in none stop; do
        mkdir records
        printf 'loop-parameters 1\nlaunch threads\nverify 1\ntrace 1\nwatched 1\nwatchdog 0.001\nrecords %s\n' \
            "$work/records" >parameters
        LOOP_PARAMETERS="$work/parameters" timeout 240 mpiexec.mpich -n 3 ./watched >out 2>err &
        launcher=$!
        if [ $order = stop ]; then
            wait_while $launcher "the ranks have begun" [ -s started ]
            printf stop >records/order
            for rank in 0 1 2; do wait_while $launcher "rank $rank writes its trace" [ -s records/rank-$rank.trace ]; done
            kill $launcher # the ranks wait for their end
        fi
        code=0
        wait $launcher || code=$?
        [ -s records/host-0.report ] || fail "the host watchdog has not reported"
        case $order,$code in none,0 | stop,[1-9]*) ;; *) fail "order $order: exit code $code" ;; esac
        clean "the host watchdog, order $order"
        rm -rf records started
    done
}

few() {
    runs fingerprint --size 20 --iterations 2
    runs "$here/constructs.loop"
    for machine in $machines; do
        expect 5 "$loop" run "$here/constructs.loop" -n 2 --set mistakes=true --machine "./$machine.toml" --discard
        cat err "$findings"/* 2>/dev/null | grep -q 'make_mistakes.*constructs.loop:12' ||
            fail "the error in the program is not found, or not with its line"
        rm -f "$findings"/*
    done
}

[ $# -gt 0 ] || few
for part; do
    before=$failures
    "part_$part"
    [ "$failures" != "$before" ] || echo "$part: nothing found"
done
finish
