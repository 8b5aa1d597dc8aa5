# `loop record` does not change how a program ends: neither its exit code, nor what it does in exit handlers, destructors,
# and handlers of its own.
. "$(dirname -- "$0")/support.sh"
with_mpi "$1"
needs "mpicxx.$mpi"
source=$here/recorded_ends.cpp
"mpicxx.$mpi" -g -o ends "$source" || fail "the program does not compile"
"mpicxx.$mpi" -g -DLIBRARY -shared -fPIC -o liblate.so "$source" || fail "the library does not compile"
"mpicxx.$mpi" -g -DUSES_LIBRARY -o ends_with_library "$source" ./liblate.so || fail "the program does not link"

# line_of MARK: the place of the line of the program that ends with this comment, as messages show it.
line_of() { grep -nE "// $1\$" "$source" | sed 's/:.*//; s/^/recorded_ends.cpp:/'; }

# ends_both_ways CODE WAY: runs a program without `loop record`, and with it, which ends with CODE.
ends_both_ways() {
    timeout -k 2 200 $launcher -n 2 $program "$2" >plain.out 2>plain.err </dev/null
    plain=$?
    rm -rf run
    expect "$1" timeout -k 2 400 "$loop" record --hang-limit 0.5 -o run -- $launcher -n 2 $program "$2"
    code=$(sed -n 's/^ *"code": \([0-9]*\),*$/\1/p' run/recording.json)
    [ "$code" = "$plain" ]
}

# record CODE WAY: the program ends in the same way with `loop record` and without it. A launcher whose ranks end at one
# time gives a code of its own in one of 30 runs, so the two are compared up to three times.
record() {
    program=./ends
    case $2 in *library) program=./ends_with_library ;; esac
    ends_both_ways "$@" || ends_both_ways "$@" || ends_both_ways "$@" ||
        fail "$2: the command ended with $code, and without \`loop record\` with $plain"
    cp err said
    "$loop" report run --format text >out 2>err
}

# MPI_Finalize after main(): all calls are recorded.
record 5 handler
[ "$plain" = 3 ] || fail "the program with a handler ended with $plain"
verdict_is VALID
out_says "MPI_Allreduce $(line_of late) 2"
record 0 object
verdict_is VALID
out_says "MPI_Allreduce $(line_of late) 2"
for way in library 'slow library'; do
    record 0 "$way"
    verdict_is VALID
    out_says "MPI_Barrier $(line_of first) 2"
    out_says "MPI_Barrier $(line_of last) 2"
done

# A program that does not call it, or stops earlier.
record 5 never
verdict_is INVALID
out_says 'ranks 0 and 1 exited without `MPI_Finalize`'
record 5 exit
out_says "ranks 0 and 1 exited without \`MPI_Finalize\` (code 4), at $(line_of exits)"
out_says "MPI_Barrier $(line_of first) 2"
record 5 error
out_says "stopped on an error, in \`MPI_Send\` at $(line_of wrong)"
grep -qF 'MPI_Send failed (' said || fail "the reason of the error is not printed"
record 5 exception
out_says 'died by an uncaught `int`'
for way in again twice 'abort 0' 'abort 300' terminate _exit code; do record 5 "$way"; done

# A signal that the program handles.
record 0 signal
verdict_is VALID

# Destructors of the library's own objects would precede the last calls of MPI.
if has nm destructors; then
    echo 'echo "$LD_PRELOAD"; exec ./ends' >shown.sh
    expect 0 timeout -k 2 200 "$loop" record --program ./ends -o shown -- $launcher -n 1 sh shown.sh
    library=$(sed 's/:.*//' out)
    expect 0 nm -D "$library"
    out_has 'MPI_Finalize'
    out_lacks '__cxa_atexit'
fi
finish
