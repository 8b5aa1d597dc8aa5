# \SEND, \RELAY, and \AMONG: what a run says about wrong arguments that only a run can find.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# The sheet has the pairs as offsets, and the groups.
program pairs <<'EOP'
    \SEND(8, r -> {r + 1, r - 1});
    \AMONG(r -> r % 2) \SEND(8, r -> (r + 1) % 2);
    for (int d = 0; d < 12; ++d) \SEND(8, r -> r + d);
EOP
expect 0 "$loop" run pairs.loop -n 4 -o pairs
out_line '\\SEND +11 .* r\+1; 2 groups of 2 ranks'
python3 - <<'EOP' || fail "pairs in run.json"
import json
sites = [site for site in json.load(open("pairs/run.json"))["summary"]["sites"] if site["construct"] == "SEND"]
assert [(site["offsets"], site["more_offsets"]) for site in sites] == [([1, -1], False), ([1], False), ([0, 1, 2, 3], False)], sites
assert sites[1]["groups"] == [{"first_member": 0, "ranks": 2}, {"first_member": 1, "ranks": 2}], sites[1]
assert "groups" not in sites[0], sites[0]
EOP
expect 0 "$loop" run pairs.loop -n 9 -o many
out_line '\\SEND +12 .* r, r\+1, r\+2, r\+3, r\+4, r\+5, r\+6, r\+7,\.\.\.'

# A construct that a rank enters twice for each call is counted once.
program halves <<'EOP'
    \LOOP (3) { \RELAY(8, r -> r + 1); \START(both) \EXCHANGE(8, 1, 2); \FINISH(both); }
EOP
sed -i 's/&size, 0)/\&size, 10000)/' halves.loop
expect 0 "$loop" run halves.loop -n 4 --oversubscribe -o halves
expect 0 "$loop" report halves --format json -o -
python3 - <<'EOP' || fail "the calls of RELAY and EXCHANGE"
import json
tables = {table["id"]: table["rows"] for section in json.load(open("out"))["sections"] for table in section["tables"]}
calls = {row[0]["text"]: row[2]["value"] for row in tables["time-by-construct"] if row[2]}
assert calls["\\RELAY"] == 12 and calls["\\EXCHANGE"] == 12, calls
EOP

program wrong <<'EOP'
    static double a[8], b[8];
    const int own = me, last = nodes - 1;
    const auto all_ranks = [&] { \VISIBLE_SYNC(); };
    const long long size_bytes = bytes;
    if (bytes == 1) \RELAY(8, r -> (r + 1) % nodes);
    if (bytes == 2) \RELAY(8, r -> r);
    if (bytes == 3) \SEND(8, r -> 0, FROM: a, INTO: b);
    if (bytes == 4) \SEND(8, r -> {r + 1, r - 1}, FROM: {a, a}, INTO: {b, b + 1});
    if (bytes == 5) \SEND(16, r -> {(r + 1) % nodes, (r + last) % nodes}, INTO: {b, b + 1});
    if (bytes == 6) \SEND(16, r -> (r + 1) % nodes, FROM: a, INTO: a + 1);
    if (bytes == 7) \SEND(-size_bytes, r -> r + 1);
    if (bytes == 8) \SEND(8, r -> r + 1, FROM: loop::strided(a, 3, 16), INTO: b);
    if (bytes == 9) \SEND(8, r -> r + own);
    if (bytes == 10) \SEND(8, r -> r + nodes);
    if (bytes == 11) \SEND(16, r -> (r + 1) % nodes, FROM: loop::strided(a, 8, 16), INTO: loop::strided(a + 1, 8, 16));
    if (bytes == 12) { const long long few = 1 + me; \SEND({8, few}, r -> {r + 1, r - 1}); }
    if (bytes == 13) \AMONG(r -> (r + own) % 2) \EXCHANGE(8, 1, 2);
    if (bytes == 14) \AMONG(r -> r < 0) \EXCHANGE(8, 1, 2);
    if (bytes == 15) \AMONG(r -> r != 1) all_ranks();
    if (bytes == 16) \AMONG(r -> r != 1, ORDER: -r) \RELAY(8, r -> 1 - r);
    const int twice = 2 * me;
    if (bytes == 17) \SEND(8, r -> r + own - twice);
    if (bytes == 18) \SEND(8, r -> {1, 2, 1, (1 + own) % nodes});
    if (bytes == 19) \SEND(8, r -> {(1 + own) % nodes, 1, 2, 1, 2});
    const auto late = [&](int call) { if (call == 3 && own == bytes - 20) usleep(200000); };
    if (bytes >= 20 && bytes <= 22) \LOOP (6) i {
        late(i);
        const int wrong = i == 3 && own == 1 ? 1 : 0;
        \AMONG(r -> (r + wrong) / 2) { \BARRIER(); \SEND(8, r -> r + i % 2); }
    }
    if (bytes == 23) \LOOP (6) i { // the groups are those of another call
        const int by = i == 3 && own == 1 ? 1 : 1 + i % 2;
        \AMONG(r -> r / by) \ALLREDUCE(8);
    }
    if (bytes == 24) \LOOP (20) i \AMONG(r -> r / (1 + i % 3)) { \ALLREDUCE(8); \AMONG(r -> r % 2) \BARRIER(); }
EOP
sed -i '1i #include <unistd.h>' wrong.loop

says 1 '\RELAY: 0 -> 1 -> 2 -> 0 is a circle: each of these ranks would wait for the one before it'
says 2 '0 -> 0 is a circle'
says 3 '\SEND: ranks 0 and 1 both send to place 0 of INTO on rank 0; leave INTO out'
says 5 'overlap the data from rank'
says 6 'in FROM and INTO'
says 7 'the size is -7 bytes for rank 0; it must not be negative'
says 8 'place 0 of FROM has blocks of 3 bytes, which do not divide the size of 8 bytes'
says 9 '\SEND: different arguments: rank'
says 9 '`own` is'
says 13 '\AMONG: different arguments: the groups differ: `own` is'
says 15 '\VISIBLE_SYNC: called inside \AMONG, but it concerns all ranks'
says 16 '2 -> 0 -> 2 is a circle'
says 12 '\SEND: different arguments'
says 17 '; `twice` is '
grep -qE '`own` is ([0-2]) on rank \1, ([0-2]) on rank \2; `twice` is [024] on rank \1, [024] on rank \2' err ||
    fail 'stderr lacks both variables with their values'
# As many receivers are named as fit into the status of a rank.
says 18 ' sends to ranks 1, 2, 1, '
if grep -qF '...' err; then fail 'four receivers are said to be more'; fi
says 19 ', 1, 2, 1, ...'
# A rank that changes its mind in a later call is found, whether it is the first or the last one there.
# The values are those published last, unless the \SEND has published its own since.
for last in 20 21 22; do says $last '\AMONG: different arguments: the groups '; done
says 23 '\AMONG: different arguments: the groups differ: `by` is '
for good in 4 11 24; do expect 0 "$loop" run wrong.loop -n 3 --set bytes=$good --discard; done
expect 0 "$loop" run wrong.loop -n 3 --set bytes=10 --discard
out_says '\SEND: no message was sent: no receiver is a rank, or COUNT is 0'
expect 0 "$loop" run wrong.loop -n 3 --set bytes=14 --discard
out_says '\AMONG: no rank is in a group, so no rank executes its statement'
finish
