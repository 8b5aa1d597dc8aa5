# loop clue: a small campaign with all its files; resuming after a signal; failing trials; refused options.
. "$(dirname -- "$0")/support.sh"
needs python3
needs xmllint
needs xsltproc
needs mpiexec.mpich
schema=$(cd "$here/../../docs" && pwd)/sheet.xsd

expect 0 "$loop" clue -n 1,2 --size 40 --iterations 3 --trials 2 --variations double,rearranged,cells -o done
out_has 'CLUE  local, 40 x 40 cells per rank, the fastest of 2 trials'
err_has '[100 %'
for file in sheet.html sheet.txt clue.csv clue.json clue.xml clue.xsl samples.csv plots/clue-efficiency-by-ranks.svg; do
    [ -s "done/$file" ] || fail "no $file"
done
python3 - done <<'END' || fail "the report does not agree with its trials"
import csv, json, sys
folder = sys.argv[1]
report = json.load(open(folder + "/clue.json"))
assert [(f["variation"], f["ranks"]) for f in report["figures"]] == [
    (v, n) for v in ("base", "double", "rearranged", "cells") for n in (1, 2)], report["figures"]
launches = list(csv.DictReader(open(folder + "/samples.csv")))
samples = [s for s in launches if s["warm_up"] == "0" and s["workload"] == "clue"]
# The probes of the machine are launched once.
probes = [(s["workload"], s["ranks"]) for s in launches if s["workload"] != "clue"]
assert probes == [("triad", "1"), ("triad", "2"), ("pingpong", "2")], probes
limits = report["limits"]
assert [m["ranks"] for m in limits["memory"]] == [1, 2] and limits["message_ranks"] == 2, limits
assert [(p["variation"], p["ranks"]) for p in limits["predictions"]] == [
    (v, n) for v in ("base", "double", "rearranged", "cells") for n in (1, 2)], limits
traced = [s for s in csv.DictReader(open(folder + "/samples.csv")) if s["warm_up"] == "1"]
assert [(s["variation"], s["ranks"]) for s in traced] == [("base", "2")], traced
for figure in report["figures"]:
    trials = [s for s in samples if s["variation"] == figure["variation"] and int(s["ranks"]) == figure["ranks"]]
    quiet = [s for s in trials if s["disturbed"] == "0"]
    assert len(figure["disturbed_trials"]) == len(trials) - len(quiet), figure
    # The time of a sample is that of the phase, which is the iterations and a clock reading.
    fastest = min(float(s["seconds"]) for s in quiet or trials)
    assert figure["act_million_per_s"] * fastest >= 0.999 * 1600e-6 * 3, figure
    assert len(figure["trials_act_million_per_s"]) == 2
    one = next(f for f in report["figures"] if f["variation"] == figure["variation"] and f["ranks"] == 1)
    e = figure["act_million_per_s"] / one["act_million_per_s"]
    assert abs(figure["efficiency_percent"] / 100 / e - 1) < 1e-9
    if figure["ranks"] == 2: assert abs(figure["serial_fraction_percent"] / 100 - (1 / e - 1)) < 1e-9
# The traced launch shows where the efficiency goes: its factors have the efficiency as their product.
factors = report["factors"]
assert factors["ranks"] == 2 and len(factors["by_rank"]) == 2, factors
known = [factors[name] for name in ("load_balance", "serialization", "transfer", "computation_scaling")]
if None not in known:  # the clocks of the ranks agree
    product = known[0] * known[1] * known[2] * known[3]
    assert abs(product / factors["efficiency"] - 1) < 1e-6, factors
one = next(f for f in report["figures"] if (f["variation"], f["ranks"]) == ("base", 1))
act = 4800e-6 / float(traced[0]["seconds"])
assert abs(factors["efficiency"] * one["act_million_per_s"] / act - 1) < 1e-6, (factors, act)
# Times, faults, and switches are those of one trial, so they are integers on one rank.
assert report["verdict"]["word"] in ("VALID", "VALID WITH NOTES"), report["verdict"]
disturbed = any(figure["disturbed_trials"] for figure in report["figures"])
assert disturbed == any("disturbed: left out" in reason for reason in report["verdict"]["reasons"])
rows = list(csv.DictReader(open(folder + "/clue.csv")))
for row in rows:
    if row["kind"] == "figure" and row["ranks"] == "1":
        assert float(row["context_switches"]).is_integer() and float(row["page_faults"]).is_integer(), row
# Every execution has all metrics, with mean, deviation, min, and max over its ranks, and its settings.
metrics = ["wall_time_s", "user_time_s", "system_time_s", "page_faults", "context_switches"]
executions = [row for row in rows if row["kind"] == "execution"]
assert len(executions) == len(samples) == 16, len(executions)
for row in executions:
    for metric in metrics:
        least, mean, most = (float(row[metric + "_" + what]) for what in ("min", "mean", "max"))
        deviation = float(row[metric + "_deviation"])
        assert least <= mean * (1 + 1e-9) and mean <= most * (1 + 1e-9), row
        assert abs(deviation - (most - least) / 2) <= 1e-9 * max(1, most), (metric, row)  # for one or two ranks
    twice = row["variation"] == "rearranged"
    assert (row["width"], row["height"], row["iterations"]) == (("80", "20", "3") if twice else ("40", "40", "3")), row
    assert row["type"] == ("double" if row["variation"] == "double" else "float"), row
    # Formula (15): the transitions of a rank, divided by the time of its iterations.
    assert abs(float(row["act_million_per_s"]) * float(row["wall_time_s_max"]) / 4800e-6 - 1) < 1e-9, row
# The same in XML.
import xml.etree.ElementTree as xml
table = next(t for t in xml.parse(folder + "/clue.xml").iter("table") if t.get("id") == "trials")
cells = [{c.get("column"): c.get("value", c.text) for c in row.findall("cell")} for row in table.findall("row")]
assert len(cells) == len(executions), len(cells)
for cell, row in zip(cells, executions):
    for metric in metrics:
        for what in ("mean", "deviation", "min", "max"):
            name = metric.removesuffix("_s").replace("_", " ") + ", " + what
            assert abs(float(cell[name]) - float(row[metric + "_" + what])) <= 1e-8 * float(cell[name]), (name, row)
    assert [cell[name] for name in ("width", "height", "type", "iterations")] == [
        row[name] for name in ("width", "height", "type", "iterations")], row
END
grep -qx 'VALID\( WITH NOTES\)\{0,1\}' done/sheet.txt || fail "the sheet has no verdict"
expect 0 "$loop" report done --format xml
cmp -s out done/clue.xml || fail "the report gives another clue.xml"
xmllint --noout --schema "$schema" done/clue.xml 2>err || fail "clue.xml is not of its schema"
expect 0 xsltproc done/clue.xsl done/clue.xml
out_has '<td>rearranged</td>'
out_has 'class="bar"'

# A probe that fails twice is no failure of the campaign: the page says why its limit is missing.
lame_machine triad-n2
expect_by_verdict "$loop" clue --machine ./lame.toml -n 1,2 --size 40 --iterations 3 --trials 1 --variations integer -o lame
[ "$(grep -c '"outcome":"failed"' lame/journal.jsonl)" = 2 ] || fail "the triad did not fail twice"
err_has 'a probe failed, which is no failure of the campaign: triad n=2'
out_says 'Memory: the triad moves'
out_says 'The triad on 2 ranks failed: '
verdict_is VALID
expect 0 "$loop" report lame --format text
out_says 'The triad on 2 ranks failed: '

# After a signal, the running trial finishes, a report shows the results so far, and the rest is measured later.
env --default-signal=INT "$loop" clue -n 1,2 --size 2000 --iterations 60 --trials 1 --variations integer -o cut >out 2>err &
pid=$!
has_begun() { ls "$1"/points/*/launch-1/records/rank-0.status; } # CAMPAIGN: its first trial
wait_while $pid "a trial has begun" has_begun cut
kill -INT $pid
wait $pid
code=$?
[ $code = 130 ] || fail "a campaign that was stopped returns $code"
err_has 'continue with `loop clue --resume'
trials=$(grep -c '"outcome":"good"' cut/journal.jsonl)
[ "$trials" = "$(wc -l <cut/journal.jsonl)" ] || fail "the trial that ran was not finished"
[ "$trials" -ge 2 ] && [ "$trials" -lt 5 ] || fail "the signal left $trials trials, with the traced launch"
[ -s cut/clue.csv ] || fail "no report of what there was"
expect 0 "$loop" clue --resume cut
[ "$(grep -c '^figure,' cut/clue.csv)" = 4 ] || fail "not all was measured after going on"

# A budget holds for the whole campaign: it chooses fewer or shorter trials, and ends the campaign, on a busy machine
# before its first result.
expect_by_verdict "$loop" clue -n 1,2 --quick --variations integer,modulo --budget 6 -o budget
spent=$(python3 - budget <<'END'
import json, sys
launches = [json.loads(line)["seconds"] for line in open(sys.argv[1] + "/journal.jsonl")]
plan = json.load(open(sys.argv[1] + "/plan.json"))["campaign"]
assert plan["budget_seconds"] < 6, plan["budget_seconds"]  # the launches that time the variations count, too
# A launch of unknown duration may begin while there is time left.
print("ok" if sum(launches) <= plan["budget_seconds"] + max(launches) else f"{sum(launches)} s: {launches}")
END
)
[ "$spent" = ok ] || fail "a budget of 6 s was exceeded: $spent"
# Probes are part of it, and come before the first trial. The timing of the variations says how long all will take.
err_has 'of the budget are for launches before the first trial (the base with a trace, probes of memory and messages)'
[ "$(grep -c 'time unknown until each point has run once' err)" -le 2 ] || fail "the timing was forgotten"
python3 - budget <<'END' || fail "a trial was launched before the probes"
import json, sys
points = {p["number"]: p["workload"] for p in json.load(open(sys.argv[1] + "/plan.json"))["points"]}
trials = [json.loads(line) for line in open(sys.argv[1] + "/journal.jsonl")]
order = [points[t["point"]] for t in trials if not t["warm_up"]]
assert order[:3] == ["triad", "triad", "pingpong"][:len(order)], order
series = json.load(open(sys.argv[1] + "/plan.json"))["campaign"]["series"]
assert all(one["expected_seconds"] > 0 for one in series), series
END
# Trials that were chosen are not those that fit.
expect_by_verdict "$loop" clue -n 1 --size 64 --variations integer --trials 1 --budget 30 -o chosen
err_has 'trials: 1'
err_lacks 'fit into the budget'
# It shrinks a grid that was not chosen; a chosen one is kept.
expect_by_verdict "$loop" clue -n 1 --variations integer --budget 3 -o small
err_has 'the budget shrinks the grid to'
python3 -c 'import json; g = json.load(open("small/clue.json"))["grid"]; assert 512 <= g["width"] == g["height"] < 4096, g' ||
    fail "the grid was not shrunk"
# A campaign that its budget ended, on a busy machine before its first result, goes on with a larger one.
expect_by_verdict "$loop" clue -n 1 --size 512 --iterations 40 --trials 60 --variations integer --budget 2 -o ended
err_has 'the time budget is exhausted'
expect_by_verdict "$loop" clue --resume ended --budget 2.5
err_has 'the time budget is'

# A second signal ends a trial that would take hours; there is no report.
env --default-signal=INT "$loop" clue -n 1 --size 2000 --iterations 1000000 --trials 1 --variations modulo -o twice >out 2>err &
pid=$!
wait_while $pid "a trial has begun" has_begun twice
kill -INT $pid
wait_while $pid "the first signal is answered" grep -q 'stopping after the current launch' err
sleep 0.5 # a signal that comes at once is a copy of the first one
kill -INT $pid
wait $pid
code=$?
[ $code = 130 ] || fail "a campaign that was stopped twice returns $code"
err_has 'no sheet was written'
grep -q '"outcome":"interrupted"' twice/journal.jsonl || fail "the journal does not know of the second signal"

# The timing program prints its CSV line if it is started by hand: the columns of clue.csv.
expect 0 "$loop" build clue -o timing
for ranks in 1 2; do
    timeout 60 mpiexec.mpich -n $ranks ./timing --size 50 --iterations 4 --set type=int32 >line.$ranks 2>err </dev/null ||
        fail "the timing program failed on $ranks ranks"
    err_has 'verdict   VALID'
done
python3 - line.1 line.2 done/clue.csv <<'END' || fail "the CSV line of the timing program is wrong"
import csv, sys
columns = next(csv.reader(open(sys.argv[3])))
for ranks in (1, 2):
    row, = csv.DictReader(open(sys.argv[ranks]))
    assert (row["ranks"], row["width"], row["height"], row["type"], row["iterations"]) == (
        str(ranks), "50", "50", "int32", "4"), row
    assert abs(float(row["act_million_per_s"]) * float(row["wall_time_s_max"]) / 10000e-6 - 1) < 1e-6, row
    assert abs(float(row["net_act_million_per_s"]) / float(row["act_million_per_s"]) - ranks) < 1e-6, row
    for name in row:
        assert name in columns or name in ("neighbours", "edges", "order", "update", "indices"), name
        assert row[name] != "", name
END
# With several calls, the head comes once.
cat >twice.loop <<'END'
int main() {
    int nodes, me, host, n;
    \OPEN0(&nodes, &me, &host, &n, 0);
    \CLUE(8, 8, 2);
    \CLUE(8, 8, 2, EDGES: "cells");
    \CLOSE0();
}
END
expect 0 "$loop" build twice.loop -o twice.program
timeout 60 mpiexec.mpich -n 2 ./twice.program >out 2>err </dev/null
[ "$(grep -c '^ranks,' out)" = 1 ] && [ "$(grep -c '^2,8,8,float,2,eight,' out)" = 2 ] || fail "wrong lines of CSV"
expect 0 "$loop" run twice.loop -n 1 --discard
out_lacks 'ranks,width'

# The word of the machine is queried; the base has it if asked for, and then no variation has wider cells.
expect 0 "$loop" clue -n 1 --size 40 --iterations 2 --trials 1 --word machine -o word
err_has "words of $(($(getconf LONG_BIT) / 8)) bytes)"
python3 - "$(getconf LONG_BIT)" <<'END' || fail "the base does not have the word of the machine"
import json, sys
report = json.load(open("word/clue.json"))
assert report["word"] == sys.argv[1] + " bits", report["word"]
types = {f["variation"]: f["work"]["type"] for f in report["figures"]}
assert types["base"] == {"64": "double", "32": "float"}[sys.argv[1]], types
assert ("double" in types) == (sys.argv[1] == "32"), types
END

# Trials until they agree: every point has at least four, and the sheet says if they never agreed.
expect 0 "$loop" clue -n 1 --size 40 --iterations 400 --until 1000 --variations four -o agreed
err_has 'trials: at least 4, until the interval of their median is narrower than 100000 % of it, at most 100'
# Six are the fewest with an interval; the triad is launched once.
[ "$(wc -l <agreed/journal.jsonl)" = 13 ] || fail "not six trials of each point"
expect 0 "$loop" clue -n 1 --size 40 --iterations 400 --until 0.000001 --most-trials 7 --variations four --no-probes -o differ
[ "$(wc -l <differ/journal.jsonl)" = 14 ] || fail "not seven trials of each point"
out_has 'the fastest of 7 trials'
out_says 'not converged: at 2 points the interval of the median is wider than'

# Options that are refused before anything runs.
refused() { # TEXT HINT ARGUMENT...
    text=$1 hint=$2
    shift 2
    expect 2 "$loop" clue -o never "$@"
    err_has "$text"
    err_has "$hint"
    [ ! -e never ] || fail "$* began"
}
refused 'unknown variation `duoble`' 'did you mean `double`?' --variations duoble
refused '10000000 x 10000000 cells on 2 ranks take' '--size' -n 1,2 --size 10000000
refused 'the memory of machine `fattree-1024` is unknown' '--memory 1024M' --machine fattree-1024
refused '`--word` must be 4 or 8 (bytes), or `machine`, the word of the machine, not `16`' '' --word 16
refused 'the word of machine `fattree-1024` is unknown' '`word_bits`' --machine fattree-1024 --memory 1024M --word machine
printf 'memroy = "1G"\n' >wrong.toml
refused 'wrong.toml:1: unknown key `memroy`' 'did you mean `memory`?' wrong.toml

# A trial that hangs is repeated once, and the others continue, which have time enough on a busy machine.
cat >launcher <<'END'
#!/bin/sh
if grep -q '^set indices modulo' "$LOOP_PARAMETERS"; then exec sleep 1000; fi
exec mpiexec.mpich "$@"
END
chmod +x launcher
sed "s|\"mpiexec.mpich\", \"-n\"|\"$work/launcher\", \"-n\"|" "$here/../../machines/local.toml" >hangs.toml
expect 6 "$loop" clue -n 1 --size 300 --iterations 60 --trials 1 --timeout 20 --variations modulo,integer \
    --machine ./hangs.toml -o slow
[ "$(grep -c '"outcome":"timed out"' slow/journal.jsonl)" = 2 ] || fail "a trial that hangs is not launched twice"
grep -q '^figure,integer,1' slow/clue.csv || fail "the rest did not go on"
grep -q 'no result for modulo on 1 rank:' slow/sheet.txt || fail "the report does not name what is missing"
finish
