# loop run: the sheet, run.json, run directories, parameters; no secrets from the environment are published.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs python3
export LOOP_TEST_TOKEN=sentinel-91c2

program ring <<'EOF'
    \PHASE("ring") { \EXCHANGE(bytes, 1, 2); }
    \RESULT("answer", "1", 42);
    \VERIFY(nodes > 0, "there are ranks");
    if (me == 0) printf("said by the program\n");
EOF
expect 0 "$loop" run ring.loop -n 2 --set bytes=64 --discard
out_has "said by the program"
out_has "ring  2 ranks on local"
verdict_is VALID
out_has "again       loop run ring.loop -n 2 --set bytes=64"
ls -d loop-run-* 2>/dev/null && fail "a good run left a folder"

expect 0 "$loop" run ring.loop -n 2
sheet=$(ls -d loop-run-ring-*/sheet.html) || fail "the run is not kept with its sheet"
[ "$(tail -n 1 err)" = "loop: its sheet is $sheet" ] || fail "the last line does not say where the sheet is"
rm -rf loop-run-ring-*
expect 2 "$loop" run ring.loop -n 2 --discard -o somewhere
expect 2 "$loop" run ring.loop -n 100000
err_has "error: 100000 ranks on $(nproc) core"
err_has "are more than 8 per core"
err_has "or start them anyway with \`--oversubscribe\`"
expect 2 "$loop" sweep ring.loop -n 1,100000
err_has "are more than 8 per core"
expect 0 "$loop" run ring.loop -n 100000 --oversubscribe --dry-run
out_has "-n 100000"
expect 2 "$loop" run ring.loop -n 2 --strict --hang-limit 0
err_has "\`--strict\` needs hang detection"
expect 2 "$loop" run ring.loop -n 2 --sanitize --hang-limit 0
err_has "\`--sanitize\` needs hang detection"
expect 2 "$loop" run ring.loop -n 2 --sanitize --machine meiko
err_has "\`--sanitize\` needs a real machine, and \`meiko\` is simulated"
expect 0 "$loop" run ring.loop -n 2 --sanitize --dry-run
out_has ' -fsanitize=address '
out_has 'ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0'
expect 0 "$loop" run ring.loop -n 2 --verbose --discard --set bytes=1k --timeout 1m
grep -q '^loop: \[[0-9.]* s\] .*mpiexec.* -n 2 ' err || fail "--verbose does not show the launch"
expect 0 "$loop" run ring.loop -n 2 --quiet -o quiet
is_silent err
verdict_is VALID

expect 0 "$loop" run ring.loop -n 2 --json
python3 -m json.tool out >/dev/null 2>&1 || fail "not JSON"
out_has '"schema": "loop-run/1"'
[ "$(head -c 1 out)" = "{" ] || fail "the program's words are before the JSON"

expect 0 "$loop" run ring.loop -n 2 -o result
for file in run.json program stdout stderr parameters ring.loop ring.cpp records/rank-0.json records/rank-1.json; do
    [ -e "result/$file" ] || fail "result/$file is missing"
done
if grep -rqF sentinel-91c2 result/run.json result/records; then fail "a secret is in the run directory"; fi
grep -qF "said by the program" result/stdout || fail "stdout is not kept"
cmp -s ring.loop result/ring.loop || fail "the source differs"
expect 7 "$loop" run ring.loop -n 2 -o result
err_has '`result` exists and is not an empty folder'
expect 0 "$loop" run ring.loop -n 2 --keep
ls -d loop-run-ring-* >/dev/null || fail "--keep kept nothing"

expect 0 "$loop" run ring.loop -n 3 --launches 6
out_has "95 % interval"
out_has "6 launches: use at least 10 to compare runs"
expect 0 "$loop" run ring.loop -n 2 --launches 2 -o twice
[ -e twice/launch-2/records/rank-1.json ] || fail "no second launch"

# On a terminal, a run of many launches shows how many are done, if the program itself prints nothing.
cat >silent.loop <<'END'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \VISIBLE_SYNC();
    \CLOSE0();
}
END
script -qec "'$loop' run silent.loop -n 2 --launches 12 -o silent" /dev/null </dev/null >shown || fail "on a terminal: $(cat shown)"
grep -Eq "launching silent  [0-9]+/12  ([0-9]+ min )?[0-9]+ s left" shown || fail "no progress: $(cat shown)"
expect 0 "$loop" run ring.loop -n 2 --no-verify
verdict_is 'VALID WITH NOTES'
out_has "not verified"

expect 2 "$loop" run ring.loop --set byte=3
err_has 'did you mean `bytes`?'
expect 2 "$loop" run ring.loop --set bytes=many
err_has 'parameter `bytes` has type `int`; `many` does not fit'
expect 2 "$loop" run ring.loop --set bytes

expect 2 "$loop" run ring.loop --size 4 --set size=3
err_has 'parameter `size` is given twice'
expect 2 "$loop" run ring.loop --set bytes=1 --set bytes=1
err_has 'parameter `bytes` is given twice'
expect 2 "$loop" run ring.loop -n 3 --set tree.map=0,1
err_has 'error: `0,1`, the value of `tree.map`, is not a permutation of the ranks 0 to 2'
expect 0 "$loop" run ring.loop -n 3 --set tree.map=0,2,1 --set tree.shape=binomial

# A parameter that the program does not use is told, also if it has a value.
expect 0 "$loop" run ring.loop -n 1 --size 4
verdict_is 'VALID WITH NOTES'
out_says '`size` was given but has no effect: the program does not use it; its parameters are bytes'
expect 0 "$loop" run ring.loop -n 1 --set iterations=3
out_says '`iterations` was given but has no effect'
program sized <<'EOF'
    \REQUIRE(size == 4, "the size is 4")
EOF
expect 0 "$loop" run sized.loop -n 1 --size 4
out_lacks 'has no effect'
# A header may ask for the size, which the program's text does not show.
printf '#include <loop/loop.h>\ninline int asked() { return loop::problem_size(); }\n' >asks.h
program hidden <<'EOF'
    \VERIFY(asked() == 4, "the size is 4");
EOF
sed -i '1i #include "asks.h"' hidden.loop
expect 0 "$loop" run hidden.loop -n 1 --size 4
out_lacks 'has no effect'

# The triad names the cache that its vectors fit in.
expect_by_verdict "$loop" run triad -n 1 --set elements=1000
out_has 'triad, L'
if grep -q '^triad  .*MB/s' out; then fail 'vectors in a cache measured the memory'; fi

long=$(printf '%0245d' 0)
cp ring.loop "$long.loop"
expect 0 "$loop" run "$long.loop" -n 1
expect 0 "$loop" run "$long.loop" -n 1 --keep
expect 0 "$loop" build "$long.loop"

program infinite <<'EOF'
    \RESULT("ratio", "1", me == 0 ? 0.0 / 0.0 : 1 / 0.0);
EOF
expect 0 "$loop" run infinite.loop -n 2
verdict_is 'VALID WITH NOTES'
out_has 'nan on rank 0 (infinite.loop:10)'
out_has 'result `ratio` is inf on rank 1 (infinite.loop:10)'

rm -rf "$work/cold"
expect 0 env LOOP_CACHE="$work/cold" "$loop" run ring.loop -n 5 --set bytes=9 --dry-run
out_has "mpiexec.mpich -n 5"
out_has "loop-parameters 1"
out_has "set bytes 9"
[ ! -e "$work/cold" ] || fail "--dry-run wrote"
# A program that measures BSP's parameters is launched three times, unless the machine is a model.
expect 0 "$loop" run bspprobe -n 2 --dry-run
out_has "(3 times)"
expect 0 "$loop" run bspprobe -n 2 --launches 1 --dry-run
out_lacks "(3 times)"
expect 0 "$loop" run bspprobe -n 2 --machine meiko --dry-run
out_lacks "(3 times)"
# A plan needs no launcher.
sed 's/"mpiexec.mpich"/"no-such-launcher"/' "$here/../../machines/local.toml" >absent.toml
expect 5 "$loop" run ring.loop -n 2 --machine ./absent.toml --discard
expect 0 "$loop" run ring.loop -n 2 --machine ./absent.toml --dry-run
out_has "no-such-launcher -n 2"
expect 0 "$loop" sweep ring.loop -n 2 --machine ./absent.toml --launches 1 --dry-run
out_has "no-such-launcher -n 2"

program wrong <<'EOF'
    \VERIFY(me != 1, "nobody is one");
EOF
expect 1 "$loop" run wrong.loop -n 2
verdict_is INVALID
out_has '`nobody is one` does not hold on rank 1 (wrong.loop:10)'
err_has "the run is in "
# What only a group synchronizes is not a synchronization of all ranks: rank 2 waits for rank 1, which is late.
program groups <<'EOF'
    \AMONG(r -> r == 0) { \UNTIMED() { } }
    \LOOP (3) i { \WORK(IDLE: i == 0 && me == 1 ? 0.8 : i == 1 && me == 2 ? 0.3 : 0.0); \BARRIER(); }
EOF
sed -i 's/size, 0);/size, 10000);/' groups.loop
expect 0 "$loop" run groups.loop -n 3 --discard
grep -q "longest wait: rank [02] for rank 1," out || fail "the longest wait is not for rank 1"

# The mode of a \WITH applies to trees, started ones too.
program modes <<'EOF'
    char data[100] = {};
    \WITH(MODE: "synchronous") {
        \TREE_BCAST(data, 100);
        \START(h) \TREE_BCAST(data, 100);
        \FINISH(h);
    }
EOF
expect 0 "$loop" run modes.loop -n 2 --discard
[ "$(grep -c 'TREE_BCAST.*synchronous' out)" = 2 ] || fail "a started tree ignores MODE"

# A rank that shared its core with another program is reported.
program busy <<'EOF'
    const double begin = clock0();
    while (clock0() - begin < 0.3) {}
EOF
core=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/') # the first allowed core
taskset -c "$core" sh -c 'while :; do :; done' &
other=$!
expect 0 taskset -c "$core" "$loop" run busy.loop -n 1 --discard
kill $other
out_has "disturbed: a rank waited more than 5 % of the time for its core"
# A phase that a recursive function enters inside of itself takes no longer than the program.
cat >deep.loop <<'EOP'
#include <cstdlib>
static void down(int n) {
    \PHASE("down") { \WORK(0.01); if (n > 1) down(n - 1); }
}
int main(void) {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 0);
    down(5);
    \CLOSE0();
}
EOP
expect 0 "$loop" run deep.loop -n 1 -o deep
expect 0 python3 - deep/run.json <<'EOP'
import json
import sys

record = json.load(open(sys.argv[1]))["launches"][0]["ranks"][0]["record"]
phase = record["phases"][0]
assert phase["calls"] == 5, phase
assert phase["total_seconds"] == phase["max_seconds"] <= record["elapsed_seconds"], phase
EOP

finish
