# loop clue on models of the thesis's machines: it finds the weaknesses of clusters A, C, and F, and that the order of
# ranks matters on networks that relay messages, but not on a switch. Small parts of the campaigns in docs/clue.md.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx
needs python3

weaknesses() {
    python3 -c 'import json, sys
print(",".join(o["about"] for o in json.load(open(sys.argv[1] + "/clue.json"))["observations"] if o["kind"] == "weakness"))' "$1"
}

clusters() { # WEAKNESSES MACHINE
    expect 0 "$loop" clue --machine "$2" -n 1,16 --size 6697 --iterations 1 --variations integer,double,rearranged -o "$2"
    found=$(weaknesses "$2")
    [ "$found" = "$1" ] || fail "$2 has the weaknesses \`$found\`, not \`$1\`"
}
clusters '' clue-a
clusters 'floating point' clue-c
clusters 'network' clue-f

# The phase that is measured is the iterations: it leaves out what a first call prepares, such as a communicator, which
# takes time on several ranks only.
python3 - clue-a <<'END' || fail "the measured phase is not the iterations"
import csv, sys
walls = {(r["variation"], r["ranks"]): float(r["wall_time_s_max"])
         for r in csv.DictReader(open(sys.argv[1] + "/clue.csv")) if r["kind"] == "execution"}
samples = [s for s in csv.DictReader(open(sys.argv[1] + "/samples.csv")) if s["warm_up"] == "0" and s["workload"] == "clue"]
assert len(samples) == len(walls) == 8, (len(samples), len(walls))
for sample in samples:
    wall = walls[sample["variation"], sample["ranks"]]
    assert abs(float(sample["seconds"]) / wall - 1) < 1e-9, (sample, wall)
END

# Two machines in one campaign: each has its own grid and ranks, and the sheet compares them.
expect 0 "$loop" clue --machine clue-a,clue-b -n 1,8 --variations rearranged -o both
out_says 'clue-b (SIMULATED) against clue-a (SIMULATED), in 4 comparisons: slower in 4'
out_has 'What memory and messages allow on each system'
out_says 'clue-a (SIMULATED): Messages: between the first and the last of 8 ranks'
out_says 'clue-b (SIMULATED): Messages: between the first and the last of 8 ranks'
grep -q 'What memory and messages allow on each system' both/sheet.html || fail "the page lacks the limits of each system"
for file in sheet.html clue.csv comparison.csv clue.json clue.xml plots/clue-act-by-variation.svg; do
    [ -s "both/$file" ] || fail "no $file"
done
expect 0 "$loop" report both --format csv
cmp -s out both/comparison.csv || fail "the report gives another comparison.csv"
# The same from two campaigns, and the thesis beside them: its rows have no verdict.
published=$here/../../machines/published/clue-2006.csv
expect 0 "$loop" compare clue-a clue-f "$published" --base clue-a --plots figures --format csv -o beside.csv
for figure in act-by-variation efficiency-by-variation serial-fraction-by-variation efficiency-by-ranks; do
    [ -s "figures/clue-$figure.svg" ] || fail "no figure $figure"
done
python3 - "$published" <<'END' || fail "the comparison does not agree with its inputs"
import csv, json, sys
both = json.load(open("both/clue.json"))
assert both["schema"] == "loop-clue-comparison/1", both["schema"]
assert [s["grid"]["width"] for s in both["systems"]] == [6697, 4716], both["systems"]
assert all(cell["verdict"] == ("slower" if i else None) for row in both["rows"] for i, cell in enumerate(row["cells"]))
rows = list(csv.DictReader(open("beside.csv")))
printed = {(r["system"], r["variation"], r["ranks"]): r for r in csv.DictReader(open(sys.argv[1])) if r["kind"] == "figure"}
assert sum(r["published"] == "1" for r in rows) == len(printed) == 52
for row in rows:
    if row["published"] == "1":
        assert row["verdict"] == "" and row["trials"] == "", row
        assert float(row["act_million_per_s"]) == float(printed[row["system"], row["variation"], row["ranks"]]["act_million_per_s"])
    elif row["system"] == "clue-f (SIMULATED)":
        assert row["verdict"] in ("faster", "slower", "equal", "undecided"), row
END
expect 0 "$loop" compare clue-a clue-f "$published"
out_says 'clue-f (SIMULATED) and cluster F, which it models,'
out_says 'cluster F: limited by network; the model clue-f (SIMULATED): by network'
expect 1 "$loop" compare clue-a clue-f --fail-if-slower 1%
err_has 'double on 16 ranks on clue-f (SIMULATED): slower by'
expect 2 "$loop" compare "$published" clue-a --fail-if-slower 5%
err_has 'published figures have no trials'
expect 2 "$loop" compare clue-a clue-f --base nobody
err_has 'there is no `nobody` to compare with'
expect 7 "$loop" compare clue-a
err_has 'there is only one system to compare'
printf 'system,variation,ranks,act_million_per_s\nx,base,1,fast\n' >wrong.csv
expect 7 "$loop" compare clue-a wrong.csv
err_has 'line 2: `act_million_per_s` is not a number above 0'

networks() { # WEAKNESSES MACHINE
    expect 0 "$loop" clue --machine "$2" -n 1,16 --size 256 --iterations 20 --variations random-order -o "order-$2"
    found=$(weaknesses "order-$2")
    [ "$found" = "$1" ] || fail "$2 has the weaknesses \`$found\`, not \`$1\`"
}
networks '' clue-a
networks 'order of ranks' clue-ring

# Damage in the folder of a campaign is told, and comparisons refuse it.
expect 0 "$loop" clue --machine clue-a -n 1,2 --size 64 --variations rearranged -o whole
# What the ping-pong predicts is what the model has: two links of 20 us, 20 us on either side, and 12.5 MB/s. A rank makes
# 97.47 million operations per second, 8 for each cell, and sends two edges of 64 cells in each iteration.
out_says 'Memory: none. The machine is a model that charges operations, so no triad was measured.'
python3 - <<'END' || fail "the prediction is not that of the model"
import json
report = json.load(open("whole/clue.json"))
cells = 64 * 64 * 8 / 97.47e6
messages = 2 * 20e-6 + 2 * 20e-6 + 2 * 64 * 4 / 12.5e6
by_hand = 100 * cells / (cells + messages)
predicted = {(p["variation"], p["ranks"]): p for p in report["limits"]["predictions"]}
measured = {(f["variation"], f["ranks"]): f for f in report["figures"]}
assert sorted(predicted) == [("base", 2), ("rearranged", 2)], predicted
base = predicted["base", 2]
assert abs(base["efficiency_percent"] - by_hand) < 0.5, (base, by_hand)
assert base["memory_limit_act_million_per_s"] is None, base
for point, values in predicted.items():
    assert abs(values["efficiency_percent"] - measured[point]["efficiency_percent"]) < 1, (point, values, measured[point])
END
damaged() { # SENTENCE FOLDER
    "$loop" report "$2" --format text >out 2>err && fail "the damage in $2 is not told"
    cat err >>out
    out_says "$1"
    "$loop" compare "$2" "$published" >out 2>err && fail "$2 is compared"
    err_has "$1"
}
cp -r whole negative
sed -i '2s/"measured_seconds":[^,]*/"measured_seconds":-1/' negative/journal.jsonl
damaged 'has a negative time of launch-1 in journal.jsonl' negative
cp -r whole lost
rm -r lost/points/002-clue-n2
damaged 'points/002-clue-n2 has lost its run.json' lost
cp -r whole edited
sed -i 's/"width": *"64"/"width":"128"/' edited/plan.json
damaged 'has width 128 in plan.json, and 64 in run.json' edited
"$loop" report edited --format json >edited.json 2>err
"$loop" report whole --format json >whole.json 2>err
python3 - <<'END' || fail "an edited plan changes ACT/s"
import json
edited, whole = ([f["act_million_per_s"] for f in json.load(open(name))["figures"]] for name in ("edited.json", "whole.json"))
assert edited == whole, (edited, whole)
END

# In random order on an uneven network, the first iterations take longer: by default there are enough.
usual= # no option
for iterations in usual 2 100; do
    [ $iterations = usual ] || usual="--iterations $iterations"
    expect 0 "$loop" clue --machine clue-ring -n 1,16 --size 256 --variations random-order --no-probes $usual -o ring-$iterations
done
python3 - <<'END' || fail "the default of random order has too few iterations"
import json
def settled(name):
    return next((f["efficiency_percent"], f["work"]["iterations"])
                for f in json.load(open(f"ring-{name}/clue.json"))["figures"]
                if (f["variation"], f["ranks"]) == ("random-order", 16))
usual, few, many = settled("usual"), settled("2"), settled("100")
assert usual[1] == 20, usual
assert abs(usual[0] - many[0]) < 0.3 < abs(few[0] - many[0]), (few, usual, many)
END

# Ranks of a model begin together, so two iterations are as efficient as a hundred.
for iterations in 2 100; do
    expect 0 "$loop" clue --machine fattree-1024 -n 1,64 --size 200 --iterations $iterations --variations rearranged \
        -o settled-$iterations
done
python3 - <<'END' || fail "the efficiency of a model depends on the number of iterations"
import json
few, many = (next(f["efficiency_percent"] for f in json.load(open(f"settled-{i}/clue.json"))["figures"] if f["ranks"] == 64)
             for i in (2, 100))
assert abs(few - many) < 0.01, (few, many)
END
finish
