# map.sh LOOP: loop run --map. Ranks run on the asked CPUs of this host, or on the asked hosts of a simulated machine, and
# sheet and run.json have the map. Wrong maps are refused before anything is launched.
. "$(dirname -- "$0")/support.sh"

program talk <<'EOF'
    \LOOP (20) \COMMUNICATE(100000, 1, 1);
EOF
sed -i "s/size, 0);/size, 10000);/" talk.loop

# On this host.
expect 0 "$loop" run talk.loop -n 2 --map reverse -o here
out_says "reverse: rank 0 on processor 1, 1 on 0"
python3 - <<'EOF' || fail "run.json of a map on this host"
import json
import os
run = json.load(open("here/run.json"))
assert run["map"] == {"asked": "reverse", "processors": [1, 0], "cores": 1}, run["map"]
repeat = run["commands"]["repeat"]
assert repeat[repeat.index("--map") + 1] == "reverse", repeat
cpus = [rank["record"]["cpus"] for rank in run["launches"][0]["ranks"]]
assert all(cpu.isdigit() for cpu in cpus), cpus
# With one CPU, both ranks are on it.
assert len(set(cpus)) == min(2, len(os.sched_getaffinity(0))), cpus
EOF
expect 0 "$loop" report here --format markdown
out_says "Map of ranks to processors"
expect 0 "$loop" run talk.loop -n 2 --discard
out_lacks "on processor"

# Each rank gets a core for each of its threads; both ranks get the same ones if there are not enough.
program threads <<'EOF'
    \THREADS (2) { \WORK(0.001); }
EOF
sed -i "s/size, 0);/size, 10000);/" threads.loop
expect 0 "$loop" run threads.loop -n 2 --map reverse -o threads
python3 - <<'EOF' || fail "cores of threads"
import json
import os
run = json.load(open("threads/run.json"))
cores = min(2, len(os.sched_getaffinity(0)))
assert run["map"]["cores"] == cores, run["map"]
for rank in run["launches"][0]["ranks"]:
    assert [thread["cpus"] for thread in rank["record"]["thread_cores"]] == [rank["record"]["cpus"]] * 2
    assert rank["record"]["thread_cpus"] == cores, rank["record"]
EOF

expect 0 "$loop" report threads --figure spacetime --format svg -o threads.svg
grep -q "rank 1, thread 1" threads.svg || fail "thread 1 of rank 1 has no row"

# By default, there are as many ranks as have cores for all their threads.
expect 0 "$loop" run threads.loop -o usual
python3 - <<'EOF' || fail "the usual number of ranks with threads"
import json
import os
ranks, cores = json.load(open("usual/run.json"))["ranks"], len(os.sched_getaffinity(0))
assert ranks == max(1, cores // 2), (ranks, cores)
EOF
expect 2 "$loop" run threads.loop -n 2 --map reverse --machine hosts --hosts a,b --dry-run
err_has 'each rank has 2 threads, and on machine `hosts`, LOOP places ranks on slots of hosts, not on cores'

# On a machine whose launcher binds ranks, each point of a sweep is bound as its threads need.
printf '\\PARAM(int k = 1, "")\nint main() { \\OPEN0(); \\THREADS (k) { \\WORK(0.001); } \\CLOSE0(); }\n' >some.loop
expect 0 "$loop" machine detect --mpi mpich -o bound.toml
expect 0 "$loop" sweep some.loop -n 1 --set k=1,1000 --launches 1 --warm-ups 0 --machine ./bound.toml --dry-run
out_line '.* -bind-to core -n 1 .* k=1'
out_line '.* -bind-to none -n 1 .* k=1000'

# Wrong maps.
expect 2 "$loop" run talk.loop -n 2 --map sideways
err_has "neither \`reverse\` nor \`random:SEED\` nor a file"
printf '0\n0\n' >same
expect 2 "$loop" run talk.loop -n 2 --map ./same
err_has "ranks 0 and 1 are both on processor 0"
expect 2 "$loop" run talk.loop -n 2 --map reverse --machine slurm --dry-run
err_has "LOOP does not choose the processors of machine \`slurm\`"

# On a ring of 16 simulated hosts, ranks 0 and 1 are neighbors, or as far apart as possible.
has smpirun "simulated hosts" || finish
printf '# opposite\n0\n8\n' >apart
for map in reverse ./apart; do
    name=ring-$(basename $map)
    expect 0 "$loop" run talk.loop -n 2 --machine clue-ring --map $map -o "$name"
    expect 0 "$loop" report "$name" --format json
    cp out "$name.json"
done
python3 - <<'EOF' || fail "maps on simulated hosts"
import json

def hops(name):
    sections = json.load(open(f"ring-{name}.json"))["sections"]
    facts = next(section for section in sections if section["id"] == "network")["facts"]
    return next(fact["value"] for fact in facts if fact["label"] == "Hops of a message between nodes, max")

assert (hops("reverse"), hops("apart")) == (1, 8), (hops("reverse"), hops("apart"))
near, far = (json.load(open(f"ring-{name}/run.json")) for name in ("reverse", "apart"))
assert far["machine"]["hosts"] == ["node-0", "node-8"], far["machine"]["hosts"]
assert [rank["record"]["host"] for rank in far["launches"][0]["ranks"]] == ["node-0", "node-8"]
times = [run["summary"]["program"]["launches"][0]["max"] for run in (near, far)]
assert times[1] > times[0], times  # simulated times are exact
EOF
finish
