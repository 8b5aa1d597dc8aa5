# loop run over several hosts: three network namespaces with names of their own, joined by a bridge. Messages cross the
# bridge, clocks are compared, records come together, and a host that is not there is a sentence.
. "$(dirname -- "$0")/support.sh"
[ "$(id -u)" = 0 ] || { echo "SKIP: making network namespaces needs root"; exit 77; }
for tool in ip unshare nsenter mpiexec.mpich mpicxx.mpich; do needs $tool; done

# Names of their own for every run of this test: interfaces have 15 letters at most.
tag=$(printf %x $$)
bridge=lb$tag
count=3
remove_hosts() {
    for i in 1 2 3; do
        [ -f "$work/holder-$i" ] && kill "$(cat "$work/holder-$i")" 2>/dev/null
        ip netns del "lh$tag-$i" 2>/dev/null
    done
    ip link del "$bridge" 2>/dev/null
}
trap 'remove_hosts; cd /; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

if ! ip netns add "lh$tag-1" 2>err; then
    cat err
    echo "SKIP: this root may not make network namespaces"
    exit 77
fi
ip link add "$bridge" type bridge || exit 1
ip link set "$bridge" up
# 10.X.Y.I: a net that the tag chooses, so that tests side by side do not meet.
net=10.$((64 + $$ / 200 % 128)).$(($$ % 200 + 20))
i=1
while [ $i -le $count ]; do
    [ $i = 1 ] || ip netns add "lh$tag-$i" || exit 1
    ip link add "lv$tag$i" type veth peer name eth0 netns "lh$tag-$i" || exit 1
    ip link set "lv$tag$i" master "$bridge" up
    ip -n "lh$tag-$i" addr add "$net.$i/24" dev eth0
    ip -n "lh$tag-$i" link set eth0 up
    ip -n "lh$tag-$i" link set lo up
    # A sleeper holds the namespace of the host's name.
    ip netns exec "lh$tag-$i" unshare --uts sh -c "hostname node$i && echo \$\$ >'$work/holder-$i' && exec sleep 1000" &
    i=$((i + 1))
done
# The launcher is on the host's side of the bridge, as a machine that is none of the three.
ip addr add "$net.100/24" dev "$bridge"
for i in 1 2 3; do
    tries=0
    while [ ! -s "holder-$i" ] && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
done

# What ssh is elsewhere: the last number of the address says which host. hydra calls it with options first.
cat >enter <<EOF
#!/bin/sh
while :; do
    case \$1 in -*) shift ;; *) break ;; esac
done
host=\${1##*.}
shift
holder=\$(cat "$work/holder-\$host" 2>/dev/null) || { echo "ssh: connect to host \$host: No route to host" >&2; exit 255; }
exec nsenter --target "\$holder" --net --uts sh -c "\$*"
EOF
chmod +x enter
# Its name here is no name there: hydra is told by which address the hosts reach it.
sed -e 's/name = "hosts"/name = "three"/' \
    -e 's|"-launcher", "ssh"|"-launcher", "ssh", "-launcher-exec", "{profile_directory}/enter", "-localhost", "'"$net.100"'"|' \
    -e 's|^reach = .*|reach = ["{profile_directory}/enter", "{host}", "true"]|' \
    -e '/^UCX_ERROR/a UCX_TLS = "tcp,self"\nUCX_NET_DEVICES = "eth0"' "$here/../../machines/hosts.toml" >three.toml

# bytes_through: what the bridge has received from the three hosts.
bytes_through() { cat /sys/class/net/lv"$tag"[123]/statistics/rx_bytes | awk '{ sum += $1 } END { print sum }'; }

program talk <<'EOF'
    \PHASE("talk") \LOOP (20) \COMMUNICATE(100000, 1, 1);
    char name[100]; int length = 0;
    MPI_Get_processor_name(name, &length);
    printf("rank %d is on %s\n", me, name);
EOF
# A trace is what tells the clocks.
sed -i "s/size, 0);/size, 10000);/" talk.loop
before=$(bytes_through)
expect 0 "$loop" run talk.loop --machine ./three.toml --hosts "$net.1,$net.2,$net.3" --timeout 60 -o three
through=$(($(bytes_through) - before))
for i in 1 2 3; do out_has "is on node$i"; done
# 3 ranks, 20 times, a message to the right neighbour: 60 messages of 100000 bytes.
[ "$through" -gt 6000000 ] || fail "only $through bytes crossed the bridge"
python3 -c 'import json
run = json.load(open("three/run.json"))
records = [rank["record"] for rank in run["launches"][0]["ranks"]]
assert sorted(r["host"] for r in records) == ["node1", "node2", "node3"], records
assert run["machine"]["hosts"][0].endswith(".1"), run["machine"]
assert run["summary"]["payload"]["wrong_bytes"] == 0 and run["summary"]["payload"]["messages"] == 60, run["summary"]
assert "--hosts" in run["commands"]["repeat"], run["commands"]' || fail "run.json of three hosts"
expect 0 "$loop" report three --format json
# Corrected clocks may be wrong by what the sheet says that they may be, on busy cores even so that a message seems to
# arrive before it was sent; by no more. (Both hosts' errors count, hence twice.)
cat >check.py <<'EOF'
import re, sys
told = re.search(r"offsets known within ([\d.]+) (\w+); (\d+) messages received before they were sent"
                 r"(?: \(.*?\), at most ([\d.]+) (\w+) too early)?", sys.stdin.read())
assert told, "the sheet does not tell the clocks of several hosts"
unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
bound = float(told[1]) * unit[told[2]]
if told[4]:
    assert float(told[4]) * unit[told[5]] <= 2 * bound, told[0]
EOF
python3 check.py <out || fail "clocks of three hosts"
expect 0 "$loop" machine check ./three.toml --hosts "$net.1,$net.2,$net.3"
out_has "3 ranks on node1, node2, node3"

# Several ranks a host, and hosts from a file.
printf '# ours\n%s.1:2\n%s.2:2\n' "$net" "$net" >hostlist
expect 0 "$loop" run talk.loop -n 4 --machine ./three.toml --hosts ./hostlist --timeout 60 --discard
out_has "rank 1 is on node1"
out_has "rank 3 is on node2"

# What is wrong is said, with profile, key and remedy, and nothing is left.
expect 5 "$loop" run talk.loop --machine ./three.toml --hosts "$net.1,$net.9" -o none
err_has "machine \`three\`, \`launch.hosts\`: \`$net.9\` cannot be reached"
err_has "(\`launch.reach\`)"
sed '/^reach/d' three.toml >silent.toml
# Where nobody asks before, hydra waits for a host that is not there.
expect 6 "$loop" run talk.loop --machine ./silent.toml --hosts "$net.1,$net.9" --timeout 3 -o none
err_has 'machine `three`, `launch.hosts`: a host cannot be reached'
expect 2 "$loop" run talk.loop --machine ./three.toml
err_has 'machine `three`, `launch.hosts`: no host is named'
expect 2 "$loop" run talk.loop --machine ./three.toml --hosts "-oProxyCommand=x"
err_has 'is no name of a host'

# Stopped on all hosts.
program hangs <<'EOF'
    \VISIBLE_SYNC();
    pause();
EOF
expect 6 "$loop" run hangs.loop --machine ./three.toml --hosts "$net.1,$net.2,$net.3" --timeout 3 -o stopped
err_has "hangs.loop:"
for process in /proc/[0-9]*; do
    if { tr "\0" "\n" <"$process/environ"; } 2>/dev/null | grep -qF "LOOP_PARAMETERS=$work/"; then
        fail "left behind: $(tr '\0' ' ' <"$process/cmdline")"
    fi
done
finish
