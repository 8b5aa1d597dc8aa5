# Hosts whose clocks differ by a known amount: two network namespaces joined by a bridge, each with a name and a
# monotonic clock of its own. The sheet finds the difference within the bound that it tells, and no message comes
# earlier than that bound explains.
. "$(dirname -- "$0")/support.sh"
[ "$(id -u)" = 0 ] || { echo "SKIP: making namespaces needs root"; exit 77; }
for tool in ip unshare nsenter python3 mpiexec.mpich mpicxx.mpich; do needs $tool; done

# Interfaces have 15 letters at most; the tag keeps tests side by side apart.
tag=$(printf %x $$)
bridge=cb$tag
net=10.$((200 + $$ / 200 % 50)).$(($$ % 200 + 20))
remove_hosts() {
    for i in 1 2; do
        [ -f "holder-$i" ] && kill "$(cat "holder-$i")" 2>/dev/null
        ip netns del "ch$tag-$i" 2>/dev/null
    done
    ip link del "$bridge" 2>/dev/null
}
trap 'remove_hosts; cd /; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

if ! ip netns add "ch$tag-1" 2>err || ! unshare --time --monotonic 1 true 2>err; then
    cat err
    echo "SKIP: this root may not make namespaces"
    exit 77
fi
ip link add "$bridge" type bridge || exit 1
ip link set "$bridge" up
for i in 1 2; do
    [ $i = 1 ] || ip netns add "ch$tag-$i" || exit 1
    ip link add "cv$tag$i" type veth peer name eth0 netns "ch$tag-$i" || exit 1
    ip link set "cv$tag$i" master "$bridge" up
    ip -n "ch$tag-$i" addr add "$net.$i/24" dev eth0
    ip -n "ch$tag-$i" link set eth0 up
    ip -n "ch$tag-$i" link set lo up
    # A sleeper holds name and clock: host 2 is 1000 s ahead of host 1.
    ip netns exec "ch$tag-$i" unshare --uts --time --monotonic $(((i - 1) * 1000)) --fork \
        sh -c "hostname node$i && echo \$\$ >'$work/holder-$i' && exec sleep 1000" &
done
ip addr add "$net.100/24" dev "$bridge"
for i in 1 2; do
    tries=0
    while [ ! -s "holder-$i" ] && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
done

# What ssh is elsewhere; hydra calls it with options first, then the host's address.
cat >enter <<EOF
#!/bin/sh
while :; do case \$1 in -*) shift ;; *) break ;; esac; done
holder=\$(cat "$work/holder-\${1##*.}") && shift || exit 255
exec nsenter --target "\$holder" --net --uts --time sh -c "\$*"
EOF
chmod +x enter
cat >two.toml <<EOF
name = "two"
description = "two hosts with clocks of their own"
[build]
compiler = ["mpicxx.mpich"]
flags = ["-std=c++17", "-O2"]
mpi = "MPICH"
[launch]
command = ["mpiexec.mpich", "-launcher", "ssh", "-launcher-exec", "$work/enter", "-localhost", "$net.100",
           "-hosts", "$net.1,$net.2", "-n", "{ranks}", "{program}"]
[environment]
UCX_ERROR_SIGNALS = ""
UCX_TLS = "tcp,self"
UCX_NET_DEVICES = "eth0"
EOF
program talk <<'EOF'
    \LOOP (50) \EXCHANGE(1000, 1, 1);
    \VISIBLE_SYNC();
    \LOOP (50) \EXCHANGE(1000, 1, 2);
EOF
sed -i 's/&size, 0)/\&size, 100000)/' talk.loop
expect 0 "$loop" run talk.loop -n 2 --machine ./two.toml --timeout 120 -o run
expect 0 "$loop" report run --format json
cp out sheet.json
expect 0 "$loop" trace run --to csv -o tables
cat >check.py <<'EOF'
import csv
import json

sheet = json.load(open("sheet.json"))
rigor = next(section for section in sheet["sections"] if section["id"] == "rigor")
clocks = next(table for table in rigor["tables"] if table["id"] == "clocks")
rows = {row[0]["text"]: row for row in clocks["rows"]}
assert list(rows) == ["node2"], rows
begin, end, bound = (rows["node2"][column]["value"] for column in (3, 4, 6))
assert 0 < bound < 0.5, bound
for offset in (begin, end):
    assert abs(offset + 1000) <= bound, (offset, bound)
told = next(fact["text"] for fact in rigor["facts"] if fact["label"] == "Clocks of several hosts")
assert told.startswith("offsets known within "), told
transits = [int(row["transit_ns"]) for row in csv.DictReader(open("tables/messages.csv"))]
assert len(transits) == 50 * 2 + 2 + 50 * 2, len(transits)
early = [transit for transit in transits if transit < 0]
assert f"; {len(early)} messages received before they were sent" in told, told
# A message may seem to come before it was sent by as much as the clocks are not known, and by no more.
assert min(transits) * 1e-9 >= -bound, (min(transits), bound)
assert max(transits) * 1e-9 < 60, max(transits)
EOF
python3 check.py || fail "clocks of two hosts"
finish
