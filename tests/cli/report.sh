# loop report: sheets in all output formats, figures of a run, and messages if there is nothing to show.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich

cat >talk.loop <<'EOF'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \VEC(double) x, y;
    double s = 0;
    \PHASE("compute") \SCALPROD(s, x, y);
    \PHASE("talk") \LOOP (10) \COMMUNICATE(64, 1, 1);
    \CLOSE0();
}
EOF
expect 0 "$loop" run talk.loop -n 3 --size 100 -o run
share='[0-9]+\.[0-9]+ %'
out_line "rank 2 +$share +$share +$share  #*\+*\.*"
out_has "# busy + overhead . idle"
out_has "busy: computing; overhead: sending, receiving; idle: waiting"
[ "$(tail -n 1 err)" = "loop: its sheet is run/sheet.html" ] || fail "the last line does not say where the sheet is"
grep -qF 'id="view-data-0"' run/sheet.html || fail "the sheet has no interactive diagram"

expect 0 "$loop" report run --format text
out_line "total +$share +$share +$share  #*\+*\.*"
expect 0 "$loop" report run --format csv
out_has "statistics,,,Messages sent,30,"
expect 0 "$loop" report run -o sheet.json
grep -qF '"schema": "loop-sheet/1"' sheet.json || fail "no JSON"
expect 0 "$loop" report run -o sheet.xml
head -n 1 sheet.xml | grep -qF '<?xml version="1.0"' || fail "no XML"
rm run/sheet.html
expect 0 "$loop" report run
err_has "written: run/sheet.html"
[ -s run/sheet.html ] || fail "no HTML"

# Without a folder: the newest run here. --open shows the file in the desktop's program.
mkdir newest && cd newest || exit 1
expect 2 "$loop" report
err_has "no DIR is given, and the current folder has no loop-run-* or loop-sweep-*"
mkdir loop-run-old loop-run-new loop-run-empty
cp ../run/run.json loop-run-old && touch -d "2020-01-01" loop-run-old/run.json
cp -r ../run/. loop-run-new
mkdir ../desktop
printf '#!/bin/sh\necho "$@" >opened\n' >../desktop/xdg-open && chmod +x ../desktop/xdg-open
DISPLAY=:9 PATH=$PWD/../desktop:$PATH expect 0 "$loop" report --open
err_has "the newest run here is loop-run-new"
err_has "written: loop-run-new/sheet.html"
[ "$(cat opened)" = loop-run-new/sheet.html ] || fail "the sheet was not opened"
DISPLAY=:9 PATH=$PWD/../desktop:$PATH expect 2 "$loop" report --open --format text
err_has '`--open` needs a file'
printf '#!/bin/sh\nexit 3\n' >../desktop/xdg-open
DISPLAY=:9 PATH=$PWD/../desktop:$PATH expect 7 "$loop" report --open
err_has '`xdg-open` could not open loop-run-new/sheet.html'
expect 7 env -u DISPLAY -u WAYLAND_DISPLAY "$loop" report --open
err_has 'cannot open loop-run-new/sheet.html: there is no screen here'
cd ..

for figure in spacetime utilization matrix concurrency queues; do
    expect 0 "$loop" report run --figure $figure -o $figure.svg
    grep -qF '</svg>' $figure.svg || fail "$figure is no picture"
done
expect 0 "$loop" report run --figure spacetime --format pdf
expect 2 "$loop" report run --figure spacetime --from 0.1
err_has "are only for sheets"
[ "$(head -c 5 run/spacetime.pdf)" = "%PDF-" ] || fail "no PDF"
expect 0 "$loop" report run --figure matrix --format png -o matrix.png
[ "$(head -c 4 matrix.png | tail -c 3)" = "PNG" ] || fail "no PNG"

# All figures for a paper: predictable names, the given width, fonts within.
expect 0 "$loop" report run --figure all
err_has "written: 13 figures in run/figures"
[ "$(find run/figures -name '*.svg' | wc -l)" = 13 ] || fail "not all figures were drawn"
expect 0 "$loop" report run --figure all --format pdf --width 84mm -o paper/figures
for figure in spacetime utilization matrix concurrency queues summary gantt kiviat traffic phases phase-count phase-times portrait; do
    [ "$(head -c 5 paper/figures/$figure.pdf)" = "%PDF-" ] || fail "no $figure"
    # 84 mm are 238 points.
    grep -aqE 'MediaBox \[ *0 0 238\.[01]' paper/figures/$figure.pdf || fail "$figure is not 84 mm wide"
done
grep -aq '/FontFile' paper/figures/spacetime.pdf || fail "the font is not in the file"
expect 0 "$loop" report run --figure kiviat --width 8.4cm -o kiviat.svg
grep -qF 'width="84mm"' kiviat.svg || fail "84 mm are not 8.4 cm"
expect 2 "$loop" report run --figure kiviat --width 84
err_has '`84` is not a width'
err_has 'such as 84mm'
expect 2 "$loop" report run --figure kiviat --width 20mm
err_has '`--width 20mm` is too narrow'
err_has 'at least 59mm'
expect 2 "$loop" report run --figure kiviat --width 9in9
expect 2 "$loop" report run --width 84mm
err_has '`--width` is only for figures'
expect 2 "$loop" report run --figure all -o -
err_has 'several files'
: >file
expect 7 "$loop" report run --figure all -o file
err_has 'cannot create the folder `file`: '

expect 2 "$loop" report run --format pdf
err_has 'is not a format of a sheet'
# The network is drawn only if a topology is known.
expect 7 "$loop" report run --figure network
err_has 'has no `topology`'
expect 0 "$loop" report run --figure network --network ring -o network.svg
grep -qF 'ring of' network.svg || fail "the network is no ring"
expect 0 "$loop" report run --figure all --network mesh -o with-network
[ -s with-network/network.svg ] || fail "no picture of the network among all"
expect 0 "$loop" report run --network hypercube --format markdown -o network.md
grep -qF '## Network' network.md || fail "no network on the sheet"
grep -qF 'Placement: rank i on node i' network.md || fail "the sheet does not say where ranks are"
expect 0 "$loop" report run --format markdown -o plain.md
! grep -qF '## Network' plain.md || fail "a network without a topology"
expect 2 "$loop" report run --network star:3
err_has '`star:3` is not a topology'
expect 2 "$loop" report run --network ring:1
err_has '`ring:1` has 1 node, but the run has'
expect 2 "$loop" report run --figure spacecraft
err_has 'unknown figure `spacecraft`'
err_has 'spacetime, utilization'
expect 2 "$loop" report run --from 2 --to 1
expect 7 "$loop" report nowhere
err_has 'nowhere'
err_has 'hint: give a folder of `loop run`'
for verb in report 'trace --to csv -o trace.csv'; do
    # shellcheck disable=SC2086 # several words
    expect 2 "$loop" $verb run --launch 9
    err_has 'there is no launch 9: the run had 1 launch'
    if grep -q 'hint:' err; then fail "a launch that is not there is no matter of the directory"; fi
done
expect 7 "$loop" report run -o no/such/folder/sheet.html

# A missing and a truncated trace: the rest is shown, and what is missing is reported, never shown as a number.
cp -r run lost
rm lost/records/rank-1.trace
head -c -30 run/records/rank-2.trace >lost/records/rank-2.trace
expect 7 "$loop" report lost --format text
grep -qE '^rank 1 +unknown +unknown +unknown +nothing is known' out || fail "the rank without a trace is not marked"
grep -qE '^rank 2 .*(only [0-9.]+ % of the measured time is known|nothing is known)' out || fail "the cut rank is not marked"
[ "$(grep -c 'it left no trace' out)" = 1 ] || fail "what is missing is not told once"
err_has "the trace is incomplete; only the readable part is shown: rank 1: it left no trace; and 1 more"
expect 7 "$loop" report lost --format csv
out_has "results,utilization,2,busy,unknown,"
out_has "statistics,messages-by-rank,2,messages sent,unknown,"
expect 7 "$loop" report lost -o lost.html
grep -q "Trace: rank 1: it left no trace" lost.html || fail "the page does not say what is missing"

expect 0 "$loop" trace run --to otf2 -o archive
expect 0 "$loop" report archive --format csv
out_has "statistics,,,Messages sent,30,"
out_has "rigor,,,Launches,unknown,"
out_has 'results,,,Communication constructs,\COMMUNICATE,'
expect 0 "$loop" report archive
err_has "written: archive-sheet.html"

# An imported trace has the conclusions that the run's own trace has; only the records of the run may add to them.
conclusions() {
    "$loop" report "$1" --format json | python3 -c 'import json, sys
for one in json.load(sys.stdin)["conclusions"]:
    if one["id"] not in ("shared-cores", "no-core", "launches-differ"):
        print(one["id"], one.get("value"))'
}
[ -n "$(conclusions archive)" ] || fail "an imported trace has no conclusions"
[ "$(conclusions archive)" = "$(conclusions run)" ] || fail "archive: $(conclusions archive); run: $(conclusions run)"

sed 's/size, 1000/size, 0/' talk.loop >untraced.loop
expect 0 "$loop" run untraced.loop -n 2 -o plain
expect 0 "$loop" report plain --format csv
out_has "results,,,Percent processors busy,unknown,"
expect 7 "$loop" report plain --figure spacetime
err_has "recorded no trace"
finish
