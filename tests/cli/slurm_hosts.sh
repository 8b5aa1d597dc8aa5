# slurm_hosts.sh LOOP MPI: loop run on a Slurm cluster of three nodes, which are network namespaces: ranks of one job
# communicate between nodes, a hang is found, a node that dies ends the run, and a killed command leaves no job.
. "$(dirname -- "$0")/own_network.sh"
. "$(dirname -- "$0")/support.sh"
mpi=$1
. "$here/network_hosts.sh"
. "$here/slurm_cluster.sh"
[ "$(id -u)" = 0 ] || skip "starting Slurm's daemons needs root"
needs ip unshare nsenter python3 slurmctld slurmd munged srun sbatch mpicxx.$mpi
hosts_can_be_made || skip "this root may not make namespaces: $(cat err)"
trap 'leave stop_slurm stop_hosts' EXIT
trap 'exit 1' INT TERM
start_hosts 3 || { echo "the hosts did not start"; exit 1; }
start_slurm SlurmdTimeout=10 || { echo "Slurm did not start"; exit 1; }

shipped=slurm
[ $mpi = mpich ] || shipped=slurm-openmpi
# Open MPI communicates by UCX: its own TCP layer may crash in MPI_Init if Slurm starts the ranks (docs/machine-profile.md).
{ sed -e 's/^name = .*/name = "three"/' -e 's/^directives = .*/directives = ["#SBATCH --ntasks-per-node=1"]/' \
    -e '/^UCX_ERROR/a UCX_TLS = "tcp,self"\nUCX_NET_DEVICES = "'"$interface"'"\nOMPI_MCA_pml = "ucx"\nOMPI_MCA_pml_ucx_tls = "any"\nOMPI_MCA_pml_ucx_devices = "any"' \
    "$here/../../machines/$shipped.toml"; } >three.toml

no_job_left() { [ -z "$(squeue -h)" ]; }
queue_is_empty() { no_job_left || fail "$1 left a job: $(squeue -h)"; }

program talk <<'EOF'
    \PHASE("talk") \LOOP (20) \COMMUNICATE(100000, 1, 1);
EOF
before=$(bytes_through_bridge)
expect 0 "$loop" run talk.loop -n 3 --machine ./three.toml --timeout 120 -o three
verdict_is VALID
# 3 ranks send to the right neighbor 20 times: 60 messages of 100000 bytes.
through=$(($(bytes_through_bridge) - before))
[ "$through" -gt 6000000 ] || fail "only $through bytes crossed the bridge"
python3 -c 'import json
run = json.load(open("three/run.json"))
records = [rank["record"] for rank in run["launches"][0]["ranks"]]
assert sorted(r["host"] for r in records) == ["node1", "node2", "node3"], records' || fail "run.json of three nodes"
queue_is_empty "a good run"
expect 0 "$loop" machine check ./three.toml
out_has 'works'

program waits <<'EOF'
    int word = 0;
    \VISIBLE_SYNC();
    if (me == 0) { FILE* mark = fopen("started", "w"); fclose(mark); }
    if (bytes == 1) MPI_Recv(&word, 1, MPI_INT, (me + 1) % nodes, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (bytes == 2) pause();
    if (bytes == 3) \LOOP (1000000000) \COMMUNICATE(8, 1, 1);
EOF
expect 6 "$loop" run waits.loop -n 3 --set bytes=1 --machine ./three.toml --hang-limit 1 --timeout 120 -o hung
err_has "hang: the ranks wait for each other"
if grep -q "not finished after" err; then fail "a hang was ended by the time limit"; fi
queue_is_empty "a hang"

# begin HOW FOLDER: a run in the background, as `pid`, whose ranks have begun.
begin() {
    rm -f started
    "$loop" run waits.loop -n 3 --set "bytes=$1" --machine ./three.toml --timeout 120 -o "$2" >out 2>err &
    pid=$!
    wait_while $pid "the ranks of $2 have begun" [ -e started ]
}
ranks_left() { # prints how many processes of the program are left on all nodes
    for i in 1 2 3; do processes_on $i; done | awk '{ sum += $1 } END { print sum }'
}
no_rank_left() { [ "$(ranks_left)" = 0 ]; }

begin 2 killed
kill -KILL $pid
wait $pid
wait_until "no ranks of a killed command are left" no_rank_left
wait_until "no job of a killed command is left" no_job_left

begin 3 dead
kill_host 2
wait $pid
code=$?
[ $code = 5 ] || fail "a run whose node died gave $code, not 5"
err_has "node2"
wait_until "no ranks of a job whose node died are left" no_rank_left
finish
