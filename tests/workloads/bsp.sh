# BSP: every method on odd numbers of ranks, oversubscribed, with Open MPI, and simulated; r, g, and l are reported and
# drawn; invalid arguments are refused; tables of machines and predictions.
. "$(dirname -- "$0")/../cli/support.sh"
needs mpiexec.openmpi
needs smpirun
needs python3
methods=$1/run_methods.loop

valid() { # RANKS ARGUMENT...
    ranks=$1
    shift
    expect 0 "$loop" run "$@" -n "$ranks" --timeout 100
}
quick="--set n=64 --set batches=1 --set seconds=0.00001 --set levels=false"

valid 7 "$methods" --launches 1 --discard
valid 16 "$methods" --launches 1 --discard
valid 4 "$methods" --machine local-openmpi --launches 1 --discard

valid 2 bspbench $quick --set h1=40 -o two # three launches are the default
out_has 'p = 2, r = '
out_has 'fitted to h = 2 to 40, 39 points'
out_says 'each of 3 launches has a line, g and l in us are their medians'
out_says 'words in random order'
out_says 'words in cyclic order, as published'
out_has 'DAXPY rate, medians of 3 launches'
out_has 'mean of ranks, Mflop/s'
out_has 'h requests of w words take l + h o + h w g, in us: put: l = '
expect 0 "$loop" report two --format json
# The line in the text has the g and l of the results. The sheet has every point of the series.
python3 - <<'CHECK' || fail "the sheet has two g, or lacks a series"
import json, re
sheet = json.load(open("out"))
run = json.load(open("two/run.json"))
sections = {section["id"]: section for section in sheet["sections"]}
line = sections["bsp"]["paragraphs"][0]
order = list(sections)
assert "space-time" in order and order.index("bsp") < order.index("space-time"), order
results = {result["name"]: result["value"]["median"] for result in run["summary"]["results"]}
def shown(text, pattern):
    return float(re.search(pattern, text).group(1))
def same(one, other):
    return abs(one - other) <= 2e-3 * abs(other)
other = next(text for text in sections["bsp"]["paragraphs"] if "cyclic order, as published" in text)
for text, order in ((line, ""), (other, ", cyclic order")):
    for name in "gl":
        us = shown(text, name + " = ([^ ;]+) us")
        assert same(us, results[f"{name}{order}, time"]), (name, text, results)
        # Flop and time belong to the r of the same line.
        assert same(shown(text, name + " = ([^ ]+) flop"), us * shown(text, "r = ([^ ]+) Mflop/s")), text
tables = {table["title"]: table for table in sections["series"]["tables"]}
assert set(tables) == {"DAXPY rate", "h-relation", "requests"}, set(tables)
assert tables["DAXPY rate"]["columns"] == ["n, elements", "mean of ranks, Mflop/s", "least of ranks, Mflop/s",
                                           "greatest of ranks, Mflop/s"], tables["DAXPY rate"]["columns"]
assert tables["h-relation"]["columns"] == ["h, words", "time, random order, us", "time, cyclic order, us"], tables[
    "h-relation"]["columns"]
record = next(l for l in run["launches"] if l["complete"])["ranks"][0]["record"]
points = {}
times = {}
for series in record["series"]:
    if "quartile" in series["tag"]:
        continue
    times[series["tag"], series["y"]] = series
    points.setdefault(series["name"], set()).update(series["x_values"])
for name, x in points.items():
    assert len(tables[name]["rows"]) == len(x), name
# Each time is the median of batches, whose quartiles are recorded, too.
for (tag, y), medians in times.items():
    if tag == "bsp.rate":
        continue
    lower, upper = (next(series for series in record["series"]
                         if series["tag"] == f"{tag}.quartile.{end}" and series["y"] == y) for end in ("lower", "upper"))
    assert lower["x_values"] == upper["x_values"] == medians["x_values"], (tag, y)
    for low, middle, high in zip(lower["y_values"], medians["y_values"], upper["y_values"]):
        assert low <= middle <= high, (tag, y, low, middle, high)
# Few words give no good fit, but there is one for each operation.
costs, = (table for table in sections["bsp"]["tables"] if table["id"].startswith("bsp-requests"))
operations = [row[0]["text"] for row in costs["rows"] if " words" not in row[0]["text"]] # long requests may differ
assert operations == ["put", "hpput", "get", "hpget", "send"], costs
assert any("h requests of w words take" in text for text in sections["bsp"]["paragraphs"])
CHECK
expect 0 "$loop" report two --format csv
grep -q '^series,series-1,1,"n, elements",' out || fail "the series is not in the CSV"
expect 0 "$loop" report two --format xml
grep -q '<section id="series"' out || fail "the series is not in the XML"
grep -q 'Rate of DAXPYs over the number of elements' two/sheet.html || fail "the DAXPY rates are not drawn"
grep -q 'DAXPY rate over n, elements' two/sheet.html && fail "the DAXPY rates are drawn twice"
out_has 'of the best two of 3 launches: '
grep -q 'id="bsp"' two/sheet.html || fail "the sheet has no section of r, g and l"
grep -q 'Times of h-relations and the line through them' two/sheet.html || fail "the line is not drawn"
valid 2 bspbench $quick --set h1=40 --set requests=false --launches 1 --discard
grep -q 'h requests of w words' out && fail "requests=false measures requests"
valid 1 bspbench $quick --set h1=20 --discard
out_has 'p = 1, r = '
out_has 'BSPBENCH: the only rank sends to itself: g and l are the cost of sending'
valid 1 bspprobe --set dot=1000 --set mat=10 --set words=256 --set seconds=0.001 --discard
out_has 'BSPPROBE: the only rank sends to itself'
valid 2 bspbench $quick --set h1=1000 --set relations=5 --discard
out_has 'fitted to h = 2 to 1000, 6 points'
valid 2 bspprobe --set dot=1000 --set mat=10 --set words=256 --set seconds=0.001 -o probe
for name in 's  ' 'l low' 'l high' 'g infinity' 'n-half'; do out_has "$name"; done
out_has 's of the best two of 3 launches: '
grep -q 'g over the size of the blocks, and the model' probe/sheet.html || fail "g is not drawn"
valid 2 bspprobe --set dot=1000 --set mat=10 --set words=256 --set seconds=0.001 --launches 1 --discard
out_says 'one launch, for a look: use at least three to trust this'

# Rates by level of cache, and of other operations. Every rank has a scalar rate and one of DGEMM.
valid 2 bspbench --set n=64 --set h1=20 --set batches=1 --set seconds=0.00001 --launches 1 -o rated
python3 - <<'CHECK' || fail "the rates are not those of the caches"
import json
run = json.load(open("rated/run.json"))
results = {result["tag"]: result["value"]["median"] for result in run["summary"]["results"]}
for tag in ("bsp.r", "bsp.r.scalar", "bsp.r.dgemm"):
    assert results[tag] > 0, tag
assert ("bsp.r.l1" in results) == ("bsp.cache.l1" in results)
series = [s for s in run["launches"][0]["ranks"][0]["record"]["series"] if s["tag"] == "bsp.rate"]
assert len(series) == 3
for one in series: # ascending, with the vectors of the caches at the end
    assert one["x_values"] == sorted(one["x_values"]) and len(one["x_values"]) == len(one["y_values"])
assert (series[0]["x_values"][-1] > 64) == ("bsp.r.l2" in results or "bsp.r.memory" in results)
CHECK

# With little memory, the vectors of this rate are left out, and a note says so.
cat >tight.loop <<'END'
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    long long pages = 0;
    std::FILE *const file = std::fopen("/proc/self/statm", "r");
    \REQUIRE(file != nullptr && std::fscanf(file, "%lld", &pages) == 1, "/proc/self/statm is readable");
    std::fclose(file);
    const rlimit limit{static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + (24 << 20)), RLIM_INFINITY};
    \REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0, "the memory can be limited");
    \BSPBENCH(N: 64, H1: 20, BATCHES: 1, SECONDS: 0.00001);
    \CLOSE0();
}
END
valid 2 tight.loop --launches 1 -o tight
python3 - <<'CHECK' || fail "little memory is not noticed"
import json
run = json.load(open("tight/run.json"))
results = {result["tag"]: result["value"]["median"] for result in run["summary"]["results"]}
reasons = " ".join(run["verdict"]["reasons"])
if "the sizes of the caches are unknown" not in reasons and max(
        v for tag, v in results.items() if tag.startswith("bsp.cache.")) > 1.5 * 2**20:
    assert "bsp.r.memory" not in results, results
    assert "r in memory was not measured: a rank may fill" in reasons, reasons
    assert "MiB, a quarter of the free memory of a rank" in reasons, reasons
assert results["bsp.r"] > 0 and results["bsp.r.dgemm"] > 0
CHECK

# counts FOLDER: prints messages and bytes sent, messages and bytes received, summed over ranks.
counts() {
    python3 -c '
import json, sys
site, = json.load(open(sys.argv[1] + "/run.json"))["summary"]["sites"]
print(*(site[what + way] for way in ("_sent", "_received") for what in ("messages", "bytes")))' "$1"
}
# In a simulation, each size is measured once: 0 to 40 words of 8 bytes from each rank to the other.
for method in 'put 82' 'rows 82' 'alltoallv 80' 'rma 1640'; do
    valid 2 bspbench --machine meiko --set n=64 --set h1=40 --set "method=${method% *}" -o counted
    [ "$(counts counted)" = "${method#* } 13120 ${method#* } 13120" ] || fail "$method: $(counts counted)"
    rm -r counted
done
read -r sent bytes received bytes_received <<EOC
$(counts probe)
EOC
[ "$sent $bytes" = "$received $bytes_received" ] || fail "bspprobe sent $sent $bytes, received $received $bytes_received"
[ "$bytes" -gt $((2 * 2 * 256 * 4)) ] || fail "bspprobe counts $bytes bytes"

refused() { # SENTENCE RANKS ARGUMENT...
    sentence=$1 ranks=$2
    shift 2
    expect 2 "$loop" run "$@" -n "$ranks" --timeout 60
    err_has "required: $sentence"
    is_silent out
}
refused '`H1` must be above `H0` to fit a line: H0 is 4 (the ranks), H1 is 4' 4 bspbench --set h1=4
refused '`H1` must be above `H0` to fit a line: H0 is 9, H1 is 8' 2 bspbench --set h0=9 --set h1=8
refused '`ORDER` must be `random` or `cyclic`, not `any`' 2 bspbench --set order=any
refused '`METHOD` must be `put`, `rows`, `alltoallv` or `rma`, not `get`' 2 bspbench --set method=get
refused 'not enough memory for three vectors of 1000000000000 elements: each rank needs 21.8 TiB' 2 bspbench --set n=1000000000000
refused '`H1` must be from 1 to 1048576, not 1000000000' 2 bspbench --set h1=1000000000
refused '`RELATIONS` must be from 2 to 1048576, not 1' 2 bspbench --set relations=1
refused '`SECONDS` must be above 0 and at most 3600' 2 bspbench --set seconds=0
refused '`BLOCK` must be from 1 to 64, not 65' 2 bspprobe --set words=64 --set block=65

# A clock with steps of 10 ms: reported, and there are no results.
cat >coarse.c <<'END'
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    int code = syscall(SYS_clock_gettime, clock, time);
    if (code == 0 && clock == CLOCK_MONOTONIC) time->tv_nsec -= time->tv_nsec % 10000000;
    return code;
}
END
gcc -shared -fPIC -o coarse.so coarse.c || fail "coarse.c"
expect 0 env LD_PRELOAD="$PWD/coarse.so" "$loop" run bspbench -n 2 --timeout 100 --discard
out_has 'BSPBENCH: the clock is too coarse for r, g and l: its resolution is 10000 us'
out_lacks 'p = 2'
expect 0 env LD_PRELOAD="$PWD/coarse.so" "$loop" run bspprobe -n 2 --timeout 100 --discard
out_has 'BSPPROBE: the clock is too coarse for s, l and g: its resolution is 10000 us'
out_lacks 'n-half'

# The table has measured, then published machines, in every output format.
# In a very short run, g may be negative, which the sheet says; --anyway shows it.
expect 0 "$loop" bsp table two probe --anyway
out_has 'SGI Origin 2000'
[ "$(grep -c 'bspprobe' out)" -ge 80 ] || fail "published machines are missing"
out_has '[1] measured '
[ "$(grep -c '  *2  *bspbench  .* \[1\]$' out)" = 1 ] || fail "the measured machine is missing"
[ "$(grep -c '  *2  *bspbench, random order  .* \[1\]$' out)" = 1 ] || fail "the random order is missing"
out_says 'compare it with the published values'
expect 0 "$loop" bsp table two --no-published --format csv --anyway
[ "$(wc -l <out)" = 3 ] || fail "each order is one line"
expect 0 "$loop" bsp table --format html -o machines.html
grep -q 'Cray T3E' machines.html || fail "the page has no machines"

# One second of the T3E's operations; and a program's prediction next to its measured time.
# Published machines only on request.
expect 0 "$loop" bsp predict --work 35e6 --h 0 --supersteps 0 --published
grep 'Cray T3E  *8 ' out | grep -q '1.00 s' || fail "35e6 operations at 35 Mflop/s are a second"
valid 2 fingerprint --size 20 -o fingerprint
expect 0 "$loop" bsp predict --program fingerprint two --anyway
out_says 'measured / predicted'
out_lacks 'Cray'
expect 0 "$loop" bsp predict --program fingerprint two --anyway --published
out_says 'measured / predicted'
out_lacks 'Origin' # of 8 processors
out_says 'published machines: only those with 2 ranks'
expect 0 "$loop" bsp predict --work 1e6 --h 0 --supersteps 0 two --anyway
out_lacks 'Cray'
expect 2 "$loop" bsp predict --work 1e6 --h 0 --supersteps 0
err_has 'no machine to predict the time on'
err_has 'or `--published` for the published machines'
expect 2 "$loop" bsp predict --program fingerprint
err_has 'no machine to predict the time on'
expect 2 "$loop" bsp table two --published --no-published
# A prediction names its r. One that was not measured is refused, with those that there are.
expect 0 "$loop" bsp predict --program fingerprint two --anyway
out_has 'r (Mflop/s)'
out_says 'r is the one that each machine is listed with'
expect 0 "$loop" bsp predict --program fingerprint rated --anyway --rate dgemm
grep -q '  dgemm: ' out || fail "the chosen rate is not named"
expect 0 "$loop" bsp predict --program fingerprint two --anyway --rate 123.5
out_has 'given: 123.5'
expect 2 "$loop" bsp predict --program fingerprint two --anyway --rate L2
err_has 'has no rate `L2`: it has r'
is_silent out
expect 2 "$loop" bsp predict --program fingerprint two --rate fast
err_has '`fast` is not a number of Mflop/s above 0, and not a rate: auto, r, L1'
expect 2 "$loop" bsp table two --rate r --no-published
err_has 'only for `loop bsp predict`'
expect 2 "$loop" bsp predict --program fingerprint two --sort r
err_has 'only for `loop bsp table`'

# A machine with another number of ranks is refused, unless two others were measured.
valid 3 fingerprint --size 20 -o three
expect 7 "$loop" bsp predict --program three two --anyway
err_has 'local, bspbench, random order was measured on 2 ranks, but the prediction is for 3 ranks'
err_has 'loop run bspbench -n 3'
is_silent out
valid 4 bspbench $quick --set h1=40 --launches 1 -o four
expect 0 "$loop" bsp predict --program three two four --anyway
out_says 'interpolated between 2 and 4 ranks'
out_has 'measured'
# A program on a number of ranks that it did not run on: words and supersteps from runs on two others.
valid 4 fingerprint --size 20 -o fingerprint4
expect 7 "$loop" bsp predict --program fingerprint --ranks 4 four --anyway
err_has '`fingerprint` ran on 2 ranks, which does not show what it demands of 4 ranks'
expect 2 "$loop" bsp predict --program fingerprint --program fingerprint4 two --anyway
err_has 'say with --ranks for which number'
expect 0 "$loop" bsp predict --program fingerprint --program fingerprint4 --ranks 3 two four --anyway
out_says 'w, h, and S of 3 ranks are interpolated between 2 and 4 ranks'
expect 0 "$loop" bsp predict --program fingerprint --program fingerprint4 --ranks 4 four --anyway
valid 2 fingerprint --size 21 -o other
expect 2 "$loop" bsp predict --program fingerprint --program other --ranks 4 four --anyway
err_has '`fingerprint` and `other` differ in size: 20 and 21'

# The largest h of each superstep: rank 0 sends much in the first calls, rank 1 in the others.
program turns <<'EOP'
    for (int i = 0; i < 10; ++i) {
        bsp_begin(nodes);
        static char into[8000];
        bsp_push_reg(into, sizeof into);
        bsp_sync();
        char from[8000] = {};
        if (me == i % 2 && nodes > 1) bsp_put(1 - me, from, into, 0, i < 5 ? 8000 : 80);
        bsp_sync();
        bsp_end();
    }
EOP
sed -i 's/#include <cstdio>/#include <cstdio>\n#include <loop\/bsp.h>/' turns.loop
valid 2 turns.loop -o turns
python3 - <<'CHECK' || fail "the h of the supersteps is wrong"
import json
run = json.load(open("turns/run.json"))
for rank in run["launches"][0]["ranks"]:
    sync = [s for s in rank["record"]["sites"] if s["construct"] == "bsp_sync"]
    assert len(sync) == 2, sync
    with_words = max(sync, key=lambda s: sum(b * c for b, c in zip(s["h_bytes"], s["h_calls"])))
    # The bytes are counted where they are sent, and where they arrive: 8000 in five calls, 80 in five.
    assert sum(b * c for b, c in zip(with_words["h_bytes"], with_words["h_calls"])) == 5 * 8000 + 5 * 80, with_words
    assert sum(with_words["h_calls"]) == with_words["calls"] == 10
    # In each of them, a rank puts once, or another rank puts to it.
    assert set(with_words["h_puts"]) == {1} and set(with_words["h_messages"]) == {0}, with_words
    assert "h_puts" not in min(sync, key=lambda s: s["bytes_sent"] + s["bytes_received"]), sync
CHECK
expect 0 "$loop" bsp predict --program turns two --anyway --format json
python3 - <<'CHECK' || fail "the title of the prediction has another h"
import json
sheet = json.load(open("out"))
title = sheet["title"]
text = open("out").read() # by the costs of puts, or, if they are not determined in a short run, by the line
assert "or words (up to 1000) than were measured" in text or "have more words (up to 1000) than the longest" in text, text
assert "h o" in sheet["sections"][0]["tables"][0]["columns"], sheet
assert f"{(5 * 8000 + 5 * 80) // 8} 64-bit words, 20 supersteps" in title, title
CHECK

# Very short runs may have a negative g. These copies have a valid one.
doubtful() { # NAME PYTHON [RUN]: the run (`two`), with g = l = 1, changed
    rm -rf "$1"
    cp -r "${3:-two}" "$1"
    python3 - "$1/run.json" "$2" <<'CHANGE' || fail "cannot change $1"
import json, sys
run = json.load(open(sys.argv[1]))
run["verdict"] = {"word": "VALID", "reasons": []}
for result in run["summary"]["results"]:
    if result["name"].replace(", cyclic order", "") in ("g", "l", "g, time", "l, time"):
        result["value"] = {"min": 1.0, "median": 1.0, "max": 1.0}
exec(sys.argv[2])
# The points lie on the lines of the results.
results = {result["name"]: result["value"]["median"] for result in run["summary"]["results"] if result["value"]}
for launch in run["launches"]:
    for rank in launch["ranks"]:
        for series in rank["record"].get("series", []):
            if series["tag"].startswith("bsp.h_relation"):
                order = ", cyclic order" if "cyclic" in series["y"] else ""
                g, l = (results[f"{name}{order}, time"] for name in "gl")
                series["y_values"] = [g * h + l for h in series["x_values"]]
json.dump(run, open(sys.argv[1], "w"))
CHANGE
}
doubtful sound ''
doubtful rated-sound '' rated

# The program's own sheet compares prediction and time.
valid 2 fingerprint --size 20 --bsp rated-sound -o compared
out_says 'predicted with r = '
tr -s ' \n' ' ' <out | grep -q 'Mflop/s, from [0-9.]* [a-z]*s to [0-9.]* [a-z]*s; ' || fail "the prediction has no range"
out_says 'times the prediction'
grep -q 'BSP: predicted and measured time' compared/sheet.html || fail "the sheet has no prediction"
expect 0 "$loop" report compared --bsp rated-sound --rate 100 --format json
python3 - <<'CHECK' || fail "the prediction is not on the sheet"
import json
sections = {section["id"]: section for section in json.load(open("out"))["sections"]}
table = sections["bsp-prediction"]["tables"][0]
assert "measured / predicted" in table["columns"], table["columns"]
CHECK
expect 0 "$loop" report compared --format json
if grep -q bsp-prediction out; then fail "a sheet without --bsp has a prediction"; fi
expect 2 "$loop" report compared --bsp sound --rate L3
err_has 'has no rate `L3`'
expect 7 "$loop" run fingerprint -n 2 --bsp nowhere
err_has 'no `run.json` is in `nowhere`: not the directory of a run'

# Negative or INVALID results give exit code 1 and no table; with --anyway they are shown and marked.
expect 0 "$loop" bsp table sound --no-published
doubtful negative '
for result in run["summary"]["results"]:
    if result["name"] in ("g", "g, time"): result["value"] = {"min": -2.5, "median": -2.5, "max": -2.5}'
doubtful invalid 'run["verdict"] = {"word": "INVALID", "reasons": ["`sums agree` does not hold on rank 1"]}'
doubtful noted 'run["verdict"] = {"word": "VALID WITH NOTES", "reasons": ["disturbed: a rank waited"]}'
for action in 'table' 'predict --work 1e6 --h 1e9 --supersteps 3' 'predict --program fingerprint'; do
    expect 1 "$loop" bsp $action negative
    is_silent out
    err_has '`negative` is INVALID: g is negative: -2.5 us per word'
    err_has '--anyway'
    expect 1 "$loop" bsp $action invalid
    is_silent out
    err_has '`sums agree` does not hold on rank 1'
    expect 0 "$loop" bsp $action negative --anyway
    out_has 'INVALID'
    out_has '  - g is negative: -2.5 us per word (local, bspbench, random order, p = 2)'
    expect 0 "$loop" bsp $action noted
    out_says 'disturbed: a rank waited (local, bspbench, random order, p = 2'
done
expect 0 "$loop" bsp predict --work 1e6 --h 1e9 --supersteps 3 negative --anyway
out_has '  - the predicted time is negative (local, bspbench, random order, p = 2)'
cp -r fingerprint wrong
python3 - <<'CHANGE'
import json
run = json.load(open("wrong/run.json"))
run["verdict"] = {"word": "INVALID", "reasons": ["3 wrong bytes"]}
json.dump(run, open("wrong/run.json", "w"))
CHANGE
expect 1 "$loop" bsp predict --program wrong sound
err_has '`wrong` is INVALID: 3 wrong bytes'
expect 0 "$loop" bsp predict --program wrong sound --anyway
out_has '  - 3 wrong bytes (wrong)'
# A table of machines that grows.
expect 0 "$loop" bsp table sound --table machines.csv --name node7
err_has 'written: machines.csv, 2 machines, 2 of them new'
out_has 'node7'
out_lacks 'Cray'
expect 0 "$loop" bsp table sound --table machines.csv --name node7
err_has 'written: machines.csv, 2 machines, 0 of them new'
expect 0 "$loop" bsp table --published --table machines.csv --sort r
err_has 'written: machines.csv, 85 machines, 83 of them new'
[ "$(head -n 1 machines.csv)" = "$(head -n 1 "$here/../../machines/published/bsp.csv")" ] ||
    fail "the columns are not the published ones"
cp machines.csv before.csv
expect 1 "$loop" bsp table negative --table machines.csv --anyway
err_has '`negative` is INVALID: g is negative'
cmp -s machines.csv before.csv || fail "an INVALID machine changed the table"
# It is an input like a run's folder, and a damaged one is refused without changes.
expect 0 "$loop" bsp predict --work 1e6 --h 0 --supersteps 0 machines.csv
out_has 'node7'
expect 0 "$loop" bsp table --no-published machines.csv
[ "$(grep -c 'Cray T3E' out)" -ge 2 ] || fail "the table lost machines"
printf 'computer,p,program,r_mflops,g_flop,word_bits,l_flop,owner\nx,2,bspbench,1,1,64,1,me\n' >odd.csv
expect 7 "$loop" bsp table sound --table odd.csv
err_has 'a column `owner`, which would be lost'
grep -q owner odd.csv || fail "the column was lost"
printf 'computer,p,program,r_mflops,g_flop,word_bits,l_flop\nx,2,bspbench,1,1,64\n' >short.csv
expect 7 "$loop" bsp table sound --table short.csv
err_has '`short.csv`: line 2'
expect 2 "$loop" bsp table --table none.csv
err_has 'no machine for the table'
[ ! -e none.csv ] || fail "an empty table was written"
expect 7 "$loop" bsp table fingerprint
err_has '`fingerprint` has no results r, g and l'
expect 7 "$loop" bsp table nowhere
expect 2 "$loop" bsp predict
err_has 'nothing to predict'
# All three amounts are needed, as numbers; a program has its own.
expect 2 "$loop" bsp predict --work 1e9 --h 1e6 sound
err_has '`--supersteps` is missing: a prediction needs --work, --h and --supersteps'
expect 2 "$loop" bsp predict --supersteps 3 sound
err_has '`--work`, `--h` are missing'
expect 2 "$loop" bsp predict --program fingerprint --work 5 sound
err_has '`--work` and `--program` exclude each other'
for wrong in nan -1 inf 1e301; do
    expect 2 "$loop" bsp predict --work "$wrong" --h 1 --supersteps 1 sound
    err_has "\`$wrong\` is not from 0 to 1e+300"
    is_silent out
done
expect 2 "$loop" bsp draw

valid 16 "$methods" --machine fattree-1024 --verify --discard
expect 2 "$loop" run bspbench -n 128 --machine paragon --set h1=20000 --set method=rma --timeout 60
err_has 'the simulation may take at most an hour, not up to '
# DAXPYs are charged at the rate in the profile.
for machine in paragon ncube2 meiko; do
    valid 4 bspbench --set h1=64 --machine "$machine" --discard
    "$loop" machine show "$machine" | awk '/ flops_per_second = / { printf "%.5g\n", $NF / 1e6 }' >rate
    out_has "p = 4, r = $(cat rate) Mflop/s"
done
finish
