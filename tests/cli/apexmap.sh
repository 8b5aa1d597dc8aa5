# loop apexmap: surfaces from one launch each; stopping and resuming; two machines; oversubscribed and simulated ranks.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs python3
needs rsvg-convert
needs mpiexec.openmpi
needs smpirun
small="--alpha 1,0.1,0.001 --length 1,16,256 --set M=262144 --set I=64 --set warmup=0 --launches 1"

# kept FOLDER: prints alpha and L of every result that its launches saved.
kept() { cat "$1"/points/*/launch-*/records/kept.jsonl | sed 's/.*"L":\([0-9]*\),"alpha":\([0-9.]*\),.*/\2 \1/'; }

# The usual campaign reads less than one launch of Apex-Map 3.0 (90 points of 110 repeats), also if all batches are slow.
python3 - "$(dirname -- "$0")/../../workloads/surface.toml" <<'CHECK' || fail "workloads/surface.toml takes long"
import re, sys
text = open(sys.argv[1]).read()
def number(name): return float(re.search(rf"\b{name} = ([0-9.]+)", text)[1])
def values(name): return len(re.search(rf'\b{name} = "([^"]*)"', text)[1].split(","))
points = number("launches") * values("alpha") * values("L")
assert points * (number("N") + number("warmup")) <= 90 * 110, points
assert points * 5 * number("seconds") <= 10, points
CHECK

# One command measures and draws, including the ping-pong.
expect 0 "$loop" apexmap $small --set N=5 -n 2 -o whole
out_has "local, 2 ranks, MB/s per process"
out_has "Fastest:"
out_has "Apex-Map / ping-pong bandwidth at the largest alpha, by block length"
[ "$(kept whole | sort -u | wc -l)" = 9 ] || fail "not 9 points"
for plot in surface-1 contours-1 needed-1 ping-pong; do
    for form in svg pdf png; do [ -s "whole/plots/$plot.$form" ] || fail "plots/$plot.$form was not drawn"; done
done
grep -q '<svg class="figure".*bandwidth per process as a surface' whole/sheet.html || fail "the sheet has no pictures"
python3 - <<'CHECK' || fail "results.json or surfaces.csv is wrong"
import csv, json
results = json.load(open("whole/results.json"))
assert results["schema"] == "loop-surfaces/1"
[surface] = results["surfaces"]
assert surface["complete"] and len(surface["points"]) == 9
rows = list(csv.DictReader(open("whole/surfaces.csv")))
assert [float(r["mbs"]) for r in rows] == [p["mbs"] for p in surface["points"]]
assert [len(line["points"]) for line in results["over_ping_pong"]] == [3]
# Two ranks of a node share its last cache, or have one each: never more than the whole.
import glob
kept = [json.loads(line) for file in glob.glob("whole/points/*/launch-*/records/kept.jsonl") for line in open(file)]
[run] = glob.glob("whole/points/*apexmap*/run.json")
whole = json.load(open(run))["environment"]["caches"]
for line in kept:
    for level, name in (("L1", "l1d_bytes"), ("L2", "l2_bytes"), ("L3", "l3_bytes")):
        share = line["arguments"][level + " share"]
        assert share == 0 or name not in whole or share in (whole[name], whole[name] / 2), (level, share, whole)
CHECK
expect 0 "$loop" report whole --format csv
cmp -s out whole/surfaces.csv || fail "the CSV is not that of the surface"
expect 0 "$loop" report whole --format text --bandwidth 0.001,1e9
out_says "was exceeded by the shortest blocks"
out_says "was not reached"
expect 2 "$loop" report whole --bandwidth 10,x
err_has "\`x\` in \`--bandwidth"
# The probes of the machine stand on the page, with the published machines; a sweep without them says so.
python3 - <<'CHECK' || fail "the probes are wrong"
import json
results = json.load(open("whole/results.json"))
[probes] = results["probes"]
assert probes["ranks"] == probes["ranks_of_node"] == 2 and not probes["simulated"]
assert all(probes[name] > 0 for name in ("memory_mbs", "message_mbs", "latency_us", "half_bytes")), probes
assert len(results["surfaces"][0]["shares"]) == 2
CHECK
expect 0 "$loop" report whole --format text
out_says "Memory: the triad moves"
out_says "the ping-pong's n-half is"
out_has "Phoenix (published)"
expect 0 "$loop" report whole --format markdown
out_has "L that reaches 1 MB/s at alpha 0.005"
rm whole/sheet.html
expect 0 "$loop" report whole
[ -s whole/sheet.html ] || fail "the sheet was not written again"

# If the sweep is stopped, figures show the results so far; resuming does not repeat measurements.
for signal in INT KILL; do
    env --default-signal=INT "$loop" apexmap $small --set N=40000 --version sequential -n 1 --no-probes -o "cut-$signal" >out 2>err &
    pid=$!
    has_two() { [ "$(kept "cut-$signal" | wc -l)" -ge 2 ]; }
    wait_while $pid "two points are measured" has_two
    kill -$signal "$pid"
    wait "$pid"
    before=$(kept "cut-$signal" | wc -l)
    [ "$before" -ge 2 ] && [ "$before" -lt 9 ] || fail "SIG$signal left $before points"
    expect 0 "$loop" report "cut-$signal" --format text
    [ $signal = KILL ] || out_says "Incomplete: $before of 9 points"
    [ $signal = KILL ] || verdict_is 'VALID WITH NOTES'
    expect 0 "$loop" apexmap --resume "cut-$signal"
    [ "$(kept "cut-$signal" | wc -l)" = 9 ] && [ "$(kept "cut-$signal" | sort -u | wc -l)" = 9 ] ||
        fail "SIG$signal: points were lost or measured twice: $(kept "cut-$signal" | tr '\n' ';')"
    verdict_is VALID
done

out_says "The bandwidth of memory was not probed with this surface"

# A probe that fails is not a failure of the campaign: the page says why it is missing.
lame_machine triad
expect_by_verdict "$loop" apexmap $small --set N=5 -n 2 --machine ./lame.toml -o lame
grep -q '"outcome":"failed"' lame/journal.jsonl || fail "the triad did not fail"
err_has 'a probe failed, which is no failure of the campaign: triad n=2'
out_says 'The triad failed, so no share of the bandwidth of memory is known: '
out_says 'Network: at alpha 1'
verdict_is VALID
expect 0 "$loop" report lame --format text
out_says 'The triad failed, so no share'

# A budget ends a launch, on a busy machine before its first result; with a larger one, the launch continues.
expect_by_verdict "$loop" apexmap $small --set N=200000 --version sequential -n 1 --no-probes --budget 0.7 -o budget
err_has "the time budget is exhausted"
err_has "the sweep is in"
before=$(kept budget | wc -l)
[ "$before" -lt 9 ] || fail "the budget did not end it"
expect 0 "$loop" apexmap --resume budget --budget 10m
[ "$(kept budget | wc -l)" = 9 ] || fail "the budget: $(kept budget | wc -l) points"

# A campaign with several versions and buffers gives one surface each. 16 ranks take turns on few cores:
# otherwise, they would take hours.
cat >mine.toml <<'TOML'
launches = 1
warm_ups = 0
[[series]]
workload = "apexmap"
ranks = 2
set = { alpha = [1, 0.1], L = [1, 64], M = 131072, I = 32, N = 2, warmup = 0, version = ["async", "rma"], B = [1, 8] }
TOML
expect 0 "$loop" apexmap mine.toml --no-probes -o mine
[ "$(grep -c 'MB/s per process$' out)" = 4 ] || fail "not 4 surfaces"
out_has "MB/s per process, by B"
expect 0 timeout 240 "$loop" apexmap $small --set N=2 -n 2,16 --no-probes -o crowd
out_has "local, 16 ranks"
out_has "MB/s per process, by ranks"

# One surface for each intensity, with the rate of its arithmetic.
expect 0 "$loop" apexmap $small --set N=2 --intensity 1,32 --version sequential -n 1 --no-probes -o intense
out_says 'With 32 multiply-adds on each word, a process computes from '
[ "$(grep -c 'multiply-adds on each word, a process computes' out)" = 1 ] || fail "a sum has a rate of multiply-adds"
grep -q 'intensity=32' out || fail "no surface says its intensity"

# Two machines in one sweep, and in two sweeps.
expect 0 "$loop" apexmap $small --set N=2 -n 2 --machine local,local-openmpi --no-probes -o both
out_has "local-openmpi, 2 ranks over local, 2 ranks"
for plot in ratio-1 contours-side-by-side; do [ -s "both/plots/$plot.svg" ] || fail "plots/$plot.svg was not drawn"; done
expect 0 "$loop" compare both
expect 0 "$loop" compare whole both --base whole --plots figures -o side.txt
grep -q 'local-openmpi, 2 ranks over ' side.txt || fail "no ratio of the machines"
[ -s figures/ratio-1.pdf ] || fail "the ratio was not drawn"
expect 0 "$loop" apexmap --alpha 1,0.001 --length 1,64 --set I=8 --set N=1 --set warmup=0 -n 64 --machine fattree-1024 -o model
out_has "fattree-1024 (SIMULATED), 64 ranks"
out_says "knows nothing of memory"
out_has "not modeled"
ls model/points | grep -q triad && fail "the triad ran on a model"
ls model/points | grep -q pingpong || fail "the ping-pong did not run on the model"

# Invalid options.
expect 2 "$loop" apexmap --set alpha=1,0.1
err_has 'give its values with `--alpha`'
expect 2 "$loop" apexmap nowhere
expect 2 "$loop" apexmap table1
err_has 'no series of the workload apexmap'
expect 2 "$loop" apexmap --resume whole -o other
expect 2 "$loop" apexmap --alpha 1,x -o wrong
err_has 'alpha `x` in `1,x` must be greater than 0 and at most 1'
expect 2 "$loop" apexmap --alpha 0 -o wrong
expect 2 "$loop" apexmap --length 1,2.5 -o wrong
err_has 'length `2.5` in `1,2.5` must be a whole number of words, from 1 to 2^30'
expect 2 "$loop" apexmap --length 3,16 -o wrong
err_has 'length 3 in `3,16` does not divide the longest one, 16'
expect 2 "$loop" apexmap --version async,fast -o wrong
err_has 'unknown version `fast`'
err_has 'the versions are sequential, basic, async, rma, shmem'
expect 2 "$loop" apexmap --version rma --style read,write -o wrong
err_has 'unknown style `write`'
expect 2 "$loop" apexmap --version rma,async --style update -o wrong
err_has 'version `async` has no style `update`'
err_has 'give one that has it: `--version sequential` or `--version rma`'
expect 2 "$loop" apexmap --intensity 1,0.5 -o wrong
err_has 'intensity `0.5` in `1,0.5` must be a whole number from 1 to 1048576'
expect 2 "$loop" apexmap --intensity 4 --style update --version rma -o wrong
err_has 'style `update` has no intensity above 1'
expect 2 "$loop" apexmap --style chain -o wrong
err_has 'version `async` has no style `chain`'
expect 2 "$loop" apexmap --length 1 --set M=1000 -n 2,3 -o wrong
err_has 'M = 1000 words cannot be distributed evenly over 3 ranks; 1 remain'
expect 2 "$loop" apexmap --length 1,64 --set M=1000 -n 2 -o wrong
err_has 'each of 2 ranks has 500 of the M = 1000 words, which are not whole blocks of 64 words'
expect 2 "$loop" apexmap --length 1 --set M=1125899906842624 -n 2 -o wrong
err_has 'M = 1125899906842624 words are 8.00 PiB, but the memory of this machine is'
# With -q, there is no progress. Versions without buffers are measured once, and compared with each B.
expect 0 "$loop" apexmap -q $small --set N=2 -n 2 --no-probes --version async,basic --buffers 1,8 -o once
is_silent err
[ "$(grep -c 'MB/s per process$' out)" = 3 ] || fail "basic was measured for each B"
out_has "local, 2 ranks, async, B=1 over basic"
out_has "local, 2 ranks, async, B=8 over basic"
[ ! -e wrong ] || fail "a folder was made for what was refused"
finish
