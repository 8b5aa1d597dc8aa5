# CLUE: the workload oversubscribed, with Open MPI, and simulated; results are consistent; invalid arguments are refused
# before memory is allocated.
. "$(dirname -- "$0")/../cli/support.sh"
needs mpiexec.openmpi
needs smpirun
variations=$1/run_variations.loop

valid() { # RANKS ARGUMENT...
    ranks=$1
    shift
    expect 0 "$loop" run "$@" -n "$ranks" --timeout 100 --discard
}
value() { sed -n "s|^$1  *[0-9]*  *||p" out | awk '{ print $1 }'; }

valid 3 "$variations" --machine local-openmpi

# Grids too large to be compared cell by cell, with every setting that changes how they are verified.
for setting in type=int64 type=double neighbours=four neighbours=scattered order=random; do
    valid 3 clue --set width=1001 --set height=999 --iterations 6 --set $setting --json
    out_has 'CLUE: the last transition is that of a serial reference, bit for bit'
done
valid 2 clue --size 1500 --iterations 3 --set update=in-place
out_has 'cells updated in place are compared with a serial reference where'

# 2 x 2 rows of 40 floats in 5 iterations; with EDGES: cells, one message per cell.
valid 2 clue --size 40 --iterations 5 --json 2>/dev/null
cp out rows
valid 2 clue --size 40 --iterations 5 --set edges=cells --json 2>/dev/null
python3 - rows out <<'END' || fail "the results do not agree"
import json, sys
rows, cells = (json.load(open(name))["summary"] for name in sys.argv[1:])
def site(summary): return next(s for s in summary["sites"] if s["construct"] == "CLUE")
for key, factor in (("messages_sent", 40), ("messages_received", 40), ("bytes_sent", 1), ("bytes_received", 1)):
    assert site(cells)[key] == factor * site(rows)[key], key
assert site(rows)["messages_sent"] == 2 * 2 * 5 and site(rows)["bytes_sent"] == 2 * 2 * 5 * 160, site(rows)
results = {r["name"]: r["value"] for r in rows["results"]}
wall = results["wall time"]
assert abs(results["ACT/s"]["max"] * wall["max"] / (5 * 1600e-6) - 1) < 1e-6
assert abs(results["net ACT/s"]["max"] / results["ACT/s"]["max"] - 2) < 1e-9
assert wall["min"] <= results["wall time, average"]["max"] <= wall["max"]
assert abs(results["wall time, deviation"]["max"] - (wall["max"] - wall["min"]) / 2) < 1e-9  # for two ranks
assert rows["program"]["flops"] == 2 * 8 * 1600 * 5
END

refused() { # SENTENCE RANKS SETTING...
    sentence=$1 ranks=$2
    shift 2
    for setting in "$@"; do set -- "$@" --set "$setting"; shift; done
    expect 2 "$loop" run clue -n "$ranks" --timeout 60 "$@"
    err_has "required: $sentence"
    is_silent out
}
refused '`TYPE` must be `float`, `double`, `int32` or `int64`, not `half`' 2 type=half
refused '`NEIGHBOURS` must be `eight`, `four` or `scattered`, not `six`' 1 neighbours=six
refused '`EDGES` must be `rows` or `cells`, not `columns`' 1 edges=columns
refused '`ORDER` must be `numeric` or `random`, not `sorted`' 2 order=sorted
refused '`UPDATE` must be `swapped` or `in-place`, not `both`' 1 update=both
refused '`INDICES` must be `direct` or `modulo`, not `none`' 1 indices=none
refused '`WIDTH` must be from 1 to 1073741824, not 2000000000' 2 width=2000000000
refused '`HEIGHT` must be from 1 to 1099511627776, not -1' 2 height=-1
refused '`WIDTH` must be at least 4 for scattered neighbours, not 3' 1 width=3 neighbours=scattered
refused 'not enough memory: each rank needs 7.3 TiB for 1000000 x 1000000 cells, two states each' 2 width=1000000 height=1000000

valid 5 "$variations" --machine fattree-1024 --verify
# 8 operations per cell at 4e9 per second: 2 ms per iteration, and two rows of 4000 bytes each way, about 3 us.
valid 4 clue --size 1000 --iterations 10 --machine fattree-1024
awk -v t="$(value 'wall time, average')" 'BEGIN { exit !(t > 0.02002 && t < 0.0202) }' ||
    fail "10 simulated iterations take $(value 'wall time, average') s"
# Half the operations with four neighbors; only one row is allocated.
valid 64 clue --size 60000 --iterations 1 --set neighbours=four --machine fattree-1024
awk -v t="$(value 'wall time, average')" 'BEGIN { exit !(t > 3.59 && t < 3.61) }' ||
    fail "a simulated iteration takes $(value 'wall time, average') s"
finish
