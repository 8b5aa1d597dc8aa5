# What `loop count --schedule` records of how calls run, and that the recorded steps take as long as formulas say.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich
clocks=$1

# records RANKS PROGRAM: writes the file `recorded`.
records() { expect 0 "$loop" count "$2.loop" -n "$1" --schedule recorded; }
# has_lines PATTERN...: lines of the schedule that match these follow each other.
has_lines() {
    tr '\n' '~' <recorded >joined
    printf '%s\n' "$@" | tr '\n' '~' >wanted
    grep -q "$(cat wanted)" joined || { cat recorded; fail "the schedule lacks: $*"; }
}
# lasts SECONDS: if a message takes 1 ms, the last rank ends after this time.
lasts() {
    "$clocks" recorded 0.001 >out 2>err || fail "the schedule is invalid: $(cat out)"
    [ "$(cat out)" = "$1" ] || fail "the clocks say $(cat out), not $1"
}

# The body begins in line 10.
program course <<'EOP2'
    \COMMUNICATE(8, 1, 1) { \WORK(0.001); }
    \START(h) \EXCHANGE(16, 1, 2);
    \START(h, HOLD: sends) \SEND(24, r -> r + 1);
    \WORK(0.003);
    \FINISH(h);
    \WITH(MODE: "synchronous", PERSISTENT: true) \SEND(24, r -> r + 1);
    \MULTIBCAST0(4);
    \MULTIBCAST_ME(4);
    \MULTIBCAST_ALTER(4);
    \VISIBLE_SYNC();
    \ALLREDUCE(8, OP: max);
    \BCAST(100, ROOT: nodes - 1) { \WORK(0.001); }
    double value = 1;
    gsum0(&value, 1, 5, 0, 2);
    bcast0(&value, sizeof value, 0, 1);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    \TREE_BCAST(&value, 8);
    \DEAL(10, CHUNK: 2) i { \WORK(0.001); }
    \WORK(BYTES: 800, STRIDE: 64, RANDOM: true);
EOP2
records 4 course
[ "$(sed -n 1p recorded)" = 'loop-schedule 3' ] || fail "the version"
has_lines 'operation COMMUNICATE 10 1 -1 -1 [0-9]* 8 together course.loop' around \
    'computation WORK 10 .*' 'complete 0'
has_lines 'operation EXCHANGE 11 1 -1 -1 [0-9]* 16 together course.loop' 'started nothing h' \
    'operation SEND 12 1 -1 -1 [0-9]* 24 together course.loop' 'started sends h'
has_lines 'operation FINISH 14 1 -1 -1 0 0 together course.loop' 'completes 3 4'
has_lines 'operation SEND 15 1 -1 -1 [0-9]* 24 together course.loop' 'with synchronous persistent'
has_lines 'operation MULTIBCAST0 16 1 -1 -1 [0-9]* 4 sends-first course.loop' 'partners ascending ascending'
has_lines 'operation MULTIBCAST_ME 17 1 -1 -1 [0-9]* 4 sends-first course.loop' 'partners place ascending'
has_lines 'operation MULTIBCAST_ALTER 18 1 -1 -1 [0-9]* 4 in-turn course.loop'
has_lines 'operation VISIBLE_SYNC 19 1 -1 -1 [0-9]* 1 synchronized course.loop'
has_lines 'operation ALLREDUCE 20 1 -1 -1 0 8 together course.loop' 'collective -1 max double'
has_lines 'operation BCAST 21 1 -1 -1 0 100 together course.loop' 'collective 3 - -' around
has_lines 'operation gsum0 23 1 -1 -1 0 8 together course.loop' 'collective 2 sum double'
has_lines 'operation bcast0 24 1 -1 -1 0 8 together course.loop' 'collective 1 - -'
has_lines 'operation MPI_Allreduce 25 1 -1 -1 0 8 together course.loop' 'collective -1 min double'
has_lines 'operation TREE_BCAST 26 1 -1 -1 [0-9]* 8 receives-first course.loop' 'partners ascending ascending'
has_lines 'operation DEAL 27 1 -1 -1 [0-9]* 1 together course.loop' 'deal 0 10 2 8 8' 'turn [0-9]*'
has_lines 'computation WORK 28 1 -1 -1 0 0 0 800 course.loop' 'memory 64 random'
# Each pattern once: those of COMMUNICATE and VISIBLE_SYNC are the same, so are those of the SENDs and of the multibroadcasts.
[ "$(grep -c '^pattern' recorded)" = 7 ] || fail "$(grep -c '^pattern' recorded) patterns"

program ring <<'EOP2'
    \LOOP (10) \COMMUNICATE(8, 1, 1);
EOP2
for ranks in 2 7 40; do records $ranks ring && lasts 0.010000; done
program overlap <<'EOP2'
    \LOOP (10) \COMMUNICATE(8, 1, 1) { \WORK(0.003); }
EOP2
records 7 overlap && lasts 0.030000
program chain <<'EOP2'
    \RELAY(8, r -> r + 1) { \WORK(0.002); }
EOP2
records 7 chain && lasts 0.020000 # 7 ranks compute, one after the other, with 6 messages between them
program pipeline <<'EOP2'
    \LOOP (10) \RELAY(8, r -> r + 1) { \WORK(0.002); }
EOP2
records 7 pipeline && lasts 0.038000 # the same, and 9 passes more
program tree <<'EOP2'
    char data[64] = {};
    \TREE_BCAST(data, 64);
EOP2
records 15 tree && lasts 0.003000
program started <<'EOP2'
    \START(h, HOLD: sends) \SEND(8, r -> r + 1);
    \WORK(0.005);
    \FINISH(h);
    \START(h) \SEND(8, r -> r + 1);
    \WORK(0.005);
    \FINISH(h);
EOP2
records 3 started && lasts 0.011000
program groups <<'EOP2'
    \AMONG(r -> r % 2, ORDER: -r) \RELAY(8, r -> r + 1) { \WORK(0.002); }
    else \MULTIBCAST0(8);
    \BARRIER();
EOP2
records 10 groups && lasts 0.014000

# The reader refuses other versions, and says what to do.
sed '1s/3/2/' recorded >old
"$clocks" old 1 >out && fail "an old version was read"
out_has 'line 1: this is `loop-schedule 2`, but only `loop-schedule 3` can be read; record the program again'

finish
