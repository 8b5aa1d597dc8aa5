# loop apexmap over versions: ratio surfaces of programming models, on one machine and with OpenSHMEM on another.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs python3
small="--alpha 1,0.1 --length 1,64 --set M=131072 --set I=32 --set N=4 --set warmup=0 --no-probes -n 2"

# Each pair of versions has a ratio; each surface has its cycles per word.
expect 0 "$loop" apexmap $small --version async,basic,rma -o models
[ "$(grep -c 'MB/s per process$' out)" = 3 ] || fail "not 3 surfaces"
[ "$(grep -c '^cycles per word$' out)" = 3 ] || fail "not 3 tables of cycles"
[ "$(grep -c 'bandwidth ratio$' out)" = 3 ] || fail "not 3 ratios"
for pair in 'async over basic' 'async over rma' 'basic over rma'; do out_has "local, 2 ranks, $pair, bandwidth ratio"; done
out_has "local, 2 ranks, B=16, fastest version"
out_says "Of the 4 points that were measured with every version, the fastest is async at"
for plot in surface-1 surface-2 surface-3 cycles-1 cycles-2 cycles-3 ratio-1 ratio-2 ratio-3 contours-versions; do
    [ -s "models/plots/$plot.svg" ] || fail "plots/$plot.svg was not drawn"
done
python3 - <<'CHECK' || fail "the figures of the versions are wrong"
import csv, json
results = json.load(open("models/results.json"))
surfaces = {s["version"]: {(p["alpha"], p["L"]): p for p in s["points"]} for s in results["surfaces"]}
assert list(surfaces) == ["async", "basic", "rma"], list(surfaces)
for ratio, (of, over) in zip(results["ratios"], [("async", "basic"), ("async", "rma"), ("basic", "rma")], strict=True):
    assert (ratio["of"], ratio["over"]) == ("local, 2 ranks, " + of, "local, 2 ranks, " + over), ratio
    factors = [f for row in ratio["factors"] for f in (row if isinstance(row, list) else [row])]
    places = [(a, l) for a in ratio["alphas"] for l in ratio["lengths"]]
    for place, factor in zip(places, factors, strict=True):
        expected = surfaces[of][place]["mbs"] / surfaces[over][place]["mbs"]
        assert abs(factor / expected - 1) < 1e-6, (place, factor, expected)
# Cycles per word and bandwidth describe the same time: their product is the same frequency everywhere.
products = [p["cycles"] * p["mbs"] for s in surfaces.values() for p in s.values()]
assert max(products) < 1.05 * min(products), products
assert len(list(csv.DictReader(open("models/ratios.csv")))) == 12
assert len([r for r in csv.DictReader(open("models/surfaces.csv")) if float(r["cycles"]) > 0]) == 12
CHECK
expect 0 "$loop" report models
grep -q 'async over rma, bandwidth ratio' models/sheet.html || fail "the page lacks a ratio"

# OpenSHMEM is on one of two machines: the other one is measured with the other versions, and compared with it.
needs oshc++
needs oshrun
expect 0 "$loop" apexmap $small --version async,shmem --machine local,local-shmem -o both
err_has "version=shmem is measured only on local-shmem: local has no OpenSHMEM"
[ "$(grep -c 'MB/s per process$' out)" = 3 ] || fail "not 3 surfaces on the two machines"
out_has "local-shmem, 2 ranks, async over local, 2 ranks, async, bandwidth ratio"
out_has "local-shmem, 2 ranks, shmem over local, 2 ranks, async, bandwidth ratio"
out_has "local-shmem, 2 ranks, async over shmem, bandwidth ratio"
out_says "they differ in version (async and shmem)"
for plot in ratio-1 ratio-2 ratio-3; do [ -s "both/plots/$plot.svg" ] || fail "plots/$plot.svg was not drawn"; done
finish
