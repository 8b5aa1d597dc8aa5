# `loop count`: the same figures as in the records of a run, what it refuses, and its formats.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich
root=$(cd "$here/../.." && pwd)

# holds RANKS PROGRAM [ARGUMENT ...]: a run records the same messages.
holds() { python3 "$here/count_holds.py" "$loop" "$@" || fail "count_holds $*"; }

for ranks in 1 5; do
    for name in all_to_all halo rows_columns torus tree wavefront ways; do
        [ "$name$ranks" = ways1 ] || holds "$ranks" "$root/examples/$name.loop"
    done
done
holds 3 "$root/examples/workers.loop"
holds 4 fft --size 64
holds 4 red_black
holds 4 mmm_a
holds 4 mmm_s
holds 4 fingerprint

# Ranks that do something of their own, by host code, and groups in groups.
program own <<'EOP'
    int got = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int rank = 1; rank < nodes; ++rank)
        if (me == rank) MPI_Send(&bytes, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
    if (me + 1 < nodes) MPI_Recv(&got, 1, MPI_INT, me + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
EOP
expect 0 "$loop" count own.loop -n 40 --format json
cp out own.json
expect 0 "$loop" count own.loop -n 40
out_has '156 B'
out_has 'no data arrive here; the ranks do the same'
python3 - <<'EOP' || fail "the lines of MPI calls"
import json
counted = json.load(open("own.json"))
lines = {(each["construct"], each["file"], each["line"], each["calls"]) for each in counted["constructs"]}
assert {("MPI_Barrier", "own.loop", 11, 1), ("MPI_Send", "own.loop", 13, 39)} <= lines, lines
assert "arrive by MPI_Recv in line 14" in counted["notes"][0], counted["notes"]
EOP
program elsewhere <<'EOP'
    MPI_Barrier(MPI_COMM_SELF);
EOP
expect 5 "$loop" count elsewhere.loop -n 2
err_has 'elsewhere.loop:10: error: rank 0: MPI_Barrier: only calls on MPI_COMM_WORLD can be counted'
program groups <<'EOP'
    \AMONG(r -> r % 3 - 1) {
        \EXCHANGE(bytes, 1, 2);
        \AMONG(r -> r < 2, ORDER: -r) \SEND(8, r -> r + 1); else \MULTIBCAST0(4);
    }
    else \COMMUNICATE(24, 1, 1);
    \UNTIMED() { \TREE_BCAST(&size, 4); }
    \LOOP (3, WARMUP: 2) i \RELAY(r -> 8 * r, r -> {r + 1, r + 2}, COUNT: 2);
EOP
holds 17 groups.loop
program different <<'EOP'
    \AMONG(r -> r / 2) if (me < 6) \EXCHANGE(bytes, 1, 1); else \EXCHANGE(16, 1, 1);
EOP
holds 18 different.loop
# Collectives have no messages: what counts is what ranks give and get, also in groups, and if slots differ.
program collectives <<'EOP'
    \LOOP (3, WARMUP: 1) i { \BCAST(1000, ROOT: nodes - 1); \REDUCE(80, ROOT: 1); \ALLREDUCE(8); \BARRIER(); }
    \ALLTOALL(100);
    \ALLTOALL((r, s) -> r + 10 * s);
    \ALLGATHER(r -> 8 * r);
    \GATHER(24);
    \SCATTER(r -> r + 1, ROOT: 2);
    \SCAN(40);
    \EXSCAN(40);
    \REDUCE_SCATTER(16);
    \AMONG(r -> r % 2) { \ALLTOALL(32); \BCAST(16); }
    \AMONG(r -> r < 4 ? 0 : 1, ORDER: -r) \SCAN(8);
    double value = 1;
    float vector[6] = {};
    bcast0(&value, sizeof value, 0, 1);
    gsum0(&value, 1, 5, 1, 2);
    gather0(vector, 6, 1, 0);
EOP
for ranks in 3 4 9; do holds $ranks collectives.loop; done
program crossing <<'EOP'
    \BCAST(1000);
    \ALLTOALL(100);
    \UNTIMED() \ALLREDUCE(8);
    \AMONG(r -> r / 4) \ALLGATHER(50);
    std::vector<int> all(nodes);
    int got = 0;
    MPI_Allgather(&me, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Scatter(all.data(), 1, MPI_INT, me == 3 ? MPI_IN_PLACE : &got, 1, MPI_INT, 3, MPI_COMM_WORLD);
EOP
expect 0 "$loop" count crossing.loop -n 8 --format json
python3 - <<'EOP' || fail "the data of collectives"
import json
count = json.load(open("out"))
assert count["total"] == {"messages": 0, "bytes": 0}, count["total"]
lines = {each["construct"]: each["collective_bytes"] for each in count["constructs"]}
assert lines["BCAST"] == {"given": 1000, "got": 7000}, lines
assert lines["ALLTOALL"] == {"given": 5600, "got": 5600}, lines
assert lines["ALLREDUCE"] == {"given": 64, "got": 64}, lines
assert lines["ALLGATHER"] == {"given": 400, "got": 1200}, lines
assert lines["MPI_Allgather"] == {"given": 32, "got": 224}, lines
assert lines["MPI_Scatter"] == {"given": 28, "got": 28}, lines
# Halves of 4 ranks: 1000, 2 * 4 * 4 * 100, 2 * 8; the groups lie within the halves; 8 * 4, and 4 slots of 4 bytes.
assert count["collective_bytes"] == {"given": 7124, "got": 14116, "across_the_bisection": 4264}, count["collective_bytes"]
assert count["collective_bytes_not_measured"] == {"given": 64, "got": 64}, count
assert count["per_rank"]["collective_bytes_given"][0] == 1000 + 700 + 8 + 50 + 4, count["per_rank"]
EOP
expect 0 "$loop" count crossing.loop -n 8
out_has 'bytes of collectives across the bisection 4.16 KiB'
out_line '.ALLTOALL +11 +1 .*5.47 KiB  5.47 KiB'
out_has 'no messages here'
expect 0 "$loop" count own.loop -n 40
out_lacks 'given'
# Computations: charged by each rank, within \FLOPS, in threads, and not measured.
program work <<'EOP'
    \PHASE("outer") {
        \WORK(0.001 * (me + 1));
        \LOOP (5, WARMUP: 2) i { \WORK(FLOPS: 1000.5); \PHASE("inner") \EXCHANGE(8, 1, 1); }
    }
    \AMONG(r -> r % 2) \FLOPS(100 * (me + 1), BYTES: 24) { \WORK(FLOPS: 7); \COMMUNICATE(8, 1, 1); }
    \UNTIMED() { \WORK(BYTES: 4096); }
    \VEC(double, S1: 10) x, y;
    \MAT(double, S1: 10, S2: 10) a;
    \PHASE("last") { \WORK(IDLE: 0.001); \WORK(BYTES: 800, STRIDE: 64); \MATVECPROD(y, a, x); }
    \THREADS (2) t \WORK(FLOPS: 10 * (t + 1));
EOP
holds 4 work.loop
expect 0 "$loop" count work.loop -n 4 --schedule recorded --format json
grep -q '^computation FLOPS 14 1 -1 1 0 0 400 24 ' recorded || fail "the computations of work"
grep -q '^leave PHASE 18 1 2 -1 ' recorded || fail "the phases of work"
python3 - <<'EOP' || fail "the work of the phases"
import json
count = json.load(open("out"))
phases = {phase["name"]: phase["work"] for phase in count["phases"]}
assert abs(phases["outer"]["seconds"] - 0.010) < 1e-12, phases
assert phases["outer"]["operations"] == 20000, phases
assert phases["inner"]["operations"] == 0, phases
assert phases["last"]["memory_bytes"] == 3200 and phases["last"]["operations"] == 800, phases
EOP
program share <<'EOP'
    \FLOPS(me + 1) {}
    \EXCHANGE(8, 1, 1);
EOP
expect 0 "$loop" count share.loop -n 100
out_has 'operations  5050'
# Of many ranks, a rule, which all that were executed follow; or what the nearest one computes.
expect 0 "$loop" count share.loop -n 5000 --schedule recorded
out_has 'operations  12 502 500'
out_lacks 'not all were executed'
[ "$(grep -c '^execution' recorded)" = 1 ] || fail "linear work"
grep -q '^by-rank 0 0 1 0$' recorded || fail "linear work"
# work_of NAME RANKS OPERATIONS LINE: the statement in line 10 or 11.
work_of() {
    { echo "    $4"; echo '    \SEND(8, r -> {r + 1, r + 100});'; } | program "$1"
    expect 0 "$loop" count "$1.loop" -n "$2" --schedule recorded
    out_has "operations  $3"
    out_lacks 'not all were executed'
}
work_of edges 100000 '299 996' '\FLOPS(me == 0 || me == nodes - 1 ? 1 : 3) {}'
work_of ranges 100000 '298 760' '\FLOPS(me < 12345 ? 11 : me < 24690 ? 1 : 2) {}'
work_of grid 10000 '29 998' '\FLOPS(me % 100 == 99 ? 1 : me < 100 ? 5 : 3) {}'
[ "$(grep -c '^execution' recorded)" = 3 ] || fail "the work of a grid"
echo '    \FLOPS(me % 3 + 1) {}' | program turns
expect 0 "$loop" count turns.loop -n 9999
out_says 'not all were executed: each other rank is counted with the amounts'
program among_work <<'EOP'
    \AMONG(r -> r % 2) \FLOPS(me + 1) {}
EOP
expect 0 "$loop" count among_work.loop -n 5000
out_has 'ranks of groups compute different amounts; these are counted for up to 4096 ranks only'
out_lacks 'operations'
# Verification before the end is not executed, unless it communicates, or a header may do so.
program verified <<'EOP'
    \EXCHANGE(8, 1, 1);
    volatile bool ends = false;
    \UNTIMED() { while (!ends) {} \VERIFY(ends, "ends") }
    \UNTIMED() if (me == 0) while (!ends) {}
EOP
expect 0 "$loop" count verified.loop -n 4 --timeout 20
out_has 'line 12: the statement of \UNTIMED is not executed: nothing that is counted depends on it'
out_has 'line 13: the statement of \UNTIMED is not executed'
echo 'inline bool agree(int x) { MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); return x >= 0; }' \
    >agree.h
{
    echo '#include <mpi.h>'
    echo '#include "agree.h"'
    echo 'int main() {'
    echo '    int nodes, me, host, size;'
    echo '    \OPEN0(&nodes, &me, &host, &size, 0);'
    echo '    \UNTIMED() \VERIFY(agree(me), "agree")'
    echo '    \CLOSE0();'
    echo '}'
} >headers.loop
expect 0 "$loop" count headers.loop -n 4
out_has 'MPI_Allreduce'
out_lacks 'not executed'
# The same with a header that cannot communicate: what the program itself calls does not matter. A function that
# communicates may be called by others to whom it is given.
printf '#include <vector>\ninline bool ends(int x) { while (x >= 0) {} return true; }\n' >quiet.h
printf 'template <class F> bool holds(const F& check) { return check(0); }\n' >>quiet.h
{
    echo '#include "quiet.h"'
    echo 'bool all(int x) { gsum0(&x, 1, 1, 0, 0); return x >= 0; }'
    echo 'int main() {'
    echo '    int nodes, me, host, size;'
    echo '    \OPEN0(&nodes, &me, &host, &size, 0);'
    echo '    all(me);'
    echo '    \UNTIMED() \VERIFY(ends(me), "ends")'
    echo '    \CLOSE0();'
    echo '}'
} >quiet.loop
expect 0 "$loop" count quiet.loop -n 4 --timeout 20
out_has 'line 7: the statement of \UNTIMED is not executed'
sed 's/ends(me)/holds(all)/' quiet.loop >given.loop
expect 0 "$loop" count given.loop -n 4
out_lacks 'not executed'
for text in '#include <omp.h>' '#define SEND(call) MPI_##call' 'inline int more(int x) { gsum0(&x, 1, 1, 0, 0); return x; }'; do
    { echo "$text"; echo 'inline bool ends(int) { return true; }'; } >quiet.h
    expect 0 "$loop" count quiet.loop -n 4
    out_lacks 'not executed'
done
program too_much <<'EOP'
    \WORK(-1.0);
EOP
expect 5 "$loop" count too_much.loop -n 4
err_has 'too_much.loop:10: error: rank 0: \WORK: SECONDS is -1; it must be from 0 to 1e9 s'

# What time decides.
program timed <<'EOP'
    \LOOP (SECONDS: 0.01) i \EXCHANGE(8, 1, 1);
EOP
expect 5 "$loop" count timed.loop -n 4
err_has 'timed.loop:10: error: rank 0: \LOOP: the number of passes of a loop with SECONDS depends on time; give it with `--passes`'
expect 0 "$loop" count timed.loop -n 4 --passes 3 --format json
python3 -c 'import json; assert json.load(open("out"))["total"] == {"messages": 12, "bytes": 96}' || fail "3 passes"
program probes <<'EOP'
    if (me < 0) probe0(1);
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
EOP
expect 4 "$loop" count probes.loop -n 4
err_has 'a program that calls MPI_Iprobe cannot be counted'
program silent <<'EOP'
    \SEND(8, r -> r + nodes);
EOP
expect 0 "$loop" count silent.loop -n 4
out_has '\SEND in line 10 never sends anything.'

# Data that ranks receive must not decide what they do. steered NAME: a program that receives `got` in line 11 or 12.
steered() {
    {
        echo '    int got = 0;'
        echo '    if (me == 0) for (int to = 1; to < nodes; ++to) MPI_Send(&nodes, 1, MPI_INT, to, 0, MPI_COMM_WORLD);'
        echo '    else MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);'
        cat
    } | program "$1"
    expect 5 "$loop" count "$1.loop" -n 3
    err_has 'received data: MPI_'
    err_has "hint: no data move in a count; only what a rank knows by itself can decide"
}
steered branch <<'EOP'
    if (got > 0)
        \EXCHANGE(8, 1, 1);
    \COMMUNICATE(16, 1, 1);
EOP
err_has 'branch.loop:14: error: rank 1: data that it received decide what it does: if they are small numbers, it calls \EXCHANGE in line 14 (8 bytes); else it calls \COMMUNICATE in line 15 (16 bytes)'
err_has 'branch.loop:12: received data: MPI_Recv'
steered amount <<'EOP'
    \WORK(got < 0 ? 0 : got);
EOP
err_has 'amount.loop:13: error: rank 1: data that it received decide what it does'
steered crash <<'EOP'
    volatile int* const values = new int[100];
    values[got * 1000000000L] = 1;
EOP
err_has 'crash.loop:12: error: rank 1: data that it received decide what it does: if they are -1, it is ended by signal 11'
steered endless <<'EOP'
    do MPI_Allreduce(MPI_IN_PLACE, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    while (got > 3);
EOP
err_has 'if they are other numbers, it does not end'
err_has 'endless.loop:13: received data: MPI_Allreduce'
program loops <<'EOP'
    double norm = 1, all = 0;
    for (int i = 0; i < 10 && norm > 1e-6; ++i) {
        \EXCHANGE(8, 1, 1);
        \ALLREDUCE(8, FROM: &norm, INTO: &all);
        norm = all / 2;
    }
EOP
expect 5 "$loop" count loops.loop -n 4
err_has 'loops.loop:12: error: rank 0: data that it received decide what it does: if they are'
err_has 'loops.loop:13: received data: \ALLREDUCE'
program answers <<'EOP'
    int got = 0;
    MPI_Status status;
    if (me > 0) MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else for (int i = 1; i < nodes; ++i) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Send(&got, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
    }
EOP
expect 5 "$loop" count answers.loop -n 4
err_has 'answers.loop:15: error: rank 0: data that it received decide what it does: if they are zeros, it calls MPI_Send in line 15 (4 bytes to rank 1); else it calls MPI_Send in line 15 (4 bytes to rank 0)'
# Each call that receives, and data that decide nothing.
program receives <<'EOP'
    double x = 1, sum = 0;
    int one = 0, *all = new int[nodes];
    MPI_Request request;
    MPI_Reduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
    MPI_Scan(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(&me, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(all, 1, MPI_INT, &one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(&me, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Recv_init(&one, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&x, 1, MPI_DOUBLE, me, 0, &sum, 1, MPI_DOUBLE, me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    delete[] all;
EOP
expect 0 "$loop" count receives.loop -n 4
has_note() {
    python3 -c 'import json, sys; assert any(sys.argv[1] in note for note in json.load(open("out"))["notes"])' "$1" ||
        fail "no note: $1"
}
expect 0 "$loop" count receives.loop -n 4 --format json
has_note 'arrive by MPI_Reduce in line 13, MPI_Scan in line 14, MPI_Bcast in line 15, MPI_Gather in line 16, MPI_Scatter in line 17, MPI_Allgather in line 18, MPI_Alltoall in line 19, MPI_Start in line 21, MPI_Sendrecv in line 23'

# Data arrive where they arrive in a run: each step tells which of its numbers are not 0 afterward. The last
# execution of a rank, with other numbers, has the last word.
{
    cat <<'EOP'
#include <algorithm>
#include <cstdio>
#include <vector>
int main(void) {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 0);
    std::vector<double> from(50, 1.0), into(50);
    \VEC(double, S1: 10) v;
    double rows[5][5] = {};
    std::FILE* file = std::fopen(("places-" + std::to_string(me)).c_str(), "w");
    auto tell = [&](const double* numbers, int count, int line = __builtin_LINE()) {
        std::fprintf(file, "%d:", line);
        for (int i = 0; i < count; ++i)
            if (numbers[i] != 0) std::fprintf(file, " %d", i);
        std::fprintf(file, "\n");
        std::fill(into.begin(), into.end(), 0.0);
    };
    auto own = [&](int begin, int count) {
        std::fill_n(into.begin() + begin, count, 1.0);
        return into.data();
    };
EOP
    for call in 'COMMUNICATE(8, 1, 2, FROM: from.data(), INTO: into.data())' \
        'EXCHANGE(16, 1, 3, FROM: from.data(), INTO: into.data())' \
        'MULTIBCAST_ME(8, FROM: from.data(), INTO: into.data())' \
        'SEND({8, 16}, r -> {r - 1, r + 1}, FROM: from.data(), INTO: {&into[1], &into[9]})' \
        'SEND({8, 16}, r -> {r - 1, r + 1}, COUNT: 2, FROM: from.data(), INTO: into.data())' \
        'SEND(r -> 8 * r + 8, r -> {r + 1, r + 2}, FROM: from.data(), INTO: into.data())' \
        'RELAY(8, r -> r + 1, FROM: from.data(), INTO: into.data())' \
        'REDUCE(80, FROM: from.data(), INTO: into.data())' 'EXSCAN(80, FROM: from.data(), INTO: into.data())' \
        'SCAN(80, FROM: from.data(), INTO: into.data())' 'ALLREDUCE(16, FROM: from.data(), INTO: into.data())' \
        'GATHER(r -> 8 * (r + 1), ROOT: 1, FROM: from.data(), INTO: into.data())' \
        'GATHER(16, DATA: own(2 * me, 2))' 'SCATTER(r -> 8 * (r + 1), DATA: own(0, me == 0 ? 20 : 0))' \
        'SCATTER(16, ROOT: 2, FROM: from.data(), INTO: into.data())' 'BCAST(24, DATA: own(0, me == 0 ? 3 : 0))' \
        'ALLGATHER(8, DATA: own(me, 1))' \
        'ALLTOALL((r, s) -> 8 * (r + s + 1), FROM: from.data(), INTO: into.data())' \
        'REDUCE_SCATTER(r -> 8 * (r + 1), FROM: from.data(), INTO: into.data())'; do
        echo "    \\$call;"
        echo "    tell(into.data(), 50);"
    done
    cat <<'EOP'
    \SEND(24, r -> r + 1, FROM: from.data(), INTO: loop::strided(&rows[0][1], 8, 40));
    tell(&rows[0][0], 25);
    if (me == 0) std::fill_n(&v[0], 10, 1.0);
    \TREE_DISTRIB_VEC(v);
    tell(&v[0], 10);
    \TREE_COLLECT_VEC(v);
    tell(&v[0], 10);
    \TREE_BCAST(v, 40);
    tell(&v[0], 10);
    std::fclose(file);
    \CLOSE0();
}
EOP
} >places.loop
expect 0 "$loop" count places.loop -n 4
mkdir counted && mv places-? counted || fail "no places"
expect 0 "$loop" run places.loop -n 4 --oversubscribe --discard
for rank in 0 1 2 3; do
    diff "counted/places-$rank" "places-$rank" >&2 || fail "the places of rank $rank"
done

# What never meets, in every format.
cat >never.loop <<'EOP'
#include <loop/picl.h>
#include <mpi.h>
int main(void) {
    int nodes, me, host, size, x = 0;
    \OPEN0(&nodes, &me, &host, &size, 0);
    MPI_Request request;
    if (me == 0) MPI_Send(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    if (me == 1) MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &request);
    if (me == 2) MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me == 2) send0(&x, 4, 9, 0);
    MPI_Sendrecv(&x, 1, MPI_INT, (me + 1) % nodes, 5, &x, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < 3 - (me == 2); ++i)
        \EXCHANGE(8, 1, 1);
    if (me == 0) MPI_Barrier(MPI_COMM_WORLD);
    else MPI_Barrier(MPI_COMM_WORLD);
    \CLOSE0();
}
EOP
for format in text html markdown csv json xml; do
    expect 0 "$loop" count never.loop -n 3 --format "$format"
    for text in Irecv send0 PICL EXCHANGE; do
        out_has "$text"
    done
    case $format in
    text | html | markdown) out_has 'What never meets' ;;
    csv | xml) out_has 'never-meets' ;;
    json) out_has 'never_meets' ;;
    esac
done
expect 0 "$loop" count never.loop -n 3
out_has 'Not all ranks call \EXCHANGE in line 14 equally often, so some wait forever: rank 2: 2'
expect 0 "$loop" count never.loop -n 3 --format json
python3 - <<'EOP' || fail "what never meets"
import json
found = json.load(open("out"))["never_meets"]
messages = [[each[key] for key in ("call", "line", "sender", "receiver", "tag", "communicator", "messages", "lacks")]
            for each in found["messages"]]
assert messages == [["MPI_Send", 7, 0, 1, 7, "MPI_COMM_WORLD", 1, "receive"],
                    ["MPI_Irecv", 8, None, 1, 8, "MPI_COMM_WORLD", 1, "message"],
                    ["MPI_Recv", 9, 0, 2, None, "MPI_COMM_WORLD", 1, "message"],
                    ["send0", 10, 2, 0, 9, "PICL", 1, "receive"]], messages
assert found["calls"] == [{"call": "EXCHANGE", "lines": [{"file": "never.loop", "line": 14}],
                           "by_ranks": [{"ranks": [2], "calls": 2}, {"ranks": [0, 1], "calls": 3}]}], found["calls"]
EOP
expect 0 "$loop" count own.loop -n 4
out_lacks 'never meets'

# Long data that arrive often do not make a trial so slow that it seems not to end.
program often <<'EOP'
    \VEC(double, S1: 131072) out, in;
    \LOOP (40000) \COMMUNICATE(8 * 131072, 1, 1, FROM: out, INTO: in);
EOP
expect 0 "$loop" count often.loop -n 2
out_has '40 000'

# More ranks than any machine here has.
expect 0 "$loop" count "$root/examples/torus.loop" -n 100000
expect 0 "$loop" count "$root/examples/all_to_all.loop" -n 100000
out_has '199 998 000 000'

expect 0 "$loop" count "$root/examples/halo.loop" -n 3 --iterations 7 --schedule recorded
grep -q '^program 0 (1 2)\*7 3$' recorded || fail "the schedule of halo"

for format in text html markdown csv json xml; do
    expect 0 "$loop" count "$root/examples/halo.loop" -n 3 -o "halo.$format" --format "$format"
    [ -s "halo.$format" ] || fail "no halo.$format"
done

finish
