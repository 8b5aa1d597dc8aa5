# Simulated machines: the same file and command, times that repeat to the last digit, sheets that say what they are.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx

# simulated RUN: the times of a run's model.
simulated() {
    python3 -c 'import json, sys
s = json.load(open(sys.argv[1] + "/run.json"))["simulated"]
print(s["makespan_seconds"], s["phases"])' "$1"
}

# Run by run, recorded or not, executed or only charged: the same times.
expect 0 "$loop" run fingerprint -n 16 --machine ncube2 -o one
out_has "(SIMULATED)"
out_has "simulated: all times are a model"
expect 0 "$loop" run fingerprint -n 16 --machine ncube2 -o two
expect 0 "$loop" run fingerprint -n 16 --machine ncube2 -o verified --verify
out_lacks "not verified"
grep -q 'platform version' one/run.json || fail "run.json has no platform"
[ "$(simulated one)" = "$(simulated two)" ] || fail "two runs differ: $(simulated one) $(simulated two)"
expect 0 "$loop" run fingerprint -n 16 --machine ncube2 -o unrecorded --no-trace
[ "$(simulated one)" = "$(simulated unrecorded)" ] || fail "recording takes time: $(simulated unrecorded)"
[ "$(simulated one)" = "$(simulated verified)" ] || fail "executed work takes time: $(simulated verified)"
expect 0 "$loop" report one
grep -q "(SIMULATED)" one/sheet.html || fail "sheet.html is not labelled"

# Each rank has statics of its own; work costs what its operations cost, and is not executed.
program model <<'EOF'
    static int mine = 0;
    mine += me;
    int executed = 0;
    \PHASE("work") \FLOPS(256000) executed = 1;
    \VERIFY(executed == 1, "the work was executed")
    \PHASE("sum") \FLOPS(0) { int sum = 0; MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); mine = sum; }
    if (me == 0) printf("sum %d, executed %d\n", mine, executed);
EOF
sed "s|^flops_per_second = [0-9].*|flops_per_second = 128e3|" "$here/../../machines/ncube2.toml" >slow.toml
cp "$here/../../machines/ncube2.xml" .
expect 0 "$loop" run model.loop -n 4 --machine ./slow.toml -o charged
out_has "sum 6, executed 0"
python3 -c 'import json
p = json.load(open("charged/run.json"))["simulated"]["phases"]
assert abs(p[0]["seconds"] - 2) < 1e-6, p' || fail "the work of 2 s took something else"
expect 0 "$loop" run model.loop -n 4 --machine ./slow.toml --verify
out_has "sum 6, executed 1"

# Host text that is measured takes time, and the sheet says that it varies.
program busy <<'EOP'
    volatile double x = 1;
    \PHASE("host text") for (int i = 0; i < 20000000; i++) x = x * 0.999 + 1;
EOP
expect 0 "$loop" run busy.loop -n 2 --machine ncube2 -o free
expect 0 "$loop" run busy.loop -n 2 --machine ncube2 --host-compute measured -o measured
out_has "so times vary"
python3 -c 'import json
free, measured = (json.load(open(run + "/run.json"))["simulated"]["makespan_seconds"] for run in ("free", "measured"))
assert free == 0 and measured > 1, (free, measured)' || fail "host text took the wrong time"

# A reduction takes a tree of messages, and no search for ranks that share a node.
program combine <<'EOP'
    double part = me;
    gsum0(&part, 1, 5, 0, 0);
EOP
expect 0 "$loop" run combine.loop -n 128 --machine ncube2 --no-trace -o combined
python3 -c 'import json
seconds = json.load(open("combined/run.json"))["simulated"]["makespan_seconds"]
assert 0.001 < seconds < 0.02, seconds' || fail "a reduction over 128 ranks is no tree"

# Where the simulator is not installed, the message names its packages.
sed 's|"smpirun"|"smpirun-of-nowhere"|' slow.toml >nowhere.toml
expect 4 "$loop" run model.loop --machine ./nowhere.toml
err_has "its simulator is not installed (\`smpirun-of-nowhere\`)"
err_has "apt-get install libsimgrid-dev simgrid"
sed 's|"smpicxx"|"smpicxx-of-nowhere"|' slow.toml >nowhere.toml
expect 4 "$loop" run model.loop --machine ./nowhere.toml
err_has "apt-get install libsimgrid-dev simgrid"

# What cannot be done is said.
expect 2 "$loop" run model.loop -n 129 --machine ./slow.toml
err_has "128 slots"
expect 2 "$loop" run model.loop --machine local --host-compute measured
err_has "for simulated machines"
program stuck <<'EOF'
    int none = 0;
    if (me == 0) MPI_Recv(&none, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
EOF
expect 5 "$loop" run stuck.loop -n 2 --machine ./slow.toml
err_has "the simulation stands still"
program spawn <<'EOF'
    MPI_T_init_thread(0, &host);
EOF
expect 4 "$loop" run spawn.loop -n 2 --machine ./slow.toml
err_has "SimGrid's MPI has no MPI_T_init_thread"
finish
