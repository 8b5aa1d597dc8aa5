# processors.sh LOOP: the processors of the ranks on this host. Ranks stay on those that the command may use, whatever the
# launcher does.
. "$(dirname -- "$0")/support.sh"

needs taskset
allowed=$(python3 -c 'import os; print(*sorted(os.sched_getaffinity(0)))')
set -- $allowed
[ $# -ge 2 ] || skip "there is one processor"
first=$1 second=$2

program talk <<'END'
    \LOOP (20) \COMMUNICATE(100000, 1, 1);
END
sed -i "s/size, 0);/size, 10000);/" talk.loop

# cpus_are RUN LIST...: the processors of ranks 0, 1, ... in the first launch.
cpus_are() {
    python3 - "$@" <<'END' || fail "the ranks of $1 did not run on $*"
import json
import sys
ranks = json.load(open(sys.argv[1] + "/run.json"))["launches"][0]["ranks"]
cpus = [rank["record"]["cpus"] for rank in ranks]
assert cpus == sys.argv[2:], cpus
END
}

# Open MPI's launcher binds its ranks to processors that the command may not use.
for machine in local local-openmpi; do
    [ $machine = local ] || has mpicxx.openmpi "Open MPI" || continue
    expect 0 taskset -c "$second" "$loop" run talk.loop -n 2 --machine $machine -o only-$machine
    cpus_are only-$machine "$second" "$second"
    out_says "oversubscribed: 2 ranks share 1 core"
    out_lacks "which the command may not use"
done

# A program that leaves them by itself.
sed -e 's/#include <mpi.h>/&\n#include <sched.h>/' \
    -e "s/^    int nodes/    cpu_set_t one; CPU_ZERO(\&one); CPU_SET($first, \&one);\n&/" \
    -e 's/^    \\CLOSE0/    sched_setaffinity(0, sizeof one, \&one);\n&/' talk.loop >leaves.loop
expect 0 taskset -c "$second" "$loop" run leaves.loop -n 1 -o leaves
out_says "rank 0 could run on processor $first, which the command may not use (only $second)"

# Each rank gets a core of its own that no other run holds. The cores are this test's own set, so that no other run of
# LOOP on this machine holds any.
export LOOP_CORES="$work/cores"
binding_is() { # RUN CORES TEXT: of the first launch
    python3 - "$@" <<'END' || fail "the binding of $1 is not $2, $3"
import json
import sys
binding = json.load(open(sys.argv[1] + "/run.json"))["launches"][0]["binding"]
assert binding == {"cores": int(sys.argv[2]), "text": sys.argv[3]}, binding
END
}
cores=$(python3 - <<'END'
import os
def core_of(cpu):
    try:
        return open(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read()
    except OSError:
        return cpu
print(len({core_of(cpu) for cpu in os.sched_getaffinity(0)}))
END
)
if [ "$cores" -lt 2 ]; then
    leave_out "binding: there is one core"
    finish
fi
unset OMP_PROC_BIND OMP_PLACES
for machine in local local-openmpi; do
    [ $machine = local ] || has mpicxx.openmpi "Open MPI" || continue
    expect 0 "$loop" run talk.loop -n 2 --machine $machine -o own-$machine
    binding_is own-$machine 1 "each rank has 1 core of its own"
    python3 - own-$machine <<'END' || fail "the ranks of own-$machine share a core"
import json
import sys
ranks = [rank["record"] for rank in json.load(open(sys.argv[1] + "/run.json"))["launches"][0]["ranks"]]
cpus = [rank["cpus"] for rank in ranks]
assert len(set(cpus)) == 2 and all(cpu.isdigit() for cpu in cpus), cpus
assert all(rank["waiting"] == "native" and rank["node_cores"] >= 2 for rank in ranks), ranks
END
done
expect 0 "$loop" report own-local --format markdown
out_says "Binding to cores: each rank has 1 core of its own"
expect 0 "$loop" run talk.loop -n 2 --bind none -o unbound
binding_is unbound 0 "not by LOOP: \`--bind none\` was given"
out_has "--bind none"
expect 0 "$loop" compare own-local unbound
out_has "binding to cores"
expect 0 "$loop" run talk.loop -n $((cores + 1)) -o many
binding_is many 0 "none: $((cores + 1)) ranks on $cores cores"
expect 0 "$loop" run talk.loop -n 2 --map reverse -o mapped
binding_is mapped 0 "not by LOOP: \`--map\` places the ranks"
sed 's/#include <mpi.h>/&\n#include <thread>/' talk.loop >threads.loop
expect 0 "$loop" run threads.loop -n 1 -o threads
binding_is threads 0 "none: it is not known how many threads each rank starts"
program team <<'END'
    \THREADS (2) { \WORK(0.001); }
END
expect 0 "$loop" run team.loop -n 1 -o team
binding_is team 2 "each rank has 2 cores of its own"

# A run beside another one uses other cores, or none of its own if all are held.
program waits <<'END'
    std::puts("runs");
    std::fflush(stdout);
    while (access("go", F_OK) != 0) usleep(10000);
END
"$loop" run waits.loop -n 1 -o beside --hang-limit 0 >beside.out 2>beside.err &
beside=$!
wait_while $beside "the first run" grep -q runs beside.out
expect 0 "$loop" run talk.loop -n 1 -o other
binding_is other 1 "each rank has 1 core of its own"
expect 0 "$loop" run talk.loop -n "$cores" -o crowded
binding_is crowded 0 "none: other launches hold 1 of $cores cores"
touch go
wait $beside || fail "the first run failed: $(cat beside.err)"
python3 -c 'import json
cpus = [json.load(open(run + "/run.json"))["launches"][0]["ranks"][0]["record"]["cpus"] for run in ("beside", "other")]
assert cpus[0] != cpus[1], cpus' || fail "two runs share a core"
rm go

# A command that is killed holds nothing any more.
"$loop" run waits.loop -n 1 -o killed --hang-limit 0 >killed.out 2>&1 &
killed=$!
wait_while $killed "the run that is killed" grep -q runs killed.out
kill -KILL $killed
wait $killed 2>/dev/null
expect 0 "$loop" run talk.loop -n "$cores" -o after
binding_is after 1 "each rank has 1 core of its own"

# The launches of sweeps, too. `--bind none` of sweeps and comparisons, and in a campaign file, which the option replaces.
all_are() { # all_are DIR CORES TEXT: the binding of all runs in the folder
    [ -n "$(find "$1" -name run.json)" ] || fail "$1 has no run"
    for run in $(find "$1" -name run.json); do
        binding_is "${run%/run.json}" "$2" "$3"
    done
}
bound() { all_are "$1" 1 "each rank has 1 core of its own"; }
unbound() { all_are "$1" 0 'not by LOOP: `--bind none` was given'; }
expect 0 "$loop" sweep talk.loop -n 1,2 --launches 1 -o sweep
bound sweep
expect 0 "$loop" sweep talk.loop -n 1 --launches 1 --bind none -o unbound_sweep
unbound unbound_sweep
printf 'bind = "none"\nlaunches = 1\n[[series]]\nworkload = "talk.loop"\nranks = 1\n' >free.toml
expect 0 "$loop" sweep free.toml -o unbound_campaign
unbound unbound_campaign
expect 0 "$loop" sweep free.toml --bind cores -o bound_campaign
bound bound_campaign
mkdir compared
cd compared
expect 0 "$loop" compare --launch "../talk.loop -n 1" "../talk.loop -n 1 --size 7" --launches 1 --bind none
cd ..
unbound compared
expect 2 "$loop" compare other after --bind none
grep -qF '`--bind` needs `--launch`' err || fail "compare does not say that --bind needs --launch"
expect 2 "$loop" sweep talk.loop -n 1 --bind somewhere -o nowhere
sed -i 's/"none"/"somewhere"/' free.toml
expect 2 "$loop" sweep free.toml -o nowhere

# A rank that sleeps in host code does not compute.
program sleeps <<'END'
    \PHASE("sleep") for (int i = 0; i < 10; ++i) usleep(20000);
END
sed -i 's/&size, 0)/\&size, 10000)/; 1i #include <unistd.h>' sleeps.loop
expect_by_verdict "$loop" run sleeps.loop -n 1 -o sleeps
out_says "time, rank 0 is counted as computing but used no core: it slept, or waited for a file, a device, or another program."
program works <<'END'
    \PHASE("work") \WORK(0.2);
END
sed -i 's/&size, 0)/\&size, 10000)/' works.loop
expect_by_verdict "$loop" run works.loop -n 1 -o works
out_lacks "used no core"
finish
