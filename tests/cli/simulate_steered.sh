# Simulated machines execute charged work if received data decide what ranks do, as the results of the work count then.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx

# Ranks halve a vector until the sum of its squares is small: 15 passes.
steered() { # NAME LOOP END: the program, whose passes are LOOP and whose last statement is END
    program "$1" <<EOP
    double x = 1, local = 0, residual = 1;
    int passes = 0;
    $2 {
        ++passes;
        \\FLOPS(100e3) { x *= 0.5; local = x * x; }
        \\ALLREDUCE(sizeof local, FROM: &local, INTO: &residual);
        $3
    }
    \\RESULT("passes", "", passes)
    if (me == 0) printf("passes %d\\n", passes);
EOP
}
steered leaves '\LOOP (1000)' 'if (residual < 1e-8) break;'
steered waits 'while (residual >= 1e-8)' ''

elapsed() {
    python3 -c 'import json, sys
print(json.load(open(sys.argv[1] + "/run.json"))["simulated"]["makespan_seconds"])' "$1"
}

for name in leaves waits; do
    expect 0 "$loop" run $name.loop -n 4 --discard
    out_has "passes 15"
    err_lacks "charged work"
    expect 0 "$loop" run $name.loop -n 4 --machine ncube2 -o $name
    out_has "passes 15"
    out_says 'the work was executed, and no `\VERIFY` checked its results; received data decide what ranks do (\ALLREDUCE in line 15)'
    out_has "--verify --machine ncube2"
    err_has 'received data decide what ranks do (\ALLREDUCE in line 15), so the charged work is executed'
    expect 0 "$loop" run $name.loop -n 4 --machine ncube2 -o $name-verified --verify
    err_lacks "received data"
    [ "$(elapsed $name)" = "$(elapsed $name-verified)" ] || fail "$name took $(elapsed $name)"
    # The user may decide otherwise.
    expect 0 "$loop" run $name.loop -n 4 --machine ncube2 --discard --no-verify
    out_has "passes 1"
    out_lacks "passes 15"
    out_says "work was charged, not executed"
    out_has "--no-verify --machine ncube2"
    expect 5 "$loop" count $name.loop -n 4
    err_has "data that it received decide what it does"
done
err_has "if they are what was there before, it does not end" # the last one waits

# A plan does not count the program, and says so; neither does a bundle.
expect 0 "$loop" run leaves.loop -n 4 --machine ncube2 --dry-run
out_has 'counts the program; if received data decide what ranks do, `verify` becomes 1'
for decided in --verify --no-verify; do
    expect 0 "$loop" run leaves.loop -n 4 --machine ncube2 --dry-run $decided
    out_lacks "counts the program"
done
expect 0 "$loop" export leaves.loop --machine ncube2 -o bundle
grep -q 'job.sh. does not look whether received data decide what ranks do' bundle/README.md ||
    fail "the bundle does not say that nobody looked"
expect 0 "$loop" build leaves.loop --machine ncube2 -o bundle/program
echo "compile smpicxx" >bundle/compiled
expect 0 sh bundle/job.sh -n 4 -o exported
expect 0 "$loop" report exported --format text
out_says 'work was charged, not executed, so results are not verified (use `--verify`); a bundle does not look whether received data decide what ranks do'
expect 0 sh bundle/job.sh -n 4 -o exported-verified --verify
expect 0 "$loop" report exported-verified --format text
out_says 'the work was executed'
out_lacks "a bundle does not look"

# Host code that is timed on this host must not be charged, too.
expect 2 "$loop" run leaves.loop -n 4 --machine ncube2 --discard --host-compute measured --verify
err_has "would time the charged work that \`--verify\` executes, and so count it twice"
expect 0 "$loop" run leaves.loop -n 4 --machine ncube2 --discard --host-compute measured
out_has "passes 1"
out_says "but the work was not executed, as \`--host-compute measured\` would count it twice"

program meets <<'EOP'
    \FLOPS(100e3) { MPI_Barrier(MPI_COMM_WORLD); }
EOP
expect 2 "$loop" run meets.loop -n 4 --machine ncube2 --discard --host-compute measured
err_has 'would time the statement of the `\FLOPS` in line 10'
expect 0 "$loop" run meets.loop -n 4 --machine ncube2 --discard --host-compute free

# The points of a sweep, too.
expect 0 "$loop" sweep leaves.loop -n 2,4 --machine ncube2 -o swept --launches 1
err_has 'received data decide what ranks do (\ALLREDUCE in line 15)'
out_line '2 +1 .* 14'
out_line '4 +1 .* 15'
out_has "the work was executed"

# Ranks that receive data without letting them decide run as before, whoever moves the data.
program combines <<'EOP'
    double x = 1, sum = 0;
    int executed = 0;
    \LOOP (20) {
        \FLOPS(100e3) { x *= 0.5; executed = 1; }
        \ALLREDUCE(sizeof x, FROM: &x, INTO: &sum);
        x += sum;
    }
    if (me == 0) printf("executed %d\n", executed);
EOP
program passes_on <<'EOP'
    double x = 1, got = 0;
    int executed = 0;
    \LOOP (20) {
        \FLOPS(100e3) { x *= 0.5; executed = 1; }
        MPI_Sendrecv(&x, 1, MPI_DOUBLE, (me + 1) % nodes, 0, &got, 1, MPI_DOUBLE, (me + nodes - 1) % nodes, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x += got;
    }
    if (me == 0) printf("executed %d\n", executed);
EOP
# Nothing is asked if there is nothing to execute, or nothing to receive.
program computes <<'EOP'
    int executed = 0;
    \LOOP (20) { \FLOPS(100e3) { executed = 1; } \EXCHANGE(8, 1, 2); }
    if (me == 0) printf("executed %d\n", executed);
EOP
for name in combines passes_on computes; do
    expect 0 "$loop" run $name.loop -n 4 --machine ncube2 --dry-run
    if [ $name = computes ]; then out_lacks "counts the program"; else out_has "counts the program"; fi
    expect 0 "$loop" run $name.loop -n 4 --machine ncube2 --discard
    out_has "executed 0"
    out_lacks "received data"
    err_lacks "received data"
done
[ "$(grep -c "compiling" err)" = 1 ] || fail "a program without received data was counted"

# What cannot be counted is not known.
program splits <<'EOP'
    double x = 1, sum = 0;
    int executed = 0;
    \FLOPS(100e3) { x *= 0.5; executed = 1; }
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, half);
    MPI_Comm_free(&half);
    if (me == 0) printf("executed %d\n", executed);
EOP
expect 0 "$loop" run splits.loop -n 4 --machine ncube2 --discard
out_has "executed 0"
out_says "it is not known whether received data decide what ranks do (a program that calls MPI_Comm_free, MPI_Comm_split cannot be counted); if so, use \`--verify\`"
finish
