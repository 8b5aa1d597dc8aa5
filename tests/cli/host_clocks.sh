# host_clocks.sh LOOP MPI: the clocks of three hosts (network namespaces) differ, drift, and are set while a program
# runs. The sheet states how well they are known, and no message arrives earlier than that explains.
. "$(dirname -- "$0")/own_network.sh"
. "$(dirname -- "$0")/support.sh"
mpi=$1
. "$here/network_hosts.sh"
[ "$(id -u)" = 0 ] || skip "making namespaces needs root"
needs ip unshare nsenter python3 gcc mpiexec.$mpi mpicxx.$mpi
hosts_can_be_made || skip "this root may not make namespaces: $(cat err)"
trap 'leave stop_hosts' EXIT
trap 'exit 1' INT TERM
start_hosts 3 || { echo "the hosts did not start"; exit 1; }
gcc -shared -fPIC -o clock_faults.so "$here/clock_faults.c" || exit 1
{ hosts_profile $mpi; echo "LOOP_TRACE_CLOCK = \"gettime\""; echo "LD_PRELOAD = \"$work/clock_faults.so\""
  echo "CLOCK_DRIFTS = \"node2=50,node3=-50\""; } >three.toml

program drifts <<'EOF'
    \PHASE("drifts") \LOOP (12) {
        \VISIBLE_SYNC();
        usleep(60000);
        \COMMUNICATE(8, 1, 1);
    }
EOF
program steps <<'EOF'
    void* const set = dlsym(RTLD_DEFAULT, "clock_is_set_by");
    int passes = 0;
    \PHASE("steps") \LOOP (12) {
        \VISIBLE_SYNC();
        usleep(60000);
        \COMMUNICATE(8, 1, 1);
        if (me == 1 && ++passes == 6) reinterpret_cast<void (*)(long long)>(set)(1000000);
        \COMMUNICATE(8, 1, 1);
    }
EOF
sed -i "s/size, 0);/size, 10000);/; 1i #include <dlfcn.h>" drifts.loop steps.loop

cat >clocks.py <<'EOF'
import csv
import json
import sys

program, steps = sys.argv[1], sys.argv[2] == "steps"
rigor = next(section for section in json.load(open(f"{program}.json"))["sections"] if section["id"] == "rigor")
clocks = next(table for table in rigor["tables"] if table["id"] == "clocks")
rows = {row[0]["text"]: [cell.get("value") for cell in row] for row in clocks["rows"]}
assert sorted(rows) == ["node2", "node3"], rows
for host, drift in ("node2", 50), ("node3", -50):
    _, _, compared, begin, end, measured, known, between = rows[host]
    assert compared >= 5, compared
    assert 0 < known <= between, (known, between)
    stepped = steps and host == "node2"
    if stepped:
        assert between > 1e-3 - 2 * known, rows  # the step of 1 ms lies between two comparisons
    else:  # at least 0.6 s pass; both comparisons may be wrong by `known`
        assert abs(measured + drift) <= 2 * known / 0.6 * 1e6, rows
told = next(fact["text"] for fact in rigor["facts"] if fact["label"] == "Clocks of several hosts")
assert told.startswith("offsets known within ") and " in between" in told, told
transits = [int(row["received_ns"]) - int(row["sent_ns"]) for row in csv.DictReader(open(f"{program}-tables/messages.csv"))]
assert len(transits) == 3 * 12 * (3 if steps else 2), len(transits)  # a synchronization sends one message per rank
assert min(transits) * 1e-9 >= -sum(row[7] for row in rows.values()), (min(transits), rows)
EOF
for program in drifts steps; do
    expect 0 "$loop" run $program.loop --machine ./three.toml --hosts "$net.1,$net.2,$net.3" --timeout 60 -o $program
    expect 0 "$loop" report $program --format json
    cp out $program.json
    expect 0 "$loop" trace $program --to csv -o $program-tables
    python3 clocks.py $program $program || fail "clocks of three hosts: $program"
done
finish
