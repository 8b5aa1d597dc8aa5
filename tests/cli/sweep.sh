# loop sweep: its files, failures, signals, SIGKILL, resuming, refusals.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs python3
needs rsvg-convert

# launches FOLDER OUTCOME: prints the number of launches with this outcome in the journal.
launches() { grep -c "\"outcome\":\"$2\"" "$1/journal.jsonl"; }
nobody_left() {
    for process in /proc/[0-9]*; do
        if cat "$process/environ" 2>/dev/null | tr '\0' '\n' | grep -q "^LOOP_PARAMETERS=$work/"; then
            fail "left behind: $(tr '\0' ' ' <"$process/cmdline")"
        fi
    done
}

program work <<'BODY'
    if (bytes == 13 && access("mended", F_OK) != 0) { fputs("it is not mended\n", stderr); abort(); }
    if (bytes == 14) { FILE* mark = fopen("started", "w"); fclose(mark); }
    if (bytes == 14 && access("mended", F_OK) != 0) pause();
    \PHASE("talk") \LOOP (10) \COMMUNICATE(bytes, 1, 1);
BODY

# A complete sweep: 2 x 2 points with a warm-up and 3 launches each.
expect 0 "$loop" sweep work.loop -n 1,2 --set bytes=8,64 --launches 3 --seed 5 -o whole
[ "$(launches whole good)" = 16 ] || fail "not 16 launches"
out_has "speed-up"
err_has "16 launches of 4 points"
err_has "[16/16]"
for plot in time speedup efficiency; do
    for form in svg pdf png; do [ -s "whole/plots/$plot.$form" ] || fail "plots/$plot.$form was not drawn"; done
done
python3 - <<'CHECK' || fail "results.json or samples.csv is wrong"
import json, csv
results = json.load(open("whole/results.json"))
assert [len(point["samples"]) for curve in results["curves"] for point in curve["points"]] == [3] * 4
rows = list(csv.DictReader(open("whole/samples.csv")))
assert len(rows) == 16 and sum(row["warm_up"] == "1" for row in rows) == 4
for point in json.load(open("whole/plan.json"))["points"]:
    run = json.load(open("whole/" + point["folder"] + "/run.json"))
    assert run["schema"] == "loop-run/1" and run["summary"]["launches"] == 3, run["verdict"]
assert json.load(open("whole/plan.json"))["campaign"]["seed"] == 5
CHECK
expect 7 "$loop" sweep work.loop -n 1 -o whole
err_has "is not an empty folder"

# Its sheet in each output format, in another folder or its own; options that are not for sweeps are refused.
expect 0 "$loop" report whole --format text
out_has "speed-up"
expect 0 "$loop" report whole -o elsewhere.csv
cmp -s elsewhere.csv whole/points.csv || fail "the CSV is not that of the sweep"
expect 0 "$loop" report whole --format json
cmp -s out whole/results.json || fail "the JSON is not that of the sweep"
rm whole/sheet.html
expect 0 "$loop" report whole
err_has "written: whole/sheet.html"
grep -q '<svg class="figure".*aria-label="work: time, median (s)"' whole/sheet.html || fail "the sheet has no plots"
expect 0 "$loop" report whole --format xml
out_has '<sheet schema="loop-sheet/1" title="work"'
expect 0 "$loop" report whole -o whole.md
grep -q '^| ranks |' whole.md || fail "no table in Markdown"
expect 2 "$loop" report whole --format pdf
err_has 'formats: html, text, markdown, csv, json, xml'
expect 2 "$loop" report whole --figure spacetime
err_has 'the folder `plots` of the sweep'
expect 2 "$loop" report whole --launch 1
err_has 'does not apply to the sheet of a sweep'
expect 2 "$loop" report whole --width 84mm
err_has '`--width` does not apply to the sheet of a sweep'
expect 0 "$loop" report whole/points/001-work-n1 --format text # a point is a run
mkdir broken
echo '{}' >broken/plan.json
expect 7 "$loop" report broken

# Any factor is horizontal; two numeric ones make a heat map; what cannot be drawn is refused before any launch.
expect 0 "$loop" report whole --x bytes --format text
out_has "work, ranks=2"
expect 0 "$loop" sweep work.loop -n 1,2 --set bytes=8,...,64 --launches 1 --heat-map -o never --dry-run
[ "$(grep -c 'LOOP_PARAMETERS=' out)" = 16 ] || fail "8,...,64 is not 4 values"
expect 2 "$loop" sweep work.loop -n 2 --set bytes=8,...,64 --heat-map
err_has '`--heat-map` needs two factors'
expect 2 "$loop" sweep work.loop -n 2 --x size
err_has '`--x size` is not a factor of this sweep'
expect 2 "$loop" report whole --x block --format text
err_has 'it has ranks, size, iterations, bytes, machine'
expect 2 "$loop" report whole/points/001-work-n1 --x bytes
err_has 'only for sweeps'
expect 0 "$loop" report whole --heat-map -o maps.html
grep -q 'over ranks and bytes' maps.html || fail "no heat map"
expect 2 "$loop" sweep work.loop -n 1 --set bytes=8,...,65
err_has 'is not a progression'

# The same seed gives the same order; a campaign file is equivalent to options.
cat >same.toml <<'TOML'
launches = 3
seed = 5
[[series]]
workload = "work.loop"
ranks = [1, 2]
set = { bytes = [8, 64] }
TOML
expect 0 "$loop" sweep same.toml --dry-run
out_has "shuffled in every round, seed 5"
[ "$(grep -c 'LOOP_PARAMETERS=' out)" = 16 ] || fail "the dry run does not show 16 launches"
sed -n 's/.*SWEEP\/\(.*\)\/parameters .*/\1/p' out >planned
sed -n 's/.*"point":\([0-9]*\),.*"folder":"\([^"]*\)".*/\1 \2/p' whole/journal.jsonl >made
sed 's/points\/00\([0-9]\)[^/]*\/\(.*\)/\1 \2/' planned | cmp -s - made || fail "the order is not the planned one"

# A launch that lost its records is repeated, and counts once.
cp -r whole lost
rm -rf lost/points/002-*/launch-2/records
expect 0 "$loop" sweep --resume lost
python3 -c 'import json
results = json.load(open("lost/results.json"))
assert [len(point["samples"]) for curve in results["curves"] for point in curve["points"]] == [3] * 4' || fail "a lost launch counts"

# Notes of launches that another command made stay.
program noted <<'BODY'
    \COMMUNICATE(8, 1, 1);
    if (me == 0 && access("first", F_OK) != 0) { fclose(fopen("first", "w")); \CLOSE0(); return 3; }
BODY
expect 0 "$loop" sweep noted.loop -n 2 --launches 2 --warm-ups 0 -o noted
out_says "the launcher returned 3 although every rank finished"
rm -rf noted/points/*/launch-2
sed -i '$d' noted/journal.jsonl
expect 0 "$loop" sweep --resume noted
out_says "the launcher returned 3 although every rank finished"

# Options replace what a campaign file sets; those without effect are refused.
printf '[[series]]\nworkload = "work.loop"\nranks = [1]\nset = { bytes = [16, 32] }\n' >file.toml
expect 0 "$loop" sweep file.toml --set bytes=64 --launches 1 --warm-ups 0 --dry-run
out_has "bytes=64"
out_lacks "bytes=16"
expect 2 "$loop" sweep work.loop -n 1 --launches 2 --most-launches 3 --dry-run
err_has '`--until`, which is missing'
expect 2 "$loop" sweep work.loop -n 1 --seed 0 --dry-run
err_has '`--seed` must be at least 1'

# A failing point is skipped, and the others continue; then its cause is removed.
expect 5 "$loop" sweep work.loop -n 2 --set bytes=8,13 --launches 2 -o partly
[ "$(launches partly good)" = 3 ] || fail "the good point was not measured"
err_has "signal 6"
err_has "the last line of its stderr: it is not mended"
verdict_is INVALID
expect 5 "$loop" sweep --resume partly
err_has "all launches are done"
touch mended
expect 0 "$loop" sweep --resume partly --retry-failed
[ "$(launches partly good)" = 6 ] || fail "the mended point was not measured"
rm mended

# Ctrl-C: the launch is stopped, results so far are written, and no process is left. Then the sweep is resumed.
for signal in INT TERM KILL; do
    rm -f started
    env --default-signal=INT "$loop" sweep work.loop -n 2 --set bytes=8,14 --launches 2 --order nested -o "cut-$signal" \
        >out 2>err &
    pid=$!
    wait_while $pid "the second point has begun" [ -e started ]
    id=$(sed -n 's/^launch //p' cut-$signal/points/002-*/launch-1/parameters \
        cut-$signal/points/002-*/warm-up-1/parameters 2>/dev/null)
    [ -d "$TMPDIR/loop-$id" ] || fail "the launch \`$id\` has no folder of its own"
    kill -$signal "$pid"
    wait "$pid"
    code=$?
    case $signal in INT) wanted=130 ;; TERM) wanted=143 ;; KILL) wanted=137 ;; esac
    [ "$code" = "$wanted" ] || fail "SIG$signal gave $code, not $wanted"
    if [ $signal != KILL ]; then
        nobody_left
        [ "$(launches "cut-$signal" interrupted)" = 1 ] || fail "the journal does not know of SIG$signal"
        [ -s "cut-$signal/results.json" ] || fail "nothing was written after SIG$signal"
    else
        printf '{"point":2,"ind' >>cut-KILL/journal.jsonl
        # Incomplete files and folders of a killed loop: reports ignore them, but for the launch whose line is cut off,
        # and resuming removes them.
        for point in cut-KILL/points/001-*; do printf '{"half' >"$point/run.json.4711.tmp"; done
        printf '{"half' >cut-KILL/plan.json.4711.tmp
        expect 7 "$loop" report cut-KILL --format text
        err_has "journal.jsonl:2 is cut off: \`loop sweep --resume\` repeats its launch"
        # The guardian of the launch removes its folder, which the killed loop cannot do.
        wait_until "the folder of the launch \`$id\` is removed after SIGKILL" [ ! -d "$TMPDIR/loop-$id" ]
    fi
    touch mended
    expect 0 "$loop" sweep --resume "cut-$signal"
    [ "$(launches "cut-$signal" good)" = 6 ] || fail "SIG$signal: not all was measured after going on"
    rm mended
    nobody_left
    left=$(ls -d "$TMPDIR"/loop-???????????????? "/dev/shm/loop-$id" 2>/dev/null)
    [ -z "$left" ] || fail "SIG$signal: folders of launches are left: $left"
    [ -z "$(find "cut-$signal" -name '*.tmp')" ] || fail "SIG$signal: half-written files are left"
done
err_has "the last line of the journal is incomplete"

# A second Ctrl-C stops immediately, whatever the ranks do.
rm -f started
env --default-signal=INT "$loop" sweep work.loop -n 1 --set bytes=14 --launches 1 --warm-ups 0 -o twice >out 2>err &
pid=$!
wait_while $pid "the ranks have begun" [ -e started ]
kill -INT "$pid"
kill -INT "$pid"
wait "$pid"
code=$?
[ "$code" = 130 ] || fail "two SIGINT gave $code"
nobody_left

# A timeout, a budget, and a stopping rule that is not met.
expect 6 "$loop" sweep work.loop -n 1 --set bytes=14 --launches 2 --timeout 0.5 -o slow
err_has "not finished after"
expect 0 "$loop" sweep work.loop -n 1 --launches 1000 --budget 5 -o budget
err_has "the time budget is exhausted"
# A sweep that measured nothing is not good.
expect 1 "$loop" sweep work.loop -n 1 --warm-ups 0 --budget 0.0001 -o nothing
out_has 'nothing was measured'
err_has 'the time budget is 100 us'
expect 0 "$loop" sweep work.loop -n 1 --launches 2 --most-launches 3 --until 0.0001% -o until
err_has "not converged"
out_has "not converged"
[ "$(launches until good)" = 4 ] || fail "not 3 launches and a warm-up"

# The same point twice, also if its values are written differently.
expect 2 "$loop" sweep work.loop -n 1 --set bytes=1k,1024 --dry-run
err_has "bytes=1024 is given twice"
expect 2 "$loop" sweep work.loop work.loop -n 1 --dry-run
err_has "work n=1 is given twice"

# Changed sources and options are refused.
cp -r whole changed
sed -i 's/(10)/(11)/' work.loop
expect 2 "$loop" sweep --resume changed
err_has "work.loop has changed since the sweep began"
sed -i 's/(11)/(10)/' work.loop
expect 0 "$loop" sweep --resume changed
sed 's/^name.*/name = "mine"/' "$here/../../machines/local.toml" >mine.toml
expect 0 "$loop" sweep work.loop -n 1 --launches 1 --machine ./mine.toml -o mine
sed -i 's/-O3/-O2/' mine.toml
expect 2 "$loop" sweep --resume mine
err_has 'the profile of machine `./mine.toml` has changed'

# Invalid options.
expect 2 "$loop" sweep
expect 2 "$loop" sweep work.loop -n 0
expect 2 "$loop" sweep work.loop -n 1 --set nothing=1
err_has 'no parameter `nothing`'
expect 2 "$loop" sweep work.loop same.toml
expect 2 "$loop" sweep work.loop --phase walk -n 1 --launches 1 -o nophase
err_has "its phases: talk"
expect 2 "$loop" sweep --resume .
err_has "is not a sweep folder"
expect 2 "$loop" sweep work.loop --retry-failed
err_has "--retry-failed requires --resume"
for plan in "--launches 5" "-o other" "--dry-run" work.loop; do
    # shellcheck disable=SC2086 # several words
    expect 2 "$loop" sweep --resume whole $plan
    err_has "excludes --resume"
done
finish
