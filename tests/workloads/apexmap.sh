# Apex-Map: every version on odd numbers of ranks, oversubscribed, with Open MPI, and simulated. Invalid arguments are
# refused before memory is allocated; less memory than usual causes a note.
. "$(dirname -- "$0")/../cli/support.sh"
needs mpiexec.openmpi
needs smpirun
versions=$1/run_versions.loop

valid() { # RANKS ARGUMENT...
    ranks=$1
    shift
    expect 0 "$loop" run "$@" -n "$ranks" --timeout 100 --discard
}
value() { sed -n "s/^$1  *[0-9]*  *//p" out | awk '{ print $1 }'; }

valid 7 "$versions"
valid 16 "$versions"
valid 4 "$versions" --machine local-openmpi

# Results: words are counted, the remote fraction follows the power law, and served requests equal sent ones.
valid 4 apexmap --set M=1048576 --set L=4 --set alpha=0.25 --set N=20 --set seconds=0 --json 2>/dev/null
python3 - out <<'END' || fail "the results do not agree"
import json, sys
text = open(sys.argv[1]).read()
results = {r["name"]: r for r in json.loads(text)["summary"]["results"]}
words = 20 * 1024 * 4
def ranks(name): return [results[name]["value"][k] for k in ("min", "max")]
low, high = ranks("remote fraction")
assert 26 < low <= high < 33, (low, high)  # 1 - (1/4)^0.25 = 29.29 %, four standard deviations
assert abs(results["remote fraction expected"]["value"]["max"] - 29.2893) < 1e-3
least, most = ranks("requests served")
assert 0.5 * 0.29 * 20 * 1024 < least <= most < 1.5 * 0.3 * 20 * 1024, (least, most)
time, speed = ranks("time a word"), ranks("bandwidth of a process")
assert abs(time[0] * speed[1] / 8000 - 1) < 1e-6, (time, speed)
assert abs(results["aggregate bandwidth"]["value"]["max"] / (4 * speed[0]) - 1) < 1e-6
END

# Batches follow until the time is enough. Each launch has other random numbers, unless a seed is given.
valid 2 apexmap --set M=65536 --set alpha=0.1 --set N=1 --set I=64 --set warmup=0 --set seconds=0.2
[ "$(value batches)" -ge 6 ] || fail "only $(value batches) batches were timed"
[ -n "$(value 'interval of the time a word')" ] || fail "the interval of the median is missing"
valid 2 apexmap --set M=65536 --set N=1 --set I=64 --set seconds=0
[ "$(value batches)" = 1 ] || fail "seconds=0 made $(value batches) batches"
fractions() { # SETTING...: prints what the ranks of three launches accessed, a line each
    for launch in 1 2 3; do
        valid 2 apexmap --set M=65536 --set I=1024 --set N=1 --set seconds=0 "$@"
        sed -n 's/^remote fraction  *[0-9]*  *//p; s/^requests served  *//p' out | tr -s ' \n' ' '
        echo
    done
}
[ "$(fractions | sort -u | wc -l)" -gt 1 ] || fail "all launches have the same random numbers"
[ "$(fractions --set seed=7 | sort -u | wc -l)" = 1 ] || fail "a seed does not give the same random numbers"
[ "$(fractions --set streams=published | sort -u | wc -l)" = 1 ] || fail "the published random numbers differ between launches"

# Huge pages: the result says how much of the words is in them, and a note says so if a system has none.
valid 2 apexmap --set M=4194304 --set N=1 --set I=64 --set seconds=0
case $(cat /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null) in
*'[madvise]'*)
    [ "$(value 'words in huge pages')" = 0 ] || fail "$(value 'words in huge pages') KiB are in huge pages, and nothing asked for them"
    valid 2 apexmap --set M=4194304 --set N=1 --set I=64 --set seconds=0 --set pages=huge
    [ "$(value 'words in huge pages')" -gt 0 ] || grep -q 'PAGES is `huge`, but of the 16.0 MiB of a rank, only' out ||
        fail "no huge pages, and no note"
    ;;
*'[never]'*)
    valid 2 apexmap --set M=4194304 --set N=1 --set I=64 --set seconds=0 --set pages=huge
    grep -q 'PAGES is `huge`, but of the 16.0 MiB of a rank, ' out || fail "no note that there are no huge pages"
    ;;
esac

valid 1 apexmap --set M=4096 --set N=1 --set I=64 --set seconds=0 --set pages=huge
case $(cat /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null) in
*'[madvise]'*) grep -q 'PAGES is `huge`, but of the 32.0 KiB of a rank, only 0 bytes are' out || fail "no note on few words" ;;
esac

# INTENSITY: many multiply-adds on each word, whose sum is verified, and their rate; without it, no rate is shown.
valid 2 apexmap --set M=65536 --set L=64 --set N=2 --set seconds=0
[ -z "$(value 'arithmetic rate of a process')" ] || fail "a sum has a rate of multiply-adds"
for version in sequential basic async rma; do
    valid 2 apexmap --set M=65536 --set L=64 --set N=2 --set seconds=0 --set intensity=50 --set version=$version
    awk -v rate="$(value 'arithmetic rate of a process')" -v speed="$(value 'bandwidth of a process')" 'BEGIN {
        exit !(speed > 0 && rate / (2 * 50 * speed / 8) > 0.98 && rate / (2 * 50 * speed / 8) < 1.02) }' ||
        fail "$version: the rate is $(value 'arithmetic rate of a process') Mflop/s at $(value 'bandwidth of a process') MB/s"
done

# A grid in one launch: every pair once, a longest block first, all on the same words, each result saved at once.
expect 0 "$loop" run apexmap -n 2 --set alpha=1,0.1 --set L=1,8,64 --set M=65536 --set N=2 --timeout 60 -o grid
python3 - grid/records/kept.jsonl grid/run.json <<'END' || fail "the grid is not whole"
import json, sys
kept = [json.loads(line) for line in open(sys.argv[1])]
points = [(k["arguments"]["alpha"], k["arguments"]["L"]) for k in kept]
assert sorted(points) == [(a, l) for a in (0.1, 1) for l in (1, 8, 64)], points
assert points[0][1] == 64 and points != [(a, l) for a in (1, 0.1) for l in (1, 8, 64)], points
assert {k["arguments"]["M"] for k in kept} == {65536} and not any(k["failed"] for k in kept)
told = {r["name"]: r["value"] for r in json.load(open(sys.argv[2]))["summary"]["results"]}
for k in kept:
    assert abs(told[k["name"] + ": mean time a word"]["median"] / k["results"]["mean time a word"] - 1) < 1e-6, k
END
valid 2 apexmap --set alpha=1,0.1 --set L=1,8 --set M=65536 --set N=2 --set skip=3
[ "$(grep -c ': mean time a word' out)" = 1 ] || fail "3 points of 4 were not skipped"

# With one block per rank, the published formula never draws the last block, so two ranks read only their own.
valid 2 apexmap --set M=8192 --set L=4096 --set N=20
[ "$(value 'remote fraction')" = 0 ] && [ "$(value 'remote fraction expected')" = 0 ] || fail "the last block was drawn"
valid 2 apexmap --set M=8192 --set L=4096 --set N=20 --set last=true
[ "$(value 'remote fraction expected')" = 50 ] || fail "every second block should be remote"
awk -v p="$(value 'remote fraction')" 'BEGIN { exit !(p > 45 && p < 55) }' || fail "the last block is drawn too seldom"

refused() { # SENTENCE RANKS SETTING...
    sentence=$1 ranks=$2
    shift 2
    for setting in "$@"; do set -- "$@" --set "$setting"; shift; done
    expect 2 "$loop" run apexmap -n "$ranks" --timeout 60 "$@"
    err_has "required: $sentence"
    is_silent out
}
refused 'every rank must have the same number of words; 1 remain (M = 1000 words, 3 ranks)' 3 M=1000
refused 'a block must fit on a rank: L is 4096, a rank has 2048 words (M = 4096 words, 2 ranks)' 2 M=4096 L=4096
refused 'a rank must have whole blocks: L is 7, a rank has 2048 words, 4 remain' 2 M=4096 L=7
refused '`ALPHA` must be above 0 and at most 1, not 1.5' 2 alpha=1.5
refused '`ALPHA` must be above 0 and at most 1, not 0' 1 alpha=0
refused 'alphas above 0, at most 1; they are 1,2' 1 alpha=1,2
refused 'an alpha or a list of them; it is `1,x`' 1 alpha=1,x
refused 'a whole number of words (L) or a list of them; it is `1,,4`' 1 L=1,,4
refused 'lengths L of which each divides the longest; they are 3,16' 1 L=3,16
refused '`B` must be from 1 to 16384, not 0' 2 B=0
refused '`SMSG` must be from 1 to 16384, not -1' 1 SMSG=-1
refused '`VERSION` must be `sequential`, `basic`, `async`, `rma` or `shmem`, not `fast`' 2 version=fast
refused '`STREAMS` must be `independent` or `published`, not `leaped`' 2 streams=leaped
refused '`STYLE` must be `read`, `update` or `chain`, not `write`' 2 style=write
refused '`STYLE` `update` needs `VERSION` `sequential` or `rma`: the other versions only read' 2 style=update
refused '`STYLE` `chain` needs `VERSION` `sequential`; of the versions that read words of other ranks, `basic` waits' 2 style=chain version=rma
refused '`COMPUTE` and `PREFETCH` are for `STYLE` `read`; leave them out' 1 style=chain version=sequential prefetch=2
refused '`COMPUTE` and `PREFETCH` are for `STYLE` `read`; leave them out' 1 style=update version=rma compute=strict
refused '`PAGES` must be `default` or `huge`, not `large`' 1 pages=large
refused '`PAGES` `huge` needs `VERSION` `sequential`, `basic` or `async`: with `rma` and `shmem`, MPI' 2 pages=huge version=rma
refused '`INTENSITY` must be from 1 to 1048576, not 0' 1 intensity=0
refused '`INTENSITY` above 1 makes multiply-adds in several partial sums; it needs `COMPUTE` `sum`' 1 intensity=4 compute=strict
refused '`INTENSITY` is for `STYLE` `read`; leave it out' 2 intensity=4 style=update version=rma
refused '`SECONDS` must be from 0 to 1000000, not -1' 1 seconds=-1
refused '`COMPUTE` must be `sum`, `strict` or `multiply-add`, not `product`' 2 compute=product
refused 'not enough memory: each rank needs 3.6 TiB for 500000000000 words, indices and buffers' 2 M=1000000000000

# OpenSHMEM: the profile local-shmem has it; elsewhere a sentence says so, also on a simulated machine.
for machine in local local-openmpi fattree-1024; do
    expect 2 "$loop" run apexmap -n 2 --machine $machine --set version=shmem --set M=4096 --timeout 60 --discard
    err_has 'required: `VERSION` `shmem` needs OpenSHMEM, and this program is built without it; the machine profile `local-shmem` has it'
    ! grep -q 'time a word' out || fail "$machine measured something"
done
if has oshc++ OpenSHMEM; then
    valid 2 apexmap --machine local-shmem --set version=shmem --set M=65536 --set L=16 --set N=20 --set last=true
    [ "$(value 'remote fraction expected')" = 50 ] || fail "half of the blocks should be remote"
    awk -v p="$(value 'remote fraction')" 'BEGIN { exit !(p > 45 && p < 55) }' || fail "$(value 'remote fraction') % are remote"
    [ "$(value 'requests served')" = 0 ] || fail "gets are served by nobody"
    valid 1 apexmap --machine local-shmem --set version=shmem --set M=65536 --set N=20
    [ "$(value waits)" = 0 ] || fail "one rank waits for gets"
    SMA_SYMMETRIC_SIZE=1M
    export SMA_SYMMETRIC_SIZE
    expect 5 "$loop" run apexmap -n 2 --machine local-shmem --set version=shmem --set M=1048576 --timeout 60 --discard
    err_has "OpenSHMEM's symmetric heap (SMA_SYMMETRIC_SIZE=1M) has no room for 4.0 MiB"
    unset SMA_SYMMETRIC_SIZE
fi

# The ping-pong: one result per size; one rank is refused.
valid 2 pingpong --set least=8 --set most=100 --set batches=2
for size in 8 16 32 64 100; do
    out_has "one way, $size bytes"
    out_has "bandwidth, $size bytes"
done
for name in latency bandwidth n-half; do [ -n "$(value $name)" ] || fail "no $name"; done
expect 2 "$loop" run pingpong -n 1 --timeout 60
err_has 'required: ping-pong needs two ranks'
expect 2 "$loop" run pingpong -n 2 --set partner=2 --timeout 60
err_has 'required: `PARTNER` must be from 1 to 1, not 2'
expect 2 "$loop" run pingpong -n 2 --set least=64 --set most=8 --timeout 60
err_has 'required: `LEAST` must be from 1 to 8, not 64'

# If memory is short, M is what fits, and the sheet says so.
(ulimit -v 600000 && exec "$loop" run apexmap -n 1 --set version=sequential --set N=1 --timeout 60 --discard) >out 2>err </dev/null ||
    fail "less memory than usual is not enough"
verdict_is 'VALID WITH NOTES'
grep -q 'M is [0-9]* words per rank instead of 67108864: each rank has [0-9.]* MiB of memory' out || fail "no note of less memory"

valid 16 "$versions" --machine fattree-1024 --verify
# 0.5 us on either side, two links of 0.5 us, and 8 bytes plus SMPI's 16 at 12.5 GB/s per link.
valid 2 pingpong --set most=8 --machine fattree-1024
awk -v t="$(value latency)" 'BEGIN { exit !(t > 1.9 && t < 2.2) }' || fail "a simulated way takes $(value latency) us"
# A simulation does not touch memory: 64 ranks with 64 Mi words each.
valid 64 apexmap --set I=8 --set N=1 --set warmup=0 --machine fattree-1024
[ "$(value 'remote fraction expected' | cut -c 1-4)" = 98.4 ] || fail "the expected remote fraction of 64 ranks"
# A test costs what the profile states, so accesses to a rank's own words are not slower.
valid 4 apexmap --set alpha=0.001 --set N=2 --machine fattree-1024
awk -v t="$(value 'mean time a word')" 'BEGIN { exit !(t > 1000 && t < 1500) }' || fail "a look costs $(value 'mean time a word') ns"
finish
