# \TIMED and \SAMPLE: what is in run.json, on the sheet, and in the terminal, from known samples.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

program known <<'EOP'
    \LOOP (1000) i \SAMPLE("size", "B", 3.0 * (me * 1000 + i + 1))
    \LOOP (10, WARMUP: 5) i \SAMPLE("warmed up", "", 1)
    \UNTIMED() \SAMPLE("warmed up", "", 2)
    for (int key = 1; key <= 1000; key *= 10)
        \LOOP (20) i \SAMPLE("keyed", "s", 1e-6 * key * (i + 1), KEY: key)
    \SAMPLE("odd", "", -1)
    \SAMPLE("odd", "", 0)
    \SAMPLE("odd", "", 1 / (nodes - 2.0))
    \LOOP (50, WARMUP: 7) \TIMED("round", PER: 2, KEY: 0.5, RANK: 1) \SEND(8, r -> 1 - r);
    \UNTIMED() \TIMED("round", PER: 2, KEY: 0.5, RANK: 1) usleep(100);
    \LOOP (5) \TIMED("nap", PER: 1000) usleep(2000);
    \LOOP (5) \TIMED("moved", PER: 2) { \ALLREDUCE(800); \BCAST(100); \SCATTER(8); \SCATTER(r -> 8 * r); \BARRIER(); }
EOP
expect 0 "$loop" run known.loop -n 2 --launches 2 -o run
out_says 'distributions samples min'
out_says 'samples bus bandwidth at least, MB/s min'
out_says 'warmed up 40 1 '

cat >check.py <<'EOP'
import json
summary = json.load(open("run/run.json"))["summary"]
samples = {(each["name"], each.get("key")): each for each in summary["samples"]}

def near(seen, wanted):
    assert abs(seen / wanted - 1) < 0.01, (seen, wanted)

size = samples["size", None]
assert size["unit"] == "B" and size["ranks"] == 2 and size["all"]["count"] == 4000, size
assert size["all"]["min"] == 3 and size["all"]["max"] == 6000, size["all"]
for share, name in [(0.05, "p5"), (0.5, "median"), (0.95, "p95"), (0.99, "p99"), (0.999, "p999")]:
    near(size["all"][name], 3 * 2000 * share)
near(size["all"]["mean"], 3 * 1000.5)
assert [launch["count"] for launch in size["launches"]] == [2000, 2000], size
assert sum(size["counts"]) == 4000 and size["outside"] == 0, size
assert samples["warmed up", None]["all"]["count"] == 2 * 2 * 10, samples["warmed up", None]
assert samples["warmed up", None]["all"]["max"] == 1
for key in 1, 10, 100, 1000:
    near(samples["keyed", key]["all"]["median"], 1e-6 * key * 10)
odd = samples["odd", None]
assert (odd["negative"], odd["zeros"], odd["not_finite"], odd["all"]["count"]) == (4, 4, 4, 4), odd
timed = samples["round", 0.5]
assert timed["all"]["count"] == 2 * 50 and timed["ranks"] == 1 and timed["unit"] == "s", timed
# On 2 ranks: 800, 100, half of 2 * 8, and half of 0 + 8 bytes; 5 times in 2 launches on 2 ranks, over PER.
assert samples["moved", None]["bus_bytes"] == (800 + 100 + 8 + 4) * 5 * 2 * 2 / 2, samples["moved", None]
nap = samples["nap", None]["all"]
assert nap["count"] == 20 and nap["min"] >= 2e-6, nap
EOP
expect 0 python3 -B check.py

expect 0 "$loop" report run --format html -o sheet.html
for text in 'id="distributions"' 'Histogram of size' 'keyed over the key' 'as in nccl-tests' 'Left out: 4 samples below 0'; do
    grep -qF -- "$text" sheet.html || fail "the sheet lacks: $text"
done
expect 0 "$loop" report run --format csv
out_has 'distributions,distribution-1,'

# Sweeps and comparisons take the medians as results.
expect 0 "$loop" compare run run --timed keyed
out_has 'key=1000'
expect 2 "$loop" compare run run --timed typo
err_has 'no run has a distribution `typo`; their distributions: `keyed`, `moved`, `nap`, `round`'
expect 0 "$loop" sweep known.loop -n 2 --launches 2 --warm-ups 0 -o sweep
out_has 'keyed, median (s) over key'
grep -qF 'size, median (B)' sweep/points.csv || fail "points.csv lacks the median of a distribution"

program units <<'EOP'
    \SAMPLE("time", "us", 1)
    \TIMED("time") usleep(1);
EOP
expect 5 "$loop" run units.loop -n 1 --discard
grep -qF 'the unit of "time" is "s"; in line ' err || fail "stderr does not name the units"

program many <<'EOP'
    \LOOP (1100) i \SAMPLE("many", "", 1, KEY: i)
EOP
expect 0 "$loop" run many.loop -n 1 -o many
verdict_is 'VALID WITH NOTES'
out_says '\SAMPLE: "many" has more than 1000 keys; the samples with other keys are counted together'
out_says '12 of 1001 keys'

# A rank that is not there: one message, also on one rank, where MPI_Abort calls exit().
program nobody <<'EOF'
    \TIMED("time", RANK: 1) usleep(1);
EOF
expect 5 "$loop" run nobody.loop -n 1 --discard
err_has '\TIMED: RANK is 1; ranks are 0 to 0'
err_lacks 'ended without'

# The plain program.
expect 0 "$loop" compile --plain known.loop -o plain.cpp
expect 0 mpicxx.mpich -std=c++17 -O1 -Wall -Wextra -Werror -o plain plain.cpp
expect 0 mpiexec.mpich -n 2 ./plain
out_has 'samples of size, B: 1000, min 3, median '
out_has 'samples of warmed up: 10, min 1, median 1, 99 % 1, max 1 (all ranks)'
out_has 'samples of round, key 0.5, s: 50, min '
out_has 'samples of odd: 1, min 0, median 0, 99 % 0, max 0, left out 2 (all ranks)'
finish
