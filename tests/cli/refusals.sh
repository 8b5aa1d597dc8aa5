# What `loop run` and `loop count` have in common: they refuse the same calls, in the same words; and what the recorder must
# not lose or unroll.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

program wrong <<'EOP'
    static double a[64], b[64];
    const int less = bytes < 0 ? 1 : -1; // a compiler must not see the values
    const int few = bytes < 0 ? 3 : 0;
    const long long three = bytes < 0 ? 8 : 3;
    double* const null = bytes < 0 ? a : nullptr;
    const std::string_view mode = bytes == 17 ? "ready" : "often";
    if (bytes == 0) \COMMUNICATE(less, 1, 1);
    if (bytes == 1) \COMMUNICATE(8, less, 1);
    if (bytes == 2) \EXCHANGE(8, 1, few);
    if (bytes == 3) \MULTIBCAST0(less);
    if (bytes == 4) \SEND(less, 0 -> 1);
    if (bytes == 5) \SEND(8, 0 -> 1, COUNT: less);
    if (bytes == 6) \SEND({8, 16}, 0 -> 1);
    if (bytes == 7) \SEND(8, r -> 0, INTO: b);
    if (bytes == 8) \RELAY(8, r -> (r + 1) % nodes);
    if (bytes == 9) \SEND(16, 1 -> 0, FROM: loop::strided(a, three, 16), INTO: b);
    if (bytes == 10) \SEND(16, 0 -> 0, FROM: a, INTO: a + 1);
    if (bytes == 11) \SEND(8, 0 -> {1, 2}, FROM: {a, null}, INTO: b);
    if (bytes == 12) \BCAST(8, ROOT: three);
    if (bytes == 13) \ALLREDUCE(three);
    if (bytes == 14) \GATHER(less);
    if (bytes == 15) \ALLGATHER(8, FROM: a, INTO: a);
    if (bytes == 16) \WITH(ALIGN: three) \COMMUNICATE(8, 1, 1);
    if (bytes == 17 || bytes == 18) \WITH(MODE: mode) \COMMUNICATE(8, 1, 1);
    if (bytes == 19) \WITH(ANY_SOURCE: true, PERSISTENT: true) \COMMUNICATE(8, 1, 1);
    if (bytes == 20) \DEAL(10, BY: three) i { \FLOPS(1) a[i] += 1; }
    if (bytes == 21) \DEAL(10, GIVE: few) i { \FLOPS(1) a[i] += 1; }
    if (bytes == 22) \DEAL(10, CHUNK: few) i { \FLOPS(1) a[i] += 1; }
    if (bytes == 23) \TREE_BCAST(a, less);
    if (bytes == 24) \AMONG(r -> r < 2) \BCAST(8, ROOT: three);
    if (bytes == 25) \SCATTER(8, ROOT: less);
    if (bytes == 26) \ALLGATHER(r -> 8 * less);
    if (bytes == 27) { \START(h) \COMMUNICATE(less, 1, 1); \FINISH(h); }
    if (bytes == 28) { \LOOP (2000) i \START(h) \SEND(8, r -> r); \FINISH(h); }
    \START(open) \EXCHANGE(8, 1, 1);
    if (bytes != 29) \FINISH(open);
    if (bytes == 30) { \START(h) \EXCHANGE(8, 1, 1); \LOOP (2) i \FINISH(h); }
    if (bytes == 31) { \UNTIMED() \START(h) \EXCHANGE(8, 1, 1); \FINISH(h); }
    if (bytes == 32) { \START(h) \EXCHANGE(8, 1, 1); if (bytes == 33) \FINISH(h); }
    if (bytes == 33) { \START(h) \ALLREDUCE(three); \FINISH(h); }
    if (bytes == 34) \WITH(ANY_SOURCE: true) \MULTIBCAST0(8, FROM: a, INTO: b);
    if (bytes == 35) \WITH(ANY_SOURCE: true) \SEND(8, 0 -> 1, COUNT: three, FROM: a, INTO: b);
    if (bytes == 36) \WITH(ANY_SOURCE: true) \SEND({8, 16}, 0 -> {1, 1});
    if (bytes == 37) \WITH(MODE: "buffered") \COMMUNICATE(1000000000 * three, 1, 1, FROM: a, INTO: b);
    if (bytes == 38) \WITH(MODE: "buffered") \START(h) \TREE_BCAST(a, 1000000000 * three);
    if (bytes == 38) \FINISH(h);
EOP

# The refusals without the ranks: which ones say it before the run ends depends on time.
refusals() {
    sed -n 's/^\(.*wrong.loop:[0-9]*: error: \)rank [0-9]*: /\1/p' err | sort -u
}

for case in $(seq 0 38); do
    expect 5 "$loop" run wrong.loop -n 3 --set bytes="$case" --discard
    refusals >run.txt
    expect 5 "$loop" count wrong.loop -n 3 --set bytes="$case"
    refusals >count.txt
    [ -s run.txt ] || fail "case $case: the run does not say what is wrong"
    cmp -s run.txt count.txt || fail "case $case: $(cat run.txt) / $(cat count.txt)"
done

# A plain program refuses what MPI does not refuse, most of it in the same words. It has no limit of started constructs, and
# compares neither addresses nor the sizes of one sender (10, 28, 31, 36). MPI itself refuses roots and overlaps (12, 15, ..).
expect 0 "$loop" compile --plain wrong.loop -o wrong.cpp
mpicxx.mpich -std=c++17 -w wrong.cpp -o wrong || fail "the plain program cannot be compiled"
# plain_refuses CASE WORDS: all ranks write, and MPI_Abort may lose what one has written.
plain_refuses() {
    for try in 1 2 3 4 5; do
        timeout 60 mpiexec.mpich -n 3 ./wrong bytes="$1" >out 2>err </dev/null
        code=$?
        if grep -q '^rank [0-9]*: error: ' err; then break; fi
    done
    [ "$code" = 5 ] || fail "case $1: the plain program ends with $code"
    sed -n 's/^rank [0-9]*: error: //p' err | grep -qF -- "$2" || fail "case $1: the plain program does not say: $2"
    [ -n "${3:-}" ] || "$loop" count wrong.loop -n 3 --set bytes="$1" 2>&1 | tr -s ' \n' ' ' | grep -qF -- "$2" ||
        fail "case $1: loop count does not say: $2"
}
plain_refuses 5 'COUNT is -1; it must not be negative'
plain_refuses 6 'SIZE has 2 values, but rank 0 has 1 receivers'
plain_refuses 7 'both send to place 0 of INTO on rank 0'
plain_refuses 8 '\RELAY: 0 -> 1 -> 2 -> 0 is a circle: each of these ranks would wait for the one before it'
plain_refuses 9 'place 0 of FROM has blocks of 3 bytes, which do not divide the size of 16 bytes'
plain_refuses 11 'place 1 of FROM is a null pointer'
plain_refuses 16 'ALIGN is 3; it must be a power of two'
plain_refuses 18 'MODE is "often"; it must be "standard", "synchronous", or "buffered"'
plain_refuses 20 '\DEAL: BY is 3, but the ranks are 0 to 2'
plain_refuses 21 '\DEAL: GIVE is 0 bytes; it must be at least 8, for the number of a pass'
plain_refuses 22 '\DEAL: CHUNK is 0; it must be at least 1'
plain_refuses 27 'the size is -1 bytes; it must not be negative'
plain_refuses 29 '\CLOSE0: a construct was started, but not finished' other
plain_refuses 30 '\FINISH: nothing is started with' # and its name

# The statement of a \DEAL is counted, whoever gets which pass.
program work <<'EOP'
    \DEAL(100, CHUNK: 3) i { \WORK(1e-3); }
EOP
for ranks in 1 2 5; do
    expect 0 "$loop" count work.loop -n $ranks --format json
    python3 - <<'EOP' || fail "the work of a \\DEAL on $ranks ranks"
import json
work = json.load(open("out"))["work"]
assert abs(work["seconds"] - 0.1) < 1e-9, work
EOP
done

# What is counted needs no memory for each message, and depends on the number of a rank in its group.
program many <<'EOP'
    static double a[8];
    \SEND(8, 0 -> 1, COUNT: 100000000);
    \LOOP (2) i \AMONG (r -> true, ORDER: i == 0 ? -r : r) \SEND(8, 0 -> 1, INTO: a);
EOP
expect 0 sh -c 'ulimit -v 4000000; exec "$0" "$@"' "$loop" count many.loop -n 3
out_line 'messages    100 000 002'
finish
