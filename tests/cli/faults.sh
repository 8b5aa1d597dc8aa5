# Ranks that fail in all ways: exit code 5 and a sentence with rank and place, not the launcher's message.
. "$(dirname -- "$0")/support.sh"
machine=$1
case $machine in local) needs mpiexec.mpich ;; *) needs mpiexec.openmpi ;; esac

# fault NAME: one of three ranks executes the code from stdin in line 11, the others wait in line 12.
fault() {
    { printf '    \\MULTIBCAST0(8);\n'; cat; printf '    \\VISIBLE_SYNC();\n'; } | program "$1"
    expect 5 "$loop" run "$1.loop" -n 3 --machine "$machine" --timeout 120
    out_lacks VALID
    err_has "the run is in "
}

# tests/faults tests these with MPICH.
if [ "$machine" != local ]; then
    echo '    if (me == 1) _exit(0);' | fault quiet
    err_has 'error: rank 1 exited without a record (`_exit` or killed), last seen after `\MULTIBCAST0` at quiet.loop:10'
    echo '    if (me == 1) { volatile int* nowhere = nullptr; *nowhere = 1; }' | fault crash
    err_has 'error: rank 1 died by signal 11 (segmentation fault), at crash.loop:11'
    echo '    if (me == 1) MPI_Abort(MPI_COMM_WORLD, 256);' | fault abort
    err_has 'error: rank 1 called MPI_Abort(256), at abort.loop:11'
    echo '    if (me == 2) std::exit(3);' | fault leave
    err_has 'error: rank 2 exited without `\CLOSE0` (code 3), at leave.loop:11'
fi
{ printf '    \\MULTIBCAST0(8);\n    if (me == 0) abort();\n    \\VISIBLE_SYNC();\n'; } | program aborted
expect 5 "$loop" run aborted.loop -n 3 --machine "$machine" --timeout 120
err_has 'rank 0 died by signal 6 (aborted)'

# The functions in which a rank died, with their lines.
cat >deep.loop <<'EOF'
__attribute__((noinline)) static void inner(volatile int* where) { *where = 1; }
__attribute__((noinline)) static void outer(volatile int* where) {
    inner(where);
    asm volatile(""); // the call above is not the last thing that this function does
}
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 0);
    if (me > 0) outer(nullptr);
    \VISIBLE_SYNC();
    \CLOSE0();
}
EOF
expect 5 "$loop" run deep.loop -n 3 --machine "$machine" --timeout 120 -o deep
err_has 'died by signal 11 (segmentation fault), at deep.loop:1'
err_has 'died here:'
err_has '    inner(int volatile*) at deep.loop:1'
err_has '    outer(int volatile*) at deep.loop:3'
err_has '    main at deep.loop:9'
grep -q '"inner(int volatile\*) at deep.loop:1"' deep/run.json || fail "run.json does not say in which functions it died"
expect 0 "$loop" report deep --format csv
out_has 'outer(int volatile*) at deep.loop:3'
# The words of an exception that nobody catches.
cat >thrown.loop <<'EOF'
#include <stdexcept>
__attribute__((noinline)) static void read_input(int me) {
    if (me > 0) throw std::out_of_range("cell 9 of 8");
}
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    read_input(me);
    \VISIBLE_SYNC();
    \CLOSE0();
}
EOF
expect 5 "$loop" run thrown.loop -n 2 --machine "$machine" --timeout 120 -o thrown
err_has 'error: rank 1: uncaught exception `std::out_of_range`: cell 9 of 8, after \OPEN0 in line 7'
err_has 'error: rank 1 died by an uncaught `std::out_of_range` ("cell 9 of 8"), at thrown.loop:3'
err_has '    read_input(int) at thrown.loop:3'
if grep -q 'terminate called' err; then fail "the C++ library's words are shown too"; fi
grep -q '"text": "cell 9 of 8"' thrown/run.json || fail "run.json lacks the words of the exception"
grep -q '"ended": "signal 6"' thrown/run.json || fail "the crash flush did not write the trace"

# The launcher's words are not shown, as these are better; its file has them.
for words in 'BAD TERMINATION' 'noticed that process rank' 'Primary job'; do
    out_lacks "$words"
    ! grep -qF "$words" err || fail "stderr has: $words"
done

# Also after \CLOSE0; then, the results are kept.
# late NAME: one of two ranks executes the code from stdin in line 7, after the measured program.
late() {
    {
        printf '#include <cstdlib>\nint main(void) {\n    int nodes, me, host, size;\n'
        printf '    \\OPEN0(&nodes, &me, &host, &size, 0);\n    \\VISIBLE_SYNC();\n    \\CLOSE0();\n'
        cat
        printf '}\n'
    } >"$1.loop"
    expect 5 "$loop" run "$1.loop" -n 2 --machine "$machine" --timeout 120
    out_lacks VALID
}
echo '    if (me == 1) abort();' | late late
err_has 'error: rank 1 died by signal 6 (aborted), at late.loop:7'
folder=$(sed -n 's/.*the run is in //p' err)
grep -q '"word": "INVALID"' "$folder/run.json" || fail "run.json does not say INVALID"
grep -q '"state": "signalled"' "$folder/run.json" || fail "run.json does not say how it ended"
grep -q '"elapsed_seconds"' "$folder/run.json" || fail "run.json lacks what was measured"
echo '    if (me == 0) { volatile int* nowhere = nullptr; *nowhere = 1; }' | late later
err_has 'error: rank 0 died by signal 11 (segmentation fault), at later.loop:7'

# A kept folder contains what is known.
folder=$(sed -n 's/.*the run is in //p' err)
grep -q '"word": "INVALID"' "$folder/run.json" || fail "run.json does not say INVALID"

program hang <<'EOF'
    if (me == 1) for (;;) pause();
    \VISIBLE_SYNC();
EOF
expect 6 "$loop" run hang.loop -n 3 --machine "$machine" --timeout 10 # enough for a busy machine to begin
err_has 'error: ranks 0 and 2 wait in `\VISIBLE_SYNC` at hang.loop:11'
err_has 'error: rank 1 not waiting, last seen after `\OPEN0` at hang.loop:9'

# Every rank sees the end of standard input immediately, not only rank 0.
program reader <<'EOF'
    char text[80];
    if (me == 1 && fgets(text, sizeof text, stdin) != nullptr) puts("something was read");
EOF
"$loop" run reader.loop -n 2 --machine "$machine" --timeout 60 </dev/zero >out 2>err || fail "reading stdin returned $?"
out_lacks "something was read"

cat >silent.loop <<'EOF'
#include <cstdio>
int main() { puts("no measured program"); }
EOF
expect 2 "$loop" run silent.loop -n 2 --machine "$machine"
err_has 'silent.loop has no constructs, so LOOP measures nothing'

# \REQUIRE: one message, code 2, and no run directory, because nothing was measured.
program picky <<'EOF'
    \REQUIRE(me < 1 || size > 4, "a size above 4, this is " + std::to_string(size))
    \VISIBLE_SYNC();
EOF
expect 2 "$loop" run picky.loop -n 3 --size 3 --machine "$machine" --timeout 60
err_has 'picky.loop:10: error: required: a size above 4, this is 3'
[ "$(grep -c 'required: ' err)" = 1 ] || fail "several ranks said the same"
err_has 'error: ranks 0 to 2 refused the run, in `\REQUIRE` at picky.loop:10'
if grep -q 'the run is in' err; then fail "a run that was refused is kept"; fi
expect 0 "$loop" run picky.loop -n 3 --size 5 --machine "$machine" --timeout 60
finish
