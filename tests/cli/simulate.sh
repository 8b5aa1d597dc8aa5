# Simulated machines: same program and command, exactly repeatable times, and sheets that say SIMULATED.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx

# simulated RUN: prints the simulated times of a run.
simulated() {
    python3 -c 'import json, sys
s = json.load(open(sys.argv[1] + "/run.json"))["simulated"]
print(s["makespan_seconds"], s["phases"])' "$1"
}

# Times are the same in every run, with and without a trace, and whether work is executed or only charged.
expect 0 "$loop" run fingerprint -n 16 --machine ncube2 -o one
out_has "(SIMULATED)"
out_has "simulated: all times come from a model"
out_says "Communication bounds the run: messages, synchronization, and waiting for them take 65 % of its time. An average rank computes for 35 % of it."
out_has 'The most time goes into \SCALPROD (line 27): 35 % of the run'"'"'s time (all'
out_lacks "had no core"
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
grep -q "LOOP paper: published start-ups" one/sheet.html || fail "sheet.html does not tell where the rates are from"
grep -q "&lt;platform version" one/sheet.html || fail "sheet.html has no platform"

# What is charged to the threads of a construct passes while the slowest of them computes, also if there is one thread.
program threads <<'EOF'
    \THREADS (1) \WORK(2e-3);
    \THREADS (4) t \WORK(1e-3 * (t + 1));
    \LOOP (8, THREADS: 4) \WORK(1e-3);
EOF
expect 0 "$loop" run threads.loop -n 1 --machine ncube2
out_line 'whole program +8\.00 ms .*'
out_line '\\THREADS +10 +1 +1 +2\.00 ms +2\.00 ms +2\.00 ms +2\.00 ms +0\.00 %'
out_line '\\THREADS +11 +4 +1 +1\.00 ms +2\.50 ms +4\.00 ms +4\.00 ms +60\.00 %'
out_line '\\LOOP +12 +4 +1 +2\.00 ms +2\.00 ms +2\.00 ms +2\.00 ms +0\.00 %'
out_says 'Threads are uneven: in \THREADS (line 11), the slowest one computes 1.6 times as long as the threads of a rank on average. With even threads, a rank would take 1.50 ms less time there (19 % of the run'"'"'s time).'

# Each rank has its own static variables; work is charged by its operations and not executed.
program model <<'EOF'
    static int mine = 0;
    mine += me;
    int executed = 0;
    \PHASE("work") \FLOPS(256000) executed = 1;
    \VERIFY(executed == 1, "the work was executed")
    \PHASE("sum") \FLOPS(0) { int sum = 0; MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); mine = sum; }
    \RESULT("executed", "", executed)
    if (me == 0) printf("sum %d, executed %d\n", mine, executed);
EOF
sed "s|^flops_per_second = [0-9].*|flops_per_second = 128e3|" "$here/../../machines/ncube2.toml" >slow.toml
cp "$here/../../machines/ncube2.xml" .
expect 0 "$loop" run model.loop -n 4 --machine ./slow.toml -o charged
out_has "sum 6, executed 0"
out_says "nothing, as the charged work was not executed"
out_says "The charged work was not executed: what depends on it is not computed"
out_line 'executed .* not computed'
expect 0 "$loop" report charged -o charged.md
grep -q "not verified: this simulated run did not execute the charged work" charged.md || fail "the sheet does not say why"
python3 -c 'import json
p = json.load(open("charged/run.json"))["simulated"]["phases"]
assert abs(p[0]["seconds"] - 2) < 1e-6, p' || fail "the work of 2 s took something else"
expect 0 "$loop" run model.loop -n 4 --machine ./slow.toml --verify
out_has "sum 6, executed 1"
out_has "4 checks held"
out_line 'executed .* 1'
out_lacks "is not computed"

# Work is charged: seconds as they are, operations at their rate, and words as an operation each unless the profile has
# a rate for memory. SECONDS is one pass. Nothing of a warm-up counts.
program amounts <<'EOF'
    int passes = 0;
    \PHASE("seconds") \WORK(0.25 * (1 + me));
    \PHASE("idle") \WORK(IDLE: 0.5);
    \PHASE("operations") \WORK(FLOPS: 64000);
    \PHASE("words") \WORK(BYTES: 512000, STRIDE: 64);
    \PHASE("declared") \FLOPS(64000, BYTES: 1024000) { \WORK(5); \WORK(FLOPS: 1e6); }
    \PHASE("passes") \LOOP (SECONDS: 100, WARMUP: 3) { passes++; \EXCHANGE(8, 1, 2); \WORK(0.125); }
    if (me == 0) printf("passes %d\n", passes);
EOF
# Host code takes no simulated time: a run without charged work does not show what bounds it.
program nothing <<'EOF'
    \LOOP (10) { \EXCHANGE(8, 1, 2); for (int i = 0; i < 1000; ++i) host += i; }
EOF
sed -i 's/&size, 0)/\&size, 10000)/' nothing.loop # records a trace
expect 0 "$loop" run nothing.loop -n 4 --machine ./slow.toml -o nothing
out_says "no work was charged, as host code takes no simulated time"
out_has "No work was charged, so the run shows only communication"
out_lacks "bounds the run"

# A run in which some host code is charged names the loops that are not.
program partly <<'EOF'
    for (int i = 0; i < 10; ++i) {
        \FLOPS(1000) host += 1;
        for (int k = 0; k < 1000; ++k) host += k;
        \EXCHANGE(8, 1, 2);
    }
EOF
sed -i 's/&size, 0)/\&size, 10000)/' partly.loop
expect 0 "$loop" run partly.loop -n 4 --machine ./slow.toml -o partly
out_says "the host code in line 12 is not charged, so it took no simulated time"
out_says "Apart from host code that is not charged (line 12): "
sed -i 's/for (int k/\\FLOPS(1000) for (int k/' partly.loop
expect 0 "$loop" run partly.loop -n 4 --machine ./slow.toml -o wholly
out_has "bounds the run"
out_lacks "is not charged"

seconds_of_phases() {
    python3 -c 'import json, sys
phases = json.load(open(sys.argv[1] + "/run.json"))["simulated"]["phases"]
print(*(round(phase["seconds"], 3) for phase in phases))' "$1"
}
for verify in "" --verify; do
    rm -rf amounts
    expect 0 "$loop" run amounts.loop -n 2 --machine ./slow.toml -o amounts $verify
    out_has "passes 4"
    [ "$(seconds_of_phases amounts)" = "0.5 0.5 0.5 0.5 0.5 0.125" ] || fail "work took $(seconds_of_phases amounts)"
done
sed "/^\[simulation.rates\]/a bytes_per_second = 1024e3" slow.toml >memory.toml
expect 0 "$loop" run amounts.loop -n 2 --machine ./memory.toml -o memory
[ "$(seconds_of_phases memory)" = "0.5 0.5 0.5 0.5 1.0 0.125" ] || fail "with a rate for memory, work took $(seconds_of_phases memory)"

# Who gets which pass of \DEAL depends on simulated time only: a rank with longer passes gets fewer, in each run the same.
program dealt <<'EOP'
    int mine = 0;
    \DEAL (60, BY: 1, GIVE: 64, RETURN: 1024) t { \WORK(me == 3 ? 0.1 : 0.01); ++mine; }
    \RESULT("passes", "", mine)
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    \VERIFY(sum == 60, "all passes")
EOP
passes_of_ranks() {
    for rank in 0 1 2 3; do
        sed 's/.*"name":"passes"[^}]*"value":\([^,}]*\).*/\1/;q' "$1/records/rank-$rank.json"
    done | tr '\n' ' '
}
expect 0 "$loop" run dealt.loop -n 4 --machine ncube2 -o dealt
expect 0 "$loop" run dealt.loop -n 4 --machine ncube2 --verify -o dealt-again
[ "$(passes_of_ranks dealt)" = "$(passes_of_ranks dealt-again)" ] || fail "two runs dealt differently"
passes_of_ranks dealt | grep -Eq '^2[6-9] 0 2[6-9] [3-6] $' || fail "the passes of the ranks: $(passes_of_ranks dealt)"

# With measured host code, times include it, and the sheet says that they vary.
program busy <<'EOP'
    volatile double x = 1;
    \PHASE("host code") for (int i = 0; i < 20000000; i++) x = x * 0.999 + 1;
EOP
expect 0 "$loop" run busy.loop -n 2 --machine ncube2 -o free
expect 0 "$loop" run busy.loop -n 2 --machine ncube2 --host-compute measured -o measured
out_says "so times vary"
python3 -c 'import json
runs = [json.load(open(run + "/run.json"))["simulated"] for run in ("free", "measured")]
assert [run["host_compute"] for run in runs] == ["free", "measured"], runs
free, measured = (run["makespan_seconds"] for run in runs)
assert free == 0 and measured > 1, (free, measured)' || fail "host code took the wrong time"

# A reduction takes a tree of messages, without a search for ranks on the same node.
program combine <<'EOP'
    double part = me;
    gsum0(&part, 1, 5, 0, 0);
EOP
expect 0 "$loop" run combine.loop -n 128 --machine ncube2 --no-trace -o combined
python3 -c 'import json
seconds = json.load(open("combined/run.json"))["simulated"]["makespan_seconds"]
assert 0.001 < seconds < 0.02, seconds' || fail "a reduction over 128 ranks is no tree"

# If the simulator is not installed, the message names its packages.
sed 's|"smpirun"|"smpirun-of-nowhere"|' slow.toml >nowhere.toml
expect 4 "$loop" run model.loop --machine ./nowhere.toml
err_has "its simulator is not installed (\`smpirun-of-nowhere\`)"
err_has "apt-get install libsimgrid-dev simgrid"
sed 's|"smpicxx"|"smpicxx-of-nowhere"|' slow.toml >nowhere.toml
expect 4 "$loop" run model.loop --machine ./nowhere.toml
err_has "apt-get install libsimgrid-dev simgrid"

# Impossible requests cause a message.
expect 2 "$loop" run model.loop -n 129 --machine ./slow.toml
err_has "128 slots"
expect 2 "$loop" run model.loop --machine local --host-compute measured
err_has "for simulated machines"
program cannot <<'EOF'
    int value = 0;
    if (what == "receive" && me == 0) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (what == "spawn") {
        MPI_Comm others;
        MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    }
    if (what == "probe") {
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    }
    if (what == "file") {
        MPI_File file;
        MPI_File_open(MPI_COMM_WORLD, "made", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    }
    if (what == "poll" && me == 0)
        for (int there = 0; there == 0;) MPI_Iprobe(1, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (what == "clock") while (MPI_Wtime() < 5) {}
    if (what == "thread") std::thread([&] { MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); }).join();
    if (what == "stack") {
        volatile char large[size * 1024];
        for (int i = 0; i < size * 1024; i += 1024) large[i] = 1;
    }
    if (what == "host memory") throw std::bad_alloc();
    \VEC(double, S1: what == "memory" ? host_elements() : 1) array;
EOF
# As much memory as the host has in total: never free, but the system would not refuse it before it is touched.
elements=$(awk '/^MemTotal:/ { printf "%.0f", $2 * 1024 / 8 }' /proc/meminfo)
sed -i -e '2i #include <new>\n#include <string>\n#include <thread>' -e "s/host_elements()/${elements}LL/" \
    -e 's/^.PARAM.*/\\PARAM(std::string what = "", "what shall fail")/' cannot.loop
cannot() { # WHAT CODE SENTENCE [SECONDS, if it does not end]
    expect "$2" choom -n 1000 -- "$loop" run cannot.loop -n 2 --machine ./slow.toml --timeout "${4:-100}" --size 4096 --set what="$1" --discard
    err_has "$3"
}
cannot receive 6 "hang: the ranks wait for each other"
cannot spawn 5 "SimGrid's MPI has no MPI_Comm_spawn"
cannot probe 5 "SimGrid's MPI has no MPI_Mprobe"
cannot file 5 "the simulated machine has no disks"
cannot poll 6 "a loop that polls MPI advances by the cost of one call" 10
cannot clock 6 "simulated time advances only in MPI calls" 10
cannot thread 5 "threads of the program cannot call MPI"
cannot stack 5 "\`contexts/stack-size\`"
cannot memory 5 "available for all simulated ranks together"
cannot "host memory" 5 "out of memory: all ranks of a simulation share the memory of this host"
program missing <<'EOF'
    MPI_T_init_thread(0, &host);
EOF
expect 4 "$loop" run missing.loop -n 2 --machine ./slow.toml
err_has "SimGrid's MPI has no MPI_T_init_thread"
# What \START begins keeps its tags and its order there too.
for program in start/run_pairs start/run_stages finish/run_held; do
    expect 0 "$loop" run "$here/../constructs/$program.loop" -n 3 --machine meiko --verify --discard
done
finish
