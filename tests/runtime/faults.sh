#!/bin/bash
# faults.sh CASE PROGRAM SHOW_RANK MPIEXEC [FLAGS...]: runs one fault on two ranks and checks the exit code, the
# message, and the files of the ranks.
set -u
case=$1 program=$2 show=$3
shift 3
launch=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
records=$work/records

die() { echo "FAILED: $case: $*"; echo "exit code $code, output:"; cat "$work/output"; exit 1; }

# run SECONDS ARGUMENT... If the ranks end while MPICH's launcher still starts them, it may itself end by SIGPIPE (exit code
# 141), without their output: it then runs again.
run() {
    local limit=$1 attempt
    shift
    for attempt in 1 2 3 4 5; do
        printf 'loop-parameters 1\nlaunch test-1\nrecords %s\n' "$records" >"$work/parameters"
        LOOP_PARAMETERS=$work/parameters timeout -k 2 "$limit" "${launch[@]}" -n 2 "$program" "$@" >"$work/output" 2>&1
        code=$?
        [ "$code" = 141 ] || return
    done
}

exit_code() { [ "$code" = "$1" ] || die "exit code $code instead of $1"; }
not_zero() { [ "$code" != 0 ] || die "exit code 0"; }
message() { # `rank ?` matches either rank: if both fail, one may end the other before its message
    sed 's/rank [01]: /rank ?: /' "$work/output" | grep -qF -e "$1" || grep -qF -e "$1" "$work/output" ||
        die "no message \`$1\`"
}
rank() { # rank NUMBER TEXT: the text occurs in the files of the rank
    local seen
    seen=$("$show" "$records" "$1")
    [[ $seen == *"$2"* ]] || die "rank $1 left \`$seen\`, not \`$2\`"
}
exception() { # exception TYPE WORDS: rank 1 wrote this file
    printf 'loop-exception 1\n%s\n%s\n' "$1" "$2" | cmp -s - "$records/rank-1.exception" ||
        die "rank-1.exception is not of $1, or does not say \`$2\`"
}
fails_with() { # fails_with TEXT: expects this message with its line, and exit code 5
    run 30 "$case"
    exit_code 5
    message "$1"
}

case $case in
good)
    run 30 good
    exit_code 0
    rank 0 "Closed 0 after CLOSE0:53; record {"
    rank 1 '"launch":"test-1","rank":1,"ranks":2'
    rank 1 '{"construct":"COMMUNICATE","line":33,"file":"fault.loop","calls":3,"messages_sent":3,"bytes_sent":300,'
    rank 1 '"payload":{"verified":true,"messages":4,"wrong_messages":0,"wrong_bytes":0,"faults":[]}'
    ;;
exits)
    run 30 exits
    not_zero
    message 'rank 1: the program ended without \CLOSE0 after \COMMUNICATE in line 10'
    rank 1 "Exited 3 after COMMUNICATE:10; no record"
    ;;
late-exit)
    run 30 late-exit
    not_zero
    rank 1 "Exited 0 after COMMUNICATE:10; no record"
    ;;
vanishes) # the launcher may notice, or the run may hang; the status is the same
    run 5 vanishes
    rank 1 "HostCode 0 after COMMUNICATE:10; no record"
    ;;
crashes)
    run 30 crashes
    not_zero
    rank 1 "Signalled 11 after COMMUNICATE:10; no record"
    ;;
aborts)
    run 30 aborts
    not_zero
    rank 1 "Aborted 256 after COMMUNICATE:10; no record"
    ;;
throws)
    run 30 throws
    not_zero
    message 'error: rank 1: uncaught exception `std::runtime_error`: no more  room, after \COMMUNICATE in line 10'
    rank 1 "Signalled 6 after COMMUNICATE:10; no record"
    exception std::runtime_error 'no more  room'
    ;;
throws-number)
    run 30 throws-number
    not_zero
    message 'error: rank 1: uncaught exception `int`, after \COMMUNICATE in line 10'
    exception int ''
    ;;
throws-early)
    run 30 throws-early
    not_zero
    message 'error: rank ?: uncaught exception `std::runtime_error`: no input'
    ;;
terminated-twice)
    run 30 terminated-twice
    not_zero
    [ -s "$records/rank-1.trace" ] || die "no trace"
    ;;
terminates) # there is no exception, so the C++ library's own words remain
    run 30 terminates
    not_zero
    message 'terminate called without an active exception'
    rank 1 "Signalled 6 after COMMUNICATE:10; no record"
    [ ! -e "$records/rank-1.exception" ] || die "there is a file of an exception"
    ;;
flipped)
    run 30 flipped
    message 'fault.loop:33: error: rank 1: \COMMUNICATE: 1 of 100 bytes from rank 0 are wrong, call 1 of this line'
    rank 1 '"messages":4,"wrong_messages":1,"wrong_bytes":1,"faults":[{"construct":"COMMUNICATE","line":33,"file":"fault.loop","sender":0,"sequence":0,"wrong_bytes":1}]'
    rank 0 '"wrong_messages":0'
    ;;
flipped-deal)
    run 30 flipped-deal
    message 'fault.loop:46: error: rank 1: \DEAL: 1 of 92 bytes from rank 0 are wrong, call 1 of this line'
    rank 1 '"messages":7,"wrong_messages":1,"wrong_bytes":1,"faults":[{"construct":"DEAL","line":46,"file":"fault.loop","sender":0,"sequence":0,"wrong_bytes":1}]'
    rank 0 '"messages":7,"wrong_messages":0'
    ;;
flipped-collective)
    run 30 flipped-collective
    message 'fault.loop:245: error: rank 1: \BCAST: 1 of 100 bytes from rank 0 are wrong, call 1 of this line'
    rank 1 '"faults":[{"construct":"BCAST","line":245,"file":"fault.loop","sender":0,"sequence":0,"wrong_bytes":1}]'
    rank 0 '"wrong_messages":0'
    ;;
flipped-reduction)
    run 30 flipped-reduction
    message 'fault.loop:247: error: rank 1: \ALLREDUCE: 1 of 800 bytes of the result are wrong, call 1 of this line'
    rank 1 '"faults":[{"construct":"ALLREDUCE","line":247,"file":"fault.loop","sender":1,"sequence":0,"wrong_bytes":1}]'
    rank 0 '"wrong_messages":0'
    ;;
flipped-start)
    run 30 flipped-start
    message 'fault.loop:48: error: rank 1: \COMMUNICATE: 1 of 100 bytes from rank 0 are wrong, call 1 of this line'
    rank 1 '"messages":5,"wrong_messages":1,"wrong_bytes":1,"faults":[{"construct":"COMMUNICATE","line":48,"file":"fault.loop","sender":0,"sequence":0,"wrong_bytes":1}]'
    rank 0 '"wrong_messages":0'
    ;;
construct-before-open) fails_with 'fault.loop:1: error: rank ?: \COMMUNICATE: called before \OPEN0' ;;
picl-before-open) fails_with 'fault.loop:2: error: rank ?: sync0: called before \OPEN0' ;;
construct-after-close) fails_with 'fault.loop:54: error: rank ?: \VISIBLE_SYNC: called after \CLOSE0' ;;
open-twice) fails_with 'fault.loop:15: error: rank ?: \OPEN0: the session is open already' ;;
negative-extent) fails_with 'fault.loop:3: error: rank ?: \MAT: the extent -1 x 5 is negative' ;;
huge-extent) fails_with '\VEC: the extent 4611686018427387904 does not fit in 64 bits' ;;
no-memory) fails_with '\VEC: not enough memory for 1152921504606846976 elements' ;;
negative-size) fails_with 'fault.loop:16: error: rank ?: \COMMUNICATE: the size is -8 bytes' ;;
no-distance) fails_with 'fault.loop:17: error: rank ?: \EXCHANGE: the distance is 0; it must be at least 1' ;;
no-partners) fails_with '\COMMUNICATE: the number of partners is 0' ;;
truncated) fails_with 'fault.loop:19: error: rank ?: \COMMUNICATE: different arguments: the size is ' ;;
not-allocated) fails_with 'fault.loop:22: error: rank ?: \TREE_BCAST: an array is used before it is allocated' ;;
bad-count) fails_with 'fault.loop:24: error: rank ?: \LOOP: the count is 3000000000' ;;
extents-disagree) fails_with 'fault.loop:27: error: rank ?: \MATPROD: the columns of the first and the rows of the second factor do not agree: 3 and 4' ;;
bad-antipode) fails_with 'fault.loop:32: error: rank ?: antipode0: the root is 2; ranks are 0 to 1' ;;
bad-datatype) fails_with 'fault.loop:33: error: rank ?: datasize0: the datatype must be from 0 to 5, not 6' ;;
bad-root) fails_with 'fault.loop:29: error: rank ?: bcast0: the root is 99; ranks are 0 to 1' ;;
collective-root) fails_with 'fault.loop:230: error: rank ?: \BCAST: the root must be a rank from 0 to 1, not 2' ;;
collective-size) fails_with 'fault.loop:231: error: rank ?: \GATHER: the size must be 0 or more, not -8' ;;
collective-sizes) fails_with 'fault.loop:232: error: rank ?: \GATHER: the size of rank 1 must be 0 or more, not -1' ;;
collective-element) fails_with 'fault.loop:233: error: rank ?: \ALLREDUCE: the size must be a multiple of 8, the bytes of an element of type double, not 4' ;;
collective-operation) fails_with 'fault.loop:234: error: rank ?: \SCAN: MPI does not define band for float' ;;
collective-both) fails_with 'fault.loop:235: error: rank ?: \ALLTOALL: DATA is in place of FROM and INTO' ;;
collective-overlap) fails_with 'fault.loop:236: error: rank ?: \ALLTOALL: FROM and INTO overlap' ;;
collective-data) fails_with 'fault.loop:237: error: rank ?: \ALLTOALL: DATA needs the same size from r to s as from s to r' ;;
collective-differs) fails_with 'fault.loop:238: error: rank ?: \ALLREDUCE: different arguments: the size is ' ;;
collective-roots) fails_with 'fault.loop:239: error: rank ?: \REDUCE: different arguments: the root is ' ;;
collective-blocks) fails_with 'fault.loop:240: error: rank ?: \GATHER: different arguments: sizes, OP, TYPE, or PERSISTENT are not the same on rank ' ;;
collective-later) fails_with 'fault.loop:243: error: rank ?: \BCAST: different arguments: the size is ' ;;
cblas-extent) fails_with 'fault.loop:257: error: rank ?: \SCALPROD: CBLAS cannot take an extent of 2147483648, only up to 2147483647' ;;
collective-persistent) fails_with 'fault.loop:261: error: rank ?: \BCAST: different arguments: sizes, OP, TYPE, or PERSISTENT are not the same on rank ' ;;
collective-moved) fails_with 'fault.loop:253: error: rank ?: \BCAST: with PERSISTENT, FROM, INTO, and DATA must be at the same address' ;;
with-align) fails_with 'fault.loop:200: error: rank ?: \WITH: ALIGN is 48; it must be a power of two' ;;
with-offset) fails_with 'fault.loop:201: error: rank ?: \WITH: OFFSET is -1; it must not be negative' ;;
with-buffers) fails_with 'fault.loop:202: error: rank ?: \WITH: BUFFERS is 0; it must be at least 1' ;;
with-mode) fails_with 'fault.loop:203: error: rank ?: \WITH: MODE is "fast"; it must be "standard"' ;;
with-ready) fails_with 'fault.loop:204: error: rank ?: \WITH: MODE "ready" needs receives that are surely posted' ;;
with-both) fails_with 'fault.loop:205: error: rank ?: \WITH: ANY_SOURCE and PERSISTENT exclude each other' ;;
with-into) fails_with 'fault.loop:210: error: rank ?: \SEND: with ANY_SOURCE, messages arrive in any order' ;;
with-sizes) fails_with 'fault.loop:214: error: rank ?: \SEND: with ANY_SOURCE, the messages of a sender must have equal' ;;
sample-per) fails_with 'fault.loop:91: error: rank ?: \TIMED: PER is 0; it must be above 0' ;;
sample-key) fails_with 'fault.loop:92: error: rank ?: \SAMPLE: KEY is inf; it must be finite' ;;
sample-rank) fails_with 'fault.loop:93: error: rank ?: \TIMED: RANK is 2; ranks are 0 to 1' ;;
sample-unit) fails_with 'fault.loop:95: error: rank ?: \SAMPLE: the unit of "time" is "us"; in line 94 it is "s"' ;;
bsp-not-begun) fails_with 'fault.loop:70: error: rank ?: bsp_put: called outside of bsp_begin and bsp_end' ;;
bsp-unregistered) fails_with "fault.loop:75: error: rank ?: bsp_put: the area is not registered" ;;
bsp-outside) fails_with 'fault.loop:80: error: rank 1: bsp_sync: rank 0 accesses bytes 16 to 23 of an area with 16 registered bytes on this rank' ;;
bsp-differs) fails_with 'fault.loop:81: error: rank ?: bsp_sync: rank' ;;
bsp-row) fails_with 'fault.loop:80: error: rank 1: bsp_sync: rank 0 accesses bytes -8 to 15 of an area with 16 registered bytes on this rank' ;;
bsp-count) fails_with 'fault.loop:79: error: rank ?: bsp_put_row: the count is -1; it must not be negative' ;;
bsp-reach) fails_with 'fault.loop:82: error: rank ?: bsp_put_row: 5 puts with a stride of 4611686018427387904 bytes reach beyond any memory; check the stride' ;;
bsp-bytes) fails_with 'fault.loop:83: error: rank ?: bsp_put: the length is -1 bytes; it must not be negative' ;;
own-mpi | finalises-again | host-finalises)
    # MPI ends before the runtime can free its communicators, which a leak sanitizer would report.
    [ "$case" != host-finalises ] || export ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0"
    run 30 "$case"
    exit_code 0
    rank 1 "Closed 0 after CLOSE0:53; record {"
    ;;
disk-full)
    run 30 disk-full
    exit_code 7
    message "cannot write \`$records/rank-"
    message "File too large"
    [ -z "$(ls "$records" | grep json)" ] || die "a partial record is left"
    ;;
unwritable)
    records=$work/output/no-directory
    run 30 good
    exit_code 7
    message "error: rank ?: cannot write \`$records\`: Not a directory"
    ;;
missing-parent)
    records=$work/a/b
    run 30 good
    exit_code 7
    message "cannot write \`$records\`: No such file or directory"
    ;;
many-ranks) # far more ranks than cores: the whole session waits by testing and yielding
    for ranks in 16 64; do
        LOOP_PARAMETERS='' timeout -k 2 60 "${launch[@]}" -n $ranks "$program" good >"$work/output" 2>&1
        code=$?
        exit_code 0
    done
    ;;
host-transfer) # a rank that waits in a construct makes progress on host messages
    export LOOP_WAITING=yield
    run 60 host-transfer
    exit_code 0
    ;;
forced-*) # LOOP_WAITING overrides the number of cores
    export LOOP_WAITING=${case#forced-}
    run 60 good
    exit_code 0
    rank 1 "\"waiting\":\"$LOOP_WAITING\""
    ;;
*) code=-; die "unknown case" ;;
esac
