# quota.sh LOOP: a control group's CPU quota stops the ranks. The sheet names the quota, not another program; the quota is
# that of the group above the one of the command.
. "$(dirname -- "$0")/support.sh"

# The command's control group for processors, of version 1 or 2.
if [ -e /sys/fs/cgroup/cpu/cpu.cfs_quota_us ] || [ -e /sys/fs/cgroup/cpu/cpu.stat ]; then
    above=/sys/fs/cgroup/cpu$(sed -n 's/^[0-9]*:\([a-z,]*,\)\{0,1\}cpu\(,[a-z,]*\)\{0,1\}:\(.*\)/\3/p' /proc/self/cgroup)
else
    above=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)
fi
outer=${above%/}/loop-test-$$
leave_group() { # its processes have ended, or end now
    for try in 1 2 3 4 5 6 7 8 9 10; do
        rmdir "$outer/inner" "$outer" 2>/dev/null && return
        [ -d "$outer" ] || return
        sleep 0.1
    done
}
mkdir -p "$outer/inner" 2>/dev/null || skip "control groups cannot be made here"
trap 'leave leave_group' EXIT
if [ -e "$outer/cpu.max" ]; then
    echo "50000 100000" >"$outer/cpu.max"
elif [ -e "$outer/cpu.cfs_quota_us" ]; then
    echo 100000 >"$outer/cpu.cfs_period_us"
    echo 50000 >"$outer/cpu.cfs_quota_us"
else
    skip "control groups have no CPU quota here"
fi

program works <<'END'
    \WORK(1);
END
expect 0 "$loop" build works.loop -o works.built # the build shall not take its time from the quota
cat >inside <<'END'
echo $$ >"$1/inner/cgroup.procs" || exit 77
shift
exec "$@"
END
sh inside "$outer" true 2>/dev/null || skip "a process cannot join a control group here"
expect 0 sh inside "$outer" "$loop" run works.loop -n 1 -o run
out_says "disturbed: a control group's quota of 0.50 cores stopped the ranks"
out_lacks "which another program used"
python3 - <<'END' || fail "run.json of a throttled run"
import json
run = json.load(open("run/run.json"))
throttled = run["launches"][0]["throttled"]
assert throttled["times"] > 0 and throttled["seconds"] > 0.1 and throttled["quota_cores"] == 0.5, throttled
assert run["environment"]["cgroup_cpu_cores"] == 0.5, run["environment"]
record = run["launches"][0]["ranks"][0]["record"]
assert record["node_cores"] == 1, record["node_cores"]
END
finish
