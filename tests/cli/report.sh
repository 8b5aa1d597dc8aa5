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
out_has "rank 2"
out_has "# busy + overhead . idle"
[ "$(tail -n 1 err)" = "loop: its sheet is run/sheet.html" ] || fail "the last line does not say where the sheet is"
grep -qF 'id="view-data-0"' run/sheet.html || fail "the sheet has no interactive diagram"

expect 0 "$loop" report run --format text
out_has "total"
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

for figure in spacetime utilization matrix concurrency queues; do
    expect 0 "$loop" report run --figure $figure -o $figure.svg
    grep -qF '</svg>' $figure.svg || fail "$figure is no picture"
done
expect 0 "$loop" report run --figure spacetime --format pdf
[ "$(head -c 5 run/spacetime.pdf)" = "%PDF-" ] || fail "no PDF"
expect 0 "$loop" report run --figure matrix --format png -o matrix.png
[ "$(head -c 4 matrix.png | tail -c 3)" = "PNG" ] || fail "no PNG"

expect 2 "$loop" report run --format pdf
err_has 'is not a format of a sheet'
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

sed 's/size, 1000/size, 0/' talk.loop >untraced.loop
expect 0 "$loop" run untraced.loop -n 2 -o plain
expect 0 "$loop" report plain --format csv
out_has "results,,,Percent processors busy,unknown,"
expect 7 "$loop" report plain --figure spacetime
err_has "recorded no trace"
finish
