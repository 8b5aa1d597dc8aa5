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
