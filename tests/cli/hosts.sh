# loop run over several hosts: three network namespaces with names and clocks of their own, joined by a bridge. Messages cross
# the bridge, clocks are compared, records come together, and a host that is not there is a sentence.
. "$(dirname -- "$0")/support.sh"
. "$here/network_hosts.sh"
[ "$(id -u)" = 0 ] || { echo "SKIP: making namespaces needs root"; exit 77; }
for tool in ip unshare nsenter python3 mpiexec.mpich mpicxx.mpich; do needs $tool; done
hosts_can_be_made || { cat err; echo "SKIP: this root may not make namespaces"; exit 77; }
trap 'stop_hosts; cd /; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
start_hosts 3 || { echo "the hosts did not start"; exit 1; }

hosts_profile >three.toml

program talk <<'EOF'
    \PHASE("talk") \LOOP (20) \COMMUNICATE(100000, 1, 1);
    char name[100]; int length = 0;
    MPI_Get_processor_name(name, &length);
    printf("rank %d is on %s\n", me, name);
EOF
# A trace is what tells the clocks.
sed -i "s/size, 0);/size, 10000);/" talk.loop
before=$(bytes_through_bridge)
expect 0 "$loop" run talk.loop --machine ./three.toml --hosts "$net.1,$net.2,$net.3" --timeout 60 -o three
through=$(($(bytes_through_bridge) - before))
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

# Clocks that differ by 1000 and 2000 s: the sheet finds that within the bound that it tells, and no message comes earlier
# than that bound explains.
expect 0 "$loop" report three --format json
cp out sheet.json
expect 0 "$loop" trace three --to csv -o tables
cat >clocks.py <<'EOF'
import csv
import json

sheet = json.load(open("sheet.json"))
rigor = next(section for section in sheet["sections"] if section["id"] == "rigor")
clocks = next(table for table in rigor["tables"] if table["id"] == "clocks")
rows = {row[0]["text"]: row for row in clocks["rows"]}
assert sorted(rows) == ["node2", "node3"], rows
bounds = []
for host, ahead in ("node2", 1000), ("node3", 2000):
    begin, end, bound = (rows[host][column]["value"] for column in (3, 4, 6))
    assert 0 < bound < 0.5, bound
    for offset in (begin, end):
        assert abs(offset + ahead) <= bound, (host, offset, bound)
    bounds.append(bound)
told = next(fact["text"] for fact in rigor["facts"] if fact["label"] == "Clocks of several hosts")
assert told.startswith("offsets known within "), told
transits = [int(row["transit_ns"]) for row in csv.DictReader(open("tables/messages.csv"))]
assert len(transits) == 20 * 3, len(transits)
early = [transit for transit in transits if transit < 0]
assert f"; {len(early)} messages received before they were sent" in told, told
# A message may seem to come before it was sent by as much as the clocks are not known, and by no more.
assert min(transits) * 1e-9 >= -sum(bounds), (min(transits), bounds)
assert max(transits) * 1e-9 < 60, max(transits)
EOF
python3 clocks.py || fail "clocks of three hosts"

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
