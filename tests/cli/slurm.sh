# loop run on a Slurm cluster of one node, which this test starts and stops: jobs are submitted, awaited, collected, and
# canceled, and failures cause a message.
. "$(dirname -- "$0")/support.sh"
. "$here/slurm_cluster.sh"
[ "$(id -u)" = 0 ] || skip "starting Slurm's daemons needs root"
needs slurmctld slurmd munged srun sbatch mpicxx.mpich
trap 'leave stop_slurm' EXIT
trap 'exit 1' INT TERM

start_slurm || { echo "Slurm did not start"; exit 1; }

# queue_is_empty WHAT: no job is left.
no_job_left() { [ -z "$(squeue -h)" ]; }
queue_is_empty() { no_job_left || fail "$1 left a job: $(squeue -h)"; }

# A dry run shows the job and submits nothing.
expect 0 "$loop" run fingerprint -n 2 --machine slurm --dry-run -o planned
out_has "submit   sbatch --parsable"
out_has "| #!/bin/sh"
out_has "| srun --mpi=pmi2 --kill-on-bad-exit=1 -n 2"
out_has "| export LOOP_PARAMETERS=planned/parameters"
[ ! -e planned ] || fail "a dry run has made a folder"
queue_is_empty "a dry run"

# A run, in a folder whose name is difficult for shells and for Slurm.
program talk <<'EOF'
    \PHASE("talk") \LOOP (10) \EXCHANGE(bytes, 1, 1);
    if (me == 0) printf("hello from %d ranks\n", nodes);
EOF
hard="it's a \$HOME folder"
expect 0 "$loop" run talk.loop -n 2 --machine slurm --timeout 60 -o "$hard"
out_has "hello from 2 ranks"
verdict_is VALID
grep -q "hello from 2 ranks" "$hard/stdout" || fail "stdout was not collected"
python3 -c 'import json, sys
run = json.load(open(sys.argv[1] + "/run.json"))
launch = run["launches"][0]
assert launch["complete"] and launch["launcher_code"] == 0, launch
assert launch["queue"]["job"].isdigit() and launch["queue"]["waited_seconds"] >= 0, launch["queue"]
assert len(launch["ranks"]) == 2, launch
assert run["machine"]["name"] == "slurm" and "queue" in run["machine"]' "$hard" || fail "run.json of a job"
expect 0 "$loop" report "$hard"
queue_is_empty "a good run"

# The job of a bundle, submitted as its README says: it starts what a dry run shows, in the same environment, and gives
# the same results as a run.
expect 0 "$loop" export talk.loop --machine slurm -o bundle
expect 0 make -j2 -C bundle CXXFLAGS='-std=c++17 -O0'
expect 0 "$loop" run talk.loop -n 2 --machine slurm --dry-run -o planned
sed -n 's/^ *| \(export .*\)/\1/p' out | grep -v LOOP_PARAMETERS | sort >exports
grep '^export ' bundle/job.sh | sort | cmp -s - exports || fail "a bundle's job has another environment than a dry run shows"
sed -n 's/^ *| \(srun .* -n 2\) .*/\1/p' out >starts
submit=$(sed -n 's/^ *\(sbatch .* job.sh\) -o results$/\1/p' bundle/README.md | sed 's/--ntasks=1/--wait --ntasks=2/')
cd bundle || exit 1
expect 0 $submit -n 2 --set bytes=5000 -o results
cd .. || exit 1
expect 0 "$loop" report bundle/results --format text
verdict_is VALID
sed -n 's/^argument //p' bundle/results/facts | sed '$d' | tr '\n' ' ' | sed 's/ $/\n/' | cmp -s - starts ||
    fail "a bundle's job starts another command than a dry run shows"
python3 -c 'import json
run = json.load(open("bundle/results/run.json"))
assert run["machine"]["name"] == "slurm" and run["parameters"]["bytes"] == "5000", run["parameters"]
assert sum(site["bytes_sent"] for site in run["summary"]["sites"]) == 2 * 10 * 5000, run["summary"]["sites"]' ||
    fail "the results of a bundle's job"
queue_is_empty "a bundle's job"

# The detected profile of the cluster works.
expect 0 "$loop" machine detect --slurm -o cluster.toml
grep -q "^nodes = 1$" cluster.toml || fail "detect: not one node"
expect 0 "$loop" machine check ./cluster.toml
out_has 'works'
queue_is_empty "machine check"

# More ranks than the cluster has: with slots in the profile, LOOP refuses at once. If the queue accepts such a job but
# never starts it, the wait ends after a limit, with a message and its own exit code.
expect 2 "$loop" run talk.loop -n 1000 --machine ./cluster.toml
err_has 'slots (`launch.slots`)'
sed 's/^queue_seconds = .*/queue_seconds = 5/' "$here/../../machines/slurm.toml" >impatient.toml
expect 5 "$loop" run talk.loop -n 1000 --machine ./impatient.toml -o waited
err_has 'machine `slurm`, `limits.queue_seconds`: job '
err_has 'did not start within 5 s and was cancelled; its last state was `PENDING'
if grep -q "left no trace" err; then fail "ranks are blamed for the queue"; fi
queue_is_empty "a job that waited too long"

# A program that fails, and one that does not end in time, which is enough for a busy machine to begin.
program dies <<'EOF'
    if (me == 1) abort();
    \VISIBLE_SYNC();
EOF
expect 5 "$loop" run dies.loop -n 2 --machine slurm --timeout 60 -o dead
err_has "rank 1 died by signal 6"
program hangs <<'EOF'
    int word = 0;
    \VISIBLE_SYNC();
    if (bytes == 1) MPI_Recv(&word, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pause();
EOF
sed -i "s/size, 0);/size, 10000);/" hangs.loop
# has_traces FOLDER: the ranks were asked for their traces before the job was canceled.
has_traces() {
    for rank in 0 1; do
        grep -aq '"ended":"signal 15"' "$1/records/rank-$rank.trace" || fail "no trace of rank $rank in $1"
        # Byte 20 of the status, `detail`: a host watchdog asked for the trace; the rank did not just end.
        [ "$(od -An -tu1 -j 20 -N 1 "$1/records/rank-$rank.status" | tr -d ' ')" = 1 ] || fail "rank $rank was not asked in $1"
    done
}
expect 6 "$loop" run hangs.loop -n 2 --machine slurm --timeout 20 -o stopped
err_has "not finished after"
err_has "hangs.loop:"
has_traces stopped
queue_is_empty "a time-out"

# A program whose ranks wait for each other.
expect 6 "$loop" run hangs.loop -n 2 --set bytes=1 --machine slurm --hang-limit 1 --timeout 60 -o hung
err_has "hang: the ranks wait for each other"
err_has "cycle of waits: rank 0 in \`MPI_Recv\` at hangs.loop:12 waits for rank 1"
if grep -q "not finished after" err; then fail "a hang was ended by the time limit"; fi
has_traces hung
queue_is_empty "a hang"

# Ctrl-C cancels the job.
env --default-signal=INT "$loop" run hangs.loop -n 2 --machine slurm --timeout 60 -o kept >out 2>err &
pid=$!
wait_while $pid "the job has started" [ -e kept/job.started ]
kill -INT $pid
wait $pid
code=$?
[ $code = 130 ] || fail "SIGINT gave $code, not 130"
grep -q "interrupted by signal" kept/run.json || fail "run.json does not say so"
queue_is_empty "Ctrl-C"

# A job that another user cancels.
"$loop" run hangs.loop -n 2 --machine slurm --timeout 60 -o ended >out 2>err &
pid=$!
wait_while $pid "the job has started" [ -e ended/job.started ]
scancel --user=root
wait $pid
code=$?
[ $code = 5 ] || fail "a cancelled job gave $code, not 5"

is_submitted() { [ -n "$(find "$1" -path "*/$2/job.submitted" -size +0 2>/dev/null)" ]; } # SWEEP LAUNCH
is_gone() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }
kill_waiting() { # SWEEP: with its guardian; sets `busy`, the job that keeps the node, and `left`, the sweep's
    busy=$(sbatch --parsable --exclusive --output=/dev/null --wrap 'sleep 300')
    "$loop" sweep talk.loop -n 2 --machine slurm --timeout 60 --launches 1 --warm-ups 0 -o "$1" >out 2>err &
    pid=$!
    wait_while $pid "the job of $1 is submitted" is_submitted "$1" launch-1
    pkill -KILL --full --parent $pid loop-guardian
    kill -KILL $pid
    wait $pid
    left=$(cat "$1"/points/001-*/launch-1/job.submitted)
    if [ -z "$left" ] || is_gone "$left"; then fail "the killed sweep has no job, so that nothing is tested"; fi
}
go_on() { # SWEEP: in the background, as `pid`
    "$loop" sweep --resume "$1" >out 2>err &
    pid=$!
}
# If a command is killed, its job is canceled, whether it waits or runs.
busy=$(sbatch --parsable --exclusive --output=/dev/null --wrap 'sleep 300')
for state in waiting running; do
    "$loop" run hangs.loop -n 2 --machine slurm --timeout 60 -o "killed-$state" >out 2>err &
    pid=$!
    wait_while $pid "the job is submitted" [ -s "killed-$state/job.submitted" ]
    left=$(cat "killed-$state/job.submitted")
    [ $state = waiting ] || wait_while $pid "the job has started" [ -e "killed-$state/job.started" ]
    if is_gone "$left"; then fail "the command has no $state job, so that nothing is tested"; fi
    kill -KILL $pid
    wait $pid
    wait_until "the $state job of a killed run has left the queue" is_gone "$left"
    scancel "$busy"
done

# A sweep that is killed with its guardian leaves its job in the queue. Resuming the sweep cancels this job first.
kill_waiting killed
go_on killed
wait_until "the job of the killed sweep has left the queue" is_gone "$left"
scancel "$busy"
wait $pid || fail "the resumed sweep did not end well"
wait_until "no job of a sweep that was killed is left, nor the canceled one" no_job_left

# If the queue had not answered yet, a job that starts late finds no folder.
kill_waiting unanswered
: >"$(find unanswered -path '*/launch-1/job.submitted')"
go_on unanswered
wait_while $pid "the launch is made again" is_submitted unanswered launch-2
[ -z "$(find unanswered -name launch-1)" ] || fail "a job that comes late finds a folder"
scancel "$left" "$busy"
wait $pid || fail "the resumed sweep did not end well"
err_has "its job may still start"
queue_is_empty "a sweep whose job nobody knew"

# Ranks that have finished, but whose MPI_Finalize does not return.
program stays <<'EOF'
    \VISIBLE_SYNC();
EOF
sed -i '/^int main/i extern "C" int PMPI_Finalize() { for (;;) pause(); }' stays.loop
expect 0 "$loop" run stays.loop -n 2 --machine slurm --timeout 60 -o stays
out_has "MPI_Finalize did not return after every rank had written its record"
queue_is_empty "a job that stayed"

# The controller starts again while a job runs: the job runs on, and its results are collected.
program sleeps <<'EOF'
    \VISIBLE_SYNC();
    if (me == 0) fclose(fopen("sleeping", "w"));
    while (me == 0 && access("controller-is-back", F_OK) != 0) sleep(1);
    \VISIBLE_SYNC();
EOF
"$loop" run sleeps.loop -n 2 --machine slurm --timeout 60 -o slept >out 2>err &
pid=$!
wait_while $pid "the ranks have begun" [ -e sleeping ]
kill $slurmctld_pid
wait $slurmctld_pid 2>/dev/null
sleep 16 # several questions are not answered: a run asks every two seconds
start_controller
: >controller-is-back
wait $pid || { cat err; fail "a run failed because the controller of the queue was started again"; }
verdict_is VALID
wait_until "the job that outlived the controller has left the queue" no_job_left

# No cluster at all.
kill $slurmctld_pid
wait $slurmctld_pid 2>/dev/null
cluster_conf=$SLURM_CONF
: >none # without this file, Slurm would search the network for a minute
export SLURM_CONF="$work/none"
expect 5 "$loop" run talk.loop -n 2 --machine slurm
err_has 'machine `slurm`, `queue.submit`: the queue rejected the job'
export SLURM_CONF="$cluster_conf"
finish
