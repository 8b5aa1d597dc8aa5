# loop compare: runs, sweeps, run.json files, and published tables; output formats, exit codes, errors.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs python3
published=$here/../../machines/published/loop-1995.csv

detects() { grep -q 'these could detect a slowdown of [0-9.]*x' err || fail "it does not say what it would detect"; }

program work <<'BODY'
    \PHASE("wait") usleep(static_cast<unsigned>(bytes));
BODY
expect 0 "$loop" sweep work.loop -n 1,2 --set bytes=20000 --launches 6 --warm-ups 0 -o fast
expect 0 "$loop" sweep work.loop -n 1,2 --set bytes=20000 --launches 6 --warm-ups 0 -o again
expect 0 "$loop" run work.loop -n 2 --set bytes=200000 --launches 6 -o slow

expect 0 "$loop" compare fast again --format json
# Two sweeps of the same workload: ratios of the medians in the journals, and verdicts that follow from them.
python3 - <<'CHECK' || fail "the JSON is wrong"
import json, statistics
comparison = json.load(open("out"))
assert comparison["schema"] == "loop-comparison/1" and len(comparison["rows"]) == 2
def measured(sweep, ranks):
    points = {p["number"] for p in json.load(open(sweep + "/plan.json"))["points"] if p["ranks"] == ranks}
    lines = [json.loads(line) for line in open(sweep + "/journal.jsonl")]
    return sorted(line["measured_seconds"] for line in lines if line["point"] in points)
for row in comparison["rows"]:
    base, cell = row["cells"]
    assert sorted(base["samples"]) == measured("fast", row["ranks"]), base
    assert sorted(cell["samples"]) == measured("again", row["ranks"]), cell
    slowdown, (low, high), least = cell["slowdown"], cell["interval"], comparison["least_difference"]
    wanted = statistics.median(cell["samples"]) / statistics.median(base["samples"])
    assert abs(slowdown / wanted - 1) < 1e-12, (slowdown, wanted)
    # Two sweeps in sequence: the interval is wider by the drift.
    assert cell["in_turn"] is False and cell["drift"] >= 1, cell
    low, high = low * cell["drift"], high / cell["drift"]
    assert low <= high and min(cell["samples"]) / max(base["samples"]) <= low * (1 + 1e-9), cell
    assert high <= max(cell["samples"]) / min(base["samples"]) * (1 + 1e-9), cell
    low, high = cell["interval"]
    assert 0.1 < slowdown < 10, slowdown  # both sleep equally long
    verdict = ("slower" if low > 1 and slowdown >= 1 + least else
               "faster" if high < 1 and slowdown <= 1 - least else
               "equal" if low > 1 - least and high < 1 + least else "undecided")
    assert cell["verdict"] == verdict and (cell["why"] != "") == (verdict == "undecided"), cell
CHECK
out_lacks nan
expect 0 "$loop" compare fast/points/002-work-n2/run.json slow
out_has "slower"
out_says "They differ in bytes 20000, 200000"
out_says "smallest slowdown"
expect 1 "$loop" compare fast/points/002-work-n2 slow --fail-if-slower 5%
err_has "slower by"
expect 0 "$loop" compare fast/points/002-work-n2 slow --fail-if-slower 5000%
expect 0 "$loop" compare slow fast/points/002-work-n2 --fail-if-slower 5%
err_lacks undecided
expect 1 "$loop" compare fast/points/002-work-n2 slow --fail-if-slower 5% --fail-if-undecided
err_has "slower by"
err_lacks undecided
# Undecided: a warning that says what would have been detected, or why nothing would; exit code 1 on request.
scatter() { # NAME SECONDS...: the run `slow` with these times
    name=$1
    shift
    cp -r slow "$name"
    python3 - "$name/run.json" "$@" <<'CHANGE' || fail "cannot change $name"
import json, sys
run = json.load(open(sys.argv[1]))
run["summary"]["program"]["launches"] = [{"min": float(s), "median": float(s), "max": float(s)} for s in sys.argv[2:]]
json.dump(run, open(sys.argv[1], "w"))
CHANGE
}
scatter rough 1 3 0.5 2 0.8 1.5
scatter alike 2 0.9 1.2 0.6 2.5 1
scatter twice 1 2
expect 0 "$loop" compare rough alike
err_has "warning: work 2"
err_has " on alike takes "
err_has " times as long: this does not show whether it is slower or faster."
detects
expect 0 "$loop" compare rough alike --fail-if-slower 5%
err_has "warning: work 2"
err_has "this does not show whether it is slower by more than 5 %."
detects
expect 8 "$loop" compare rough alike --fail-if-undecided
err_has "error: work 2"
err_has "this does not show whether it is slower or faster."
expect 8 "$loop" compare rough alike --fail-if-undecided --fail-if-slower 5%
expect 0 "$loop" compare rough twice
err_has "warning: work 2"
err_has "undecided: too few launches: 2 launches against 6 launches"
expect 0 "$loop" compare slow fast/points/002-work-n2 --phase wait --format csv
out_has ",faster,"
expect 0 "$loop" compare slow fast/points/002-work-n2 --phase wait
out_has 'Comparison of phase `wait`: '
out_has 'Times of phase `wait`'
out_has 'For phase `wait` alone: '
expect 0 "$loop" compare slow fast/points/002-work-n2 --phase wait --format json
out_has '"part": "phase `wait`"'
expect 0 "$loop" compare fast again --format html -o page.html
grep -q "default-src 'none'" page.html || fail "the page has no policy"

# Interleaved launches by one command: comparing its folder again gives the same result.
expect 0 "$loop" compare --launch "work.loop -n 1 --set bytes=2000" "work.loop -n 1 --set bytes=200000" --launches 5 --format json
python3 - <<'CHECK' || fail "the launched comparison is wrong"
import json, glob
comparison = json.load(open("out"))
assert [c["name"] for c in comparison["contenders"]] == ["work.loop -n 1 --set bytes=2000", "work.loop -n 1 --set bytes=200000"]
(row,) = comparison["rows"]
cell = row["cells"][1]
assert cell["in_turn"] is True and cell["drift"] is None and len(cell["samples"]) == 5, cell
(folder,) = glob.glob("loop-sweep-compare-*")
journal = [json.loads(line) for line in open(folder + "/journal.jsonl")]
assert len(journal) == 12, journal  # one warm-up each
order = [line["point"] for line in journal if not line["warm_up"]]
assert all(set(order[i:i + 2]) == {1, 2} for i in range(0, 10, 2)), order
CHECK
mv loop-sweep-compare-* launched
mv out first
expect 0 "$loop" compare launched --format json
python3 -c 'import json; a, b = json.load(open("first")), json.load(open("out")); assert a["rows"] == b["rows"]' || fail "compared again it is another"
expect 0 "$loop" compare launched
out_lacks 'measured at different times'
expect 0 "$loop" compare --launch work.loop work.loop --launches 1
out_has 'work.loop (2)'
expect 0 "$loop" compare fast again
out_has 'measured at different times'
out_has 'note: fast and again were measured at different times'
expect 2 "$loop" compare --launch "work.loop -n 1"
err_has 'only one input to launch'
expect 2 "$loop" compare --launch "work.loop --sise 3" work.loop
err_has '`--sise` is not an option here'
expect 2 "$loop" compare fast again --launches 3
expect 2 "$loop" compare fast again --oversubscribe
err_has '`--oversubscribe` needs `--launch`'

# A number of ranks that only one side has measured is not shown to be equal.
expect 9 "$loop" compare fast fast/points/002-work-n2 --fail-if-slower 10000% --fail-if-undecided
err_has "on 002-work-n2: not compared, because it was measured only on fast"

# Points that a sweep has no time of: INVALID, or not measured. Neither passes a check that depends on them.
program checked <<'EOF'
    \LOOP (10) \COMMUNICATE(100, 1, 1);
    \VERIFY(getenv("BROKEN") == nullptr || nodes != 2, "the check");
EOF
expect 0 "$loop" sweep checked.loop -n 1,2 --launches 5 -o held
expect 1 env BROKEN=1 "$loop" sweep checked.loop -n 1,2 --launches 5 -o failed
expect 1 "$loop" compare held failed --fail-if-slower 10000%
err_has 'is INVALID and has no time to compare'
out_has INVALID
expect 1 "$loop" compare failed failed
err_has 'is INVALID and has no time to compare'
cp -r held stopped
rm -r stopped/points/002-*/run.json
sed -i '/"point": *2\b/d' stopped/journal.jsonl
expect 0 "$loop" compare held stopped
out_has 'not measured'
err_has 'not compared, because stopped has no time of it'
expect 9 "$loop" compare held stopped --fail-if-slower 10000%

# INVALID results are compared only on request.
cp -r slow wrong
python3 - <<'CHANGE'
import json
run = json.load(open("wrong/run.json"))
run["verdict"] = {"word": "INVALID", "reasons": ["3 wrong bytes"]}
json.dump(run, open("wrong/run.json", "w"))
CHANGE
expect 1 "$loop" compare slow wrong
is_silent out
err_has 'the results to compare are INVALID: 3 wrong bytes'
err_has '--anyway'
expect 0 "$loop" compare slow wrong --anyway
out_has 's INVALID'
out_has '  - 3 wrong bytes (wrong: work 2'

expect 0 "$loop" compare "$published" --base paragon
out_has "time relative to paragon"
out_has "15.528"
expect 7 "$loop" compare fast
expect 7 "$loop" compare fast nowhere
err_has '`nowhere` does not exist'
err_has 'hint: give the folder of a run or of a sweep'
expect 7 "$loop" compare fast "$published"
err_has "no two of them measured the same workload"
expect 2 "$loop" compare fast again --base nobody
err_has "there are"
expect 2 "$loop" compare fast again --phase typo
err_has 'no run has a phase `typo`; their phases: `wait`'
expect 2 "$loop" compare fast again --fail-if-slower much
expect 2 "$loop" compare
expect 2 "$loop" compare fast again --format pdf
# Table 1 of the paper on this machine, compared with the paper's machines.
expect 0 "$loop" sweep table1 -n 1 --dry-run
for workload in fingerprint cg mmm_s mmm_a red_black; do
    out_has "-$workload-n1/"
done
expect 0 "$loop" sweep table3 --dry-run
expect 0 "$loop" sweep table1 -n 16 --launches 1 --warm-ups 0 -o here
expect 0 "$loop" compare here "$published" --base paragon
printf '%s\n' 'fingerprint 16/100' 'cg 16/256/8' 'mmm_s 16/256' 'mmm_a 16/256' 'red_black 16/1024/5' >wanted
sed -n '/^time,/,/^$/s/^\([a-z_]* [0-9/]*\) .*/\1/p' out >rows # rows with 16 ranks were measured on two machines
grep ' 16/' rows | cmp -s - wanted || fail "the rows are not in the paper's order: $(cat rows)"
echo '{"schema":"loop-run/1"' >broken.json
expect 7 "$loop" compare broken.json fast
finish
