#!/bin/sh
# seeds.sh LOOP FOLDER: writes initial inputs for every fuzz target, from the tests' files and from small runs. The stored
# corpora began with these; run this again after a format has changed.
set -eu
loop=$(readlink -f -- "$1")
mkdir -p "$2"
out=$(cd -- "$2" && pwd)
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

joined() { # FILE...: one input of several files
    first=yes
    for file; do
        [ "$first" = yes ] || printf '\n--8<--\n'
        first=no
        cat "$file"
    done
}
seed() { # TARGET NAME FILE...
    target=$1 name=$2
    shift 2
    mkdir -p "$out/$target"
    joined "$@" >"$out/$target/$name"
}
# Removes private facts about the machine and the user.
plain() { sed -i -e "s|$work|/here|g; s|$root|/loop|g; s|$(uname -n)|host|g; s|${HOME:-/root}|/home/me|g" "$@"; }

for file in $(find "$root/tests" "$root/workloads" "$root/examples" -name '*.loop'); do
    seed compiler "$(basename "$(dirname "$file")")-$(basename "$file")" "$file"
done
for file in "$root"/machines/*.toml; do seed profile "$(basename "$file")" "$file"; done
for file in "$root"/workloads/*.toml; do seed campaign "$(basename "$file")" "$file"; done
for file in "$root"/machines/published/*.csv "$root"/tests/report/published/*.csv; do
    seed table "$(basename "$file")" "$file"
done
for name in halo torus rows_columns workers overlap tree wavefront ways; do
    "$loop" count "$root/examples/$name.loop" -n 5 --schedule recorded >/dev/null
    seed schedule "$name" recorded
done
ask() { # METHOD LINE CHARACTER [MORE]: a request about a place
    printf '{"jsonrpc":"2.0","id":1,"method":"textDocument/%s","params":{"textDocument":{"uri":"file:///a.loop"},"position":{"line":%s,"character":%s}%s}}' "$@" >"$1"
}
for name in halo torus threads overlap parameters; do
    ask hover 5 8
    ask completion 9 12
    ask signatureHelp 9 20
    ask references 8 10
    ask rename 10 9 ',"newName":"other"'
    ask codeAction 0 0 ',"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}}'
    ask documentSymbol 0 0
    ask foldingRange 0 0
    printf '{"id":2,"method":"textDocument/semanticTokens/full","params":{"textDocument":{"uri":"file:///a.loop"}}}' >tokens
    ask formatting 0 0
    printf '{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.loop","version":2},"contentChanges":[{"range":{"start":{"line":9,"character":4},"end":{"line":9,"character":9}},"text":"\\\\EXCH"}]}}' >change
    printf 'Content-Length: 2\r\n\r\n{}' >framed
    seed lsp "$name" "$root/examples/$name.loop" hover framed completion framed signatureHelp framed change framed references \
        framed rename framed codeAction framed documentSymbol framed foldingRange framed tokens framed formatting
done
cat >clue.toml <<'.'
machine = "local"
ranks = [1, 2]
memory = "64M"
cache = 1048576
reserve = "1M"
fill = 0.5
word = 8
width = 64
height = 64
iterations = 2
trials = 2
budget = "10m"
timeout = 60
variations = ["base", "double"]
.
seed clue_config all clue.toml

printf '\002\011' >head
printf ' L 1000,8\nI  400000,4\n S 1008,4\n M ffe0,8\n' | cat head - >lackey
printf '\001\005\000\020\000\000\000\000\000\000\010\020\000\000\000\000\000\000\020\020\000\000\000\000\000\000' >binary
printf '\000\003' >head
printf '0x1000 8\n4104\n0x1010 4 # remark\n8192\n' | cat head - >text
for file in text lackey binary; do seed addresses $file $file; done

cp "$root"/examples/*.loop . # so that no path of this machine is in the runs
run() { # NAME ARGUMENT...: a run directory
    name=$1
    shift
    "$loop" run "$@" -o "$name" >/dev/null 2>&1 || echo "seeds.sh: $name did not end well" >&2
    plain "$name/run.json"
}
run ring ring.loop -n 2
run phases phases.loop -n 2
run twice hello.loop -n 2 --launches 2
run fingerprint fingerprint -n 2 --size 8 --iterations 1
run model fingerprint -n 2 --size 8 --iterations 1 --machine fattree-1024
run bsp bspbench -n 2 --launches 1
for name in ring phases twice fingerprint model bsp; do
    [ -f $name/run.json ] && seed run_json $name $name/run.json
    [ -f $name/records/rank-0.trace ] && seed trace $name $name/records/rank-0.trace $name/records/rank-1.trace
done
seed run_json two ring/run.json phases/run.json

"$loop" trace ring --to otf2 -o archive 2>/dev/null
seed otf2 ring archive/traces.otf2 archive/traces.def archive/traces/0.def archive/traces/0.evt \
    archive/traces/1.def archive/traces/1.evt

sweep() { # NAME COMMAND...
    name=$1
    shift
    "$loop" "$@" -o "$name" >/dev/null 2>&1 || echo "seeds.sh: $name did not end well" >&2
    point=$(ls "$name/points" 2>/dev/null | head -n 1)
    [ -n "$point" ] && point=$name/points/$point || point=$(dirname "$(find "$name" -name run.json | head -n 1)")
    kept=$(find "$point" -name kept.jsonl | head -n 1)
    plain "$name/plan.json" "$name/journal.jsonl" "$point/run.json"
    sed -i "s|\"folder\":\( *\)\"[^\"]*/\{0,1\}$(basename "$point")\"|\"folder\":\1\"point-1\"|" "$name/plan.json"
    seed sweep "$name" "$name/plan.json" "$name/journal.jsonl" "$point/run.json" ${kept:+"$kept"}
}
sweep curve sweep hello.loop -n 1,2 --launches 3 --warm-ups 0
sweep surface apexmap -n 2 --alpha 1,0.1 --length 1,64 --budget 20s
sweep clue clue clue.toml

"$loop" export ring.loop --machine local -o bundle >/dev/null
id=$(sed -n '1s/.*"launch": *"\([^"]*\)".*/\1/p' ring/records/rank-0.json)
# As job.sh would write it.
cat >facts <<.
loop-facts 1
started 2026-01-31T12:00:00+0000
ranks 2
planned 1
compile mpicxx
compile -O2
compiler_version g++ 12.2.0
host node1
os Debian GNU/Linux 12
kernel Linux 6.1.0 x86_64
cpu A processor
cores_online 2
cores_available 2
memory_kib 16384000
governor performance
smt 0
transparent_huge_pages always [madvise] never
aslr 2
load_before 0.50 0.40 0.30 1/100 1000
launcher_version HYDRA 4.0.2
argument mpiexec
argument -n
argument 2
launch 1 $id 2026-01-31T12:00:01+0000 1 0
load_after 0.60 0.40 0.30 1/100 1000
ended 2026-01-31T12:00:02+0000
.
printf 'loop-parameters 1\nverify 1\ntrace 1\nrecords /here/records\nlaunch %s\nsize 100\nset bytes 16\n' "$id" >parameters
plain ring/records/rank-0.json ring/records/rank-1.json
for rank in 0 1; do head -n 1 ring/records/rank-$rank.json | tr -d '\n' >record-$rank; done
seed bundle_run ring facts bundle/bundle.json parameters bundle/machine/profile.toml ring.loop \
    record-0 ring/records/rank-0.status record-1 ring/records/rank-1.status

for text in facts bundle/bundle.json record-0 ring/run.json curve/plan.json curve/journal.jsonl; do
    seed formats "$(basename "$text")" $text
done
seed formats kept.jsonl "$(find surface -name kept.jsonl | head -n 1)"

# As the host watchdogs of two hosts would write them, one with rank 0 and the other with rank 1.
cat >reports.py <<'.'
import struct, sys
for rank in 0, 1:
    status = open(f"ring/records/rank-{rank}.status", "rb").read()[:1376]
    with open(f"report-{rank}", "wb") as report:
        report.write(struct.pack("<8sQqiidd", b"LOOPHR5", 0, 3, int(sys.argv[1]), 1, 12.5, 13.5) + status)
.
printf '\001' >ranks
for state in 2 3; do
    python3 reports.py $state
    cat ranks report-0 >first
    seed host_report state-$state first report-1
done

# Ranks' logs of MPI calls; the numbers of the calls do not matter.
cat >calls.py <<'.'
import struct
WORLD = 1
def entry(event, partner=-1, tag=0, request=0, type=6, object=0, communicator=WORLD, address=16):
    return struct.pack("<BBHiiiqQQQQQ", event, object, 70, partner, tag, 0, 1, type, communicator, request, address, 0)
def log(name, rank, *entries):
    with open(name, "wb") as file:
        file.write(struct.pack("<8siiIIq32x", b"LOOPCL1", rank, 3, 0, 1, len(entries)) + b"".join(entries))
COLLECTIVE, SEND, RECEIVE, RECEIVED, COMPLETED, CANCELED, PREPARED, MADE, FREED, EPOCH, ACCESS = range(1, 12)
log("race-0", 0, entry(RECEIVE, -1, 5), entry(RECEIVED, 1, 5, type=0), entry(RECEIVE, 2, 5), entry(RECEIVED, 2, 5),
    entry(COLLECTIVE))
log("race-1", 1, entry(SEND, 0, 5, address=32), entry(COLLECTIVE))
log("race-2", 2, entry(SEND, 0, 5, address=48), entry(COLLECTIVE))
log("left-0", 0, entry(RECEIVE, 1, 5, 1), entry(MADE, object=1, request=2), entry(FREED, object=1, request=2),
    entry(PREPARED, 2, 7, 3), entry(SEND, 2, 7, 3), entry(COMPLETED, request=3), entry(COLLECTIVE, 0))
log("left-1", 1, entry(SEND, 0, 5, 4, 12), entry(CANCELED, request=4), entry(COLLECTIVE, 1, request=5))
log("left-2", 2, entry(EPOCH, communicator=9), entry(ACCESS, 1, communicator=9), entry(SEND, 1, 3, type=1000))
.
python3 calls.py
printf '\001' >strict
printf '\000' >plain
cat plain race-0 >first
seed call_logs race first race-1 race-2
cat strict left-0 >first
seed call_logs left first left-1 left-2
