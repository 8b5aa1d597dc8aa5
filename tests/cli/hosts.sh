# hosts.sh LOOP MPI: loop run on several hosts: three network namespaces with separate names and clocks, joined by a
# bridge. Messages cross the bridge, clocks are compared, records are collected, and a missing host causes a message.
. "$(dirname -- "$0")/own_network.sh"
. "$(dirname -- "$0")/support.sh"
mpi=$1
. "$here/network_hosts.sh"
[ "$(id -u)" = 0 ] || skip "making namespaces needs root"
needs ip unshare nsenter python3 mpiexec.$mpi mpicxx.$mpi
hosts_can_be_made || skip "this root may not make namespaces: $(cat err)"
trap 'leave stop_hosts' EXIT
trap 'exit 1' INT TERM
start_hosts 3 || { echo "the hosts did not start"; exit 1; }

hosts_profile $mpi >three.toml

program talk <<'EOF'
    \PHASE("talk") \LOOP (20) \COMMUNICATE(100000, 1, 1);
    char name[100]; int length = 0;
    MPI_Get_processor_name(name, &length);
    printf("rank %d is on %s\n", me, name);
EOF
# Clocks are compared only with a trace.
sed -i "s/size, 0);/size, 10000);/" talk.loop
before=$(bytes_through_bridge)
expect 0 "$loop" run talk.loop --machine ./three.toml --hosts "$net.1,$net.2,$net.3" --timeout 60 -o three
through=$(($(bytes_through_bridge) - before))
for i in 1 2 3; do out_has "is on node$i"; done
# 3 ranks send to the right neighbor 20 times: 60 messages of 100000 bytes.
[ "$through" -gt 6000000 ] || fail "only $through bytes crossed the bridge"
python3 -c 'import json
run = json.load(open("three/run.json"))
records = [rank["record"] for rank in run["launches"][0]["ranks"]]
assert sorted(r["host"] for r in records) == ["node1", "node2", "node3"], records
assert run["machine"]["hosts"][0].endswith(".1"), run["machine"]
assert run["summary"]["payload"]["wrong_bytes"] == 0 and run["summary"]["payload"]["messages"] == 60, run["summary"]
assert "--hosts" in run["commands"]["repeat"], run["commands"]' || fail "run.json of three hosts"

# The clocks differ by 1000 and 2000 s: the sheet finds this to within its stated bound, and no message arrives earlier
# than the bound explains.
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
transits = [int(row["received_ns"]) - int(row["sent_ns"]) for row in csv.DictReader(open("tables/messages.csv"))]
assert len(transits) == 20 * 3, len(transits)
early = [transit for transit in transits if transit < 0]
assert f"; {len(early)} messages received before they were sent" in told, told
# A message may seem to arrive before it was sent, but only by the error bound of the clocks.
assert min(transits) * 1e-9 >= -sum(bounds), (min(transits), bounds)
assert max(transits) * 1e-9 < 60, max(transits)
EOF
python3 clocks.py || fail "clocks of three hosts"

expect 0 "$loop" machine check ./three.toml --hosts "$net.1,$net.2,$net.3"
out_has "3 ranks on node1, node2, node3"

# Several ranks per host, and hosts from a file.
printf '# ours\n%s.1:2\n%s.2:2\n' "$net" "$net" >hostlist
expect 0 "$loop" run talk.loop -n 4 --machine ./three.toml --hosts ./hostlist --timeout 60 --discard
out_has "rank 1 is on node1"
out_has "rank 3 is on node2"

# With a map, the ranks take the hosts in any order, also in turn.
printf '3\n0\n2\n1\n' >order
expect 0 "$loop" run talk.loop -n 4 --machine ./three.toml --hosts ./hostlist --map ./order --timeout 60 --discard
out_has "rank 0 is on node2"
out_has "rank 1 is on node1"
out_has "rank 2 is on node2"
out_has "rank 3 is on node1"

# Errors name the profile, the key, and the remedy, and leave nothing behind.
expect 5 "$loop" run talk.loop --machine ./three.toml --hosts "$net.1,$net.9" -o none
err_has "machine \`three\`, \`launch.hosts\`: \`$net.9\` cannot be reached"
err_has "(\`launch.reach\`)"
sed '/^reach/d' three.toml >silent.toml
# Without a check in advance, hydra waits for a missing host; Open MPI fails.
case $mpi in mpich) ends=6 limit=3 ;; openmpi) ends=5 limit=60 ;; esac
expect $ends "$loop" run talk.loop --machine ./silent.toml --hosts "$net.1,$net.9" --timeout $limit -o none
err_has 'machine `three`, `launch.hosts`: a host cannot be reached'
expect 2 "$loop" run talk.loop --machine ./three.toml
err_has 'machine `three`, `launch.hosts`: no host is named'
expect 2 "$loop" run talk.loop --machine ./three.toml --hosts "-oProxyCommand=x"
err_has 'is not a host name'

# One program with three cases: ranks wait for a message that is never sent, for a rank that computes, or for nothing.
program waits <<'EOF'
    int word = 0;
    const char* const names[] = {"waits-0", "waits-1", "waits-2"};
    \VISIBLE_SYNC();
    if (bytes == 1) MPI_Recv(&word, 1, MPI_INT, (me + 1) % nodes, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (const double end = MPI_Wtime() + (bytes == 2 && me == 2 ? 3 : 0); MPI_Wtime() < end;) {}
    \COMMUNICATE(8, 1, 1);
    if (bytes == 3) fclose(fopen(names[me], "w")), pause();
EOF
sed -i "s/size, 0);/size, 10000);/" waits.loop
on_three() { # HOW FOLDER [OPTION...]
    how=$1 folder=$2
    shift 2
    "$loop" run waits.loop --set "bytes=$how" --machine ./three.toml --hosts "$net.1,$net.2,$net.3" -o "$folder" "$@"
}
# has_traces FOLDER: every rank was asked for its trace, and the reports of the watchdogs are removed.
has_traces() {
    for rank in 0 1 2; do
        grep -aq '"ended":"signal 15"' "$1/records/rank-$rank.trace" || fail "no trace of rank $rank in $1"
        # Byte 20 of the status, `detail`: a host watchdog asked for the trace; the rank did not just end.
        [ "$(od -An -tu1 -j 20 -N 1 "$1/records/rank-$rank.status" | tr -d ' ')" = 1 ] || fail "rank $rank was not asked in $1"
    done
    [ ! -e "$1/records/order" ] && [ ! -e "$1/records/host-0.report" ] || fail "files of the host watchdogs are left in $1"
    expect 7 "$loop" report "$1" --format text # the traces are complete up to the stop
    err_has "only the readable part is shown: ranks 0 to 2: signal 15 ended it before"
}

# A hang on several hosts is found and explained; ranks that wait for a computing rank are not a hang.
expect 6 on_three 1 hung --hang-limit 1 --timeout 60
err_has "hang: the ranks wait for each other"
err_has "cycle of waits: rank 0 in \`MPI_Recv\` at waits.loop:13 waits for rank 1"
if grep -q "not finished after" err; then fail "a hang was ended by the time limit"; fi
has_traces hung
expect 0 on_three 2 slow --hang-limit 1 --timeout 60

# All hosts are stopped by the timeout and, without hang detection, by Ctrl-C.
expect 6 on_three 3 stopped --timeout 20 # enough for a busy machine to begin
err_has "waits.loop:15"
has_traces stopped
rm -f waits-*
env --default-signal=INT "$loop" run waits.loop --set bytes=3 --machine ./three.toml --hosts "$net.1,$net.2,$net.3" \
    --hang-limit 0 -o kept >out 2>err &
pid=$!
all_wait() { [ -e waits-0 ] && [ -e waits-1 ] && [ -e waits-2 ] && [ -s kept/records/host-2.report ]; }
wait_while $pid "all ranks wait, and the last host has reported" all_wait
kill -INT $pid
wait $pid
code=$?
[ $code = 130 ] || fail "SIGINT gave $code, not 130"
has_traces kept

# The first rank of a host vanishes without a word, or is stopped: the next rank of its host watches.
program orphans <<'EOF'
    int word = 0;
    \VISIBLE_SYNC();
    if (bytes == 1 && me == 2) _exit(0);
    if (bytes == 2 && me == 2) raise(SIGSTOP);
    if (bytes == 3 && me == 2 && fork() == 0) { // only the launcher's child is stopped, for a while
        sleep(3);
        kill(getppid(), SIGCONT);
        _exit(0);
    }
    if (bytes == 3 && me == 2) raise(SIGSTOP);
    MPI_Recv(&word, 1, MPI_INT, (me + 1) % nodes, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
EOF
sed -i "s/size, 0);/size, 10000);/; 1i #include <csignal>" orphans.loop
orphan() { # HOW FOLDER [OPTION...]
    how=$1 folder=$2
    shift 2
    "$loop" run orphans.loop --set "bytes=$how" -n 4 --machine "$profile" --hosts ./hostlist -o "$folder" "$@"
}
if [ $mpi = mpich ]; then # with this option, a rank that vanishes does not end the others
    sed 's/"-launcher", "ssh"/"-disable-auto-cleanup", &/' three.toml >lenient.toml
    profile=./lenient.toml
    expect 6 orphan 1 vanished --hang-limit 1 --timeout 60
    err_has "for rank 2, which exited without a record"
    if grep -q "not finished after" err; then fail "a hang beside a vanished rank was ended by the time limit"; fi
    grep -aq '"ended":"signal 15"' vanished/records/rank-3.trace || fail "no trace of the rank beside a vanished one"
fi
profile=./three.toml
expect 6 orphan 2 held --hang-limit 1 --timeout 20
err_has "not finished after"
grep -aq '"ended":"signal 15"' held/records/rank-3.trace || fail "no trace of the rank beside a stopped one"
expect 6 orphan 3 again --hang-limit 1 --timeout 60
err_has "cycle of waits"

for process in /proc/[0-9]*; do
    if { tr "\0" "\n" <"$process/environ"; } 2>/dev/null | grep -qF "LOOP_PARAMETERS=$work/"; then
        fail "left behind: $(tr '\0' ' ' <"$process/cmdline")"
    fi
done
finish
