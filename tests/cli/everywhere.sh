# One workload on every kind of machine: MPICH, Open MPI, a Slurm cluster, three hosts, the four models, and a bundle
# without LOOP. Every run is VALID, with the same messages and operations.
. "$(dirname -- "$0")/own_network.sh"
. "$(dirname -- "$0")/support.sh"
. "$here/slurm_cluster.sh"
. "$here/network_hosts.sh"
[ "$(id -u)" = 0 ] || skip "Slurm's daemons and namespaces need root"
needs python3 make mpicxx.mpich mpiexec.mpich mpicxx.openmpi mpiexec.openmpi smpicxx smpirun slurmctld slurmd munged srun \
    sbatch ip unshare nsenter
hosts_can_be_made || skip "this root may not make namespaces: $(cat err)"
trap 'leave stop_slurm stop_hosts' EXIT
trap 'exit 1' INT TERM

ranks=3
on() { # MACHINE FOLDER [ARGUMENT...]
    machine=$1 folder=$2
    shift 2
    expect 0 "$loop" run fingerprint -n $ranks --size 30 --machine "$machine" --timeout 60 -o "$folder" "$@"
}

for machine in local local-openmpi meiko ncube2 paragon fattree-1024; do on $machine $machine; done

slurm_cpus=$ranks
start_slurm SlurmdParameters=config_overrides || { echo "Slurm did not start"; exit 1; }
on slurm slurm
stop_slurm

start_hosts $ranks || { echo "the hosts did not start"; exit 1; }
hosts_profile mpich >three.toml
on ./three.toml hosts --hosts "$net.1,$net.2,$net.3"
stop_hosts

expect 0 "$loop" export fingerprint --machine local -o "$work/bare/bundle"
expect 0 env -i PATH=/usr/bin:/bin make -C bare/bundle
cd bare || exit 1
expect 0 env -i PATH=/usr/bin:/bin sh bundle/job.sh -n $ranks --size 30 -o ../bundle
cd .. || exit 1
expect 0 "$loop" report bundle --format text

cat >same.py <<'EOF'
import json

machines = ["local", "local-openmpi", "slurm", "hosts", "meiko", "ncube2", "paragon", "fattree-1024", "bundle"]
runs = {name: json.load(open(name + "/run.json")) for name in machines}
seen = {}
for name, run in runs.items():
    assert run["verdict"]["word"].startswith("VALID"), (name, run["verdict"])
    assert run["ranks"] == 3 and len(run["launches"][0]["ranks"]) == 3, name
    records = [rank["record"] for rank in run["launches"][0]["ranks"]]
    seen[name] = [[(site["line"], site["calls"], site["messages_sent"], site["bytes_sent"]) for site in record["sites"]] +
                  [record["flops"]] for record in records]
    assert seen[name] == seen["local"], (name, seen[name], seen["local"])
assert sum(site[2] for rank in seen["local"] for site in rank[:-1]) >= 3 * 3 * 2, seen["local"]
assert runs["local-openmpi"]["versions"]["mpi"].startswith("Open MPI"), runs["local-openmpi"]["versions"]
assert runs["slurm"]["launches"][0]["queue"]["job"].isdigit()
assert len({rank["record"]["host"] for rank in runs["hosts"]["launches"][0]["ranks"]}) == 3
makespans = {name: runs[name]["simulated"]["makespan_seconds"] for name in machines[4:8]}
assert makespans["fattree-1024"] < makespans["paragon"] < makespans["ncube2"] < makespans["meiko"], makespans
EOF
python3 same.py || fail "the machines differ"
finish
