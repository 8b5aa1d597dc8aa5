# Traces: files, run.json, and verdict; a full buffer, a full disk, and a stopped run.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich

{
    printf 'int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 1000);\n'
    printf '    \\LOOP (10) \\COMMUNICATE(100, 1, 1);\n    \\CLOSE0();\n}\n'
} >ring.loop
expect 0 "$loop" run ring.loop -n 2 -o good
out_lacks "trace lacks"
for rank in 0 1; do
    [ -s good/records/rank-$rank.trace ] || fail "no trace of rank $rank"
done
[ "$(head -n 1 good/records/rank-0.trace)" = loop-trace/1 ] || fail "not a trace"
grep -q '"file": "rank-1.trace"' good/run.json || fail "run.json does not know of the trace"

expect 0 "$loop" run ring.loop -n 2 --no-trace -o without
[ -z "$(ls without/records | grep trace)" ] || fail "--no-trace recorded"
out_has "again       loop run ring.loop -n 2 --no-trace"
grep -q '"trace": null' without/run.json || fail "run.json tells of a trace"

sed 's/1000)/20)/' ring.loop >small.loop
expect 0 "$loop" run small.loop -n 2 -o small
verdict_is 'VALID WITH NOTES'
grep -q 'of ranks 0 and 1: the buffer was full (the last argument of \\\\OPEN0 is its size, or --disk' small/run.json ||
    fail "run.json does not say that the buffer was full"

# The program writes only its trace, which does not fit on the disk.
{
    printf '#include <csignal>\n#include <sys/resource.h>\n'
    printf 'int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 100000);\n'
    printf '    \\LOOP (10000) \\COMMUNICATE(8, 1, 1);\n'
    printf '    signal(SIGXFSZ, SIG_IGN);\n    const rlimit most{20000, 20000};\n    setrlimit(RLIMIT_FSIZE, &most);\n'
    printf '    \\CLOSE0();\n}\n'
} >disk.loop
expect 7 "$loop" run disk.loop -n 2 -o disk
err_has "the trace of rank 0 is missing: cannot write"
verdict_is 'VALID WITH NOTES'
grep -q '"elapsed_seconds"' disk/run.json || fail "what was measured is lost"
[ -z "$(ls disk/records | grep trace)" ] || fail "half a trace is left"

sed 's/    .CLOSE0/    if (me == 1) for (;;) ;\n    \\VISIBLE_SYNC();\n&/' ring.loop >hang.loop
expect 6 "$loop" run hang.loop -n 4 --timeout 10 -o hang # enough for a busy machine to begin
[ "$(grep -c '"ended": "signal 15"' hang/run.json)" = 4 ] || fail "not every stopped rank left a trace"
finish
