# memcheck.sh LOOP RUNTIME [workloads]: runs compiled programs on 2 ranks under valgrind, which must find no invalid or
# uninitialized reads and no leaks. RUNTIME is the runtime library for MPICH. Tests fingerprint and constructs.loop, and
# that errors are found; or all workloads, which takes minutes. Both paths must be absolute.
. "$(dirname -- "$0")/../cli/support.sh"
needs valgrind
needs mpicxx.mpich
runtime=$1
shift
sources=$here/../..

# build PROGRAM.loop: builds ./program without -march=native, because valgrind may not know all instructions.
build() {
    expect 0 "$loop" compile "$1"
    mv out program.cpp
    expect 0 mpicxx.mpich -std=c++17 -g -I"$sources/runtime/include" -I"$(dirname -- "$1")" program.cpp "$runtime" -o program
}

# checked ARGUMENT...: runs ./program; valgrind's messages about each rank are in memcheck.*.
checked() {
    rm -rf records memcheck.*
    printf 'loop-parameters 1\nlaunch memcheck\nverify 1\ntrace 1\nrecords %s\n' "$work/records" >parameters
    expect 0 env LOOP_PARAMETERS="$work/parameters" UCX_ERROR_SIGNALS= mpiexec.mpich -n 2 \
        valgrind --leak-check=full --num-callers=30 --suppressions="$here/mpi.supp" --log-file="$work/memcheck.%p" \
        ./program "$@"
    [ -s records/rank-0.json ] && [ -s records/rank-1.json ] && [ "$(ls memcheck.* | wc -l)" = 2 ] ||
        fail "$*: not two ranks"
}

clean() {
    build "$1"
    file=$1
    shift
    checked "$@"
    [ "$(grep -l 'ERROR SUMMARY: 0 errors' memcheck.* | wc -l)" = 2 ] || { fail "$file"; cat memcheck.*; }
}

workload() { # NAME ARGUMENT...
    name=$1
    shift
    before=$failures
    clean "$sources/workloads/$name.loop" "$@"
    [ "$failures" != "$before" ] || echo "$name $*: no error"
}

if [ "${1:-}" = workloads ]; then
    . "$here/workloads.sh"
    finish
fi
clean "$sources/workloads/fingerprint.loop" --size 20 --iterations 2
clean "$here/constructs.loop"
checked --set mistakes=true
for seen in "Invalid read" "uninitialised value" "16 bytes in 1 blocks are definitely lost"; do
    [ "$(grep -l "$seen" memcheck.* | wc -l)" = 2 ] || { fail "not seen on both ranks: $seen"; cat memcheck.*; }
done
grep -q "make_mistakes.*constructs.loop:" memcheck.* || fail "the line in the program is not named"
finish
