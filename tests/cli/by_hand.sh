# A program that is started by hand: its summary, and its records, which are a run for every verb that reads runs.
. "$(dirname -- "$0")/support.sh"
machine=$1
case $machine in
local) with_mpi mpich ;;
*) with_mpi openmpi ;;
esac

# hand RANKS PROGRAM OPTIONS...: starts the program; checks nothing.
hand() {
    ranks=$1
    shift
    timeout -k 2 60 $launcher -n "$ranks" "$@" >out 2>err </dev/null
    code=$?
}

cat >ring.loop <<'RING'
#include <cmath>
\PARAM(int bytes = 100, "bytes of a message")
\PARAM(int fault = 0, "1: a check fails, 2: a rank dies, 3: an infinite result")
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \PHASE("talk") \LOOP (5) \COMMUNICATE(bytes, 1, 1);
    if (fault == 2 && me == 1) __builtin_trap();
    \VERIFY(fault != 1 || me == 0, "no fault")
    \RESULT("ratio", "1", fault == 3 && me > 0 ? HUGE_VAL : 1.0)
    \VISIBLE_SYNC();
    \CLOSE0();
}
RING
expect 0 "$loop" build ring.loop --machine "$machine" -o ring

# agrees DIR: the summary in `err` has the verdict of the report on DIR.
agrees() {
    said=$(sed -n 's/^  verdict   //p' err)
    "$loop" report "$1" --format text >report.txt 2>&1
    written=$(sed -n 's/^ *"word": "\(.*\)",*$/\1/p' "$1/run.json" | head -n 1)
    [ -n "$said" ] && [ "$said" = "$written" ] || fail "the summary says \`$said\`, the report on $1 \`$written\`"
}

# The summary: on stderr, by rank 0 alone, and without records.
hand 3 ./ring
[ "$code" = 0 ] || fail "the program returned $code"
is_silent out
[ "$(grep -c 'ring: 3 ranks, measured ' err)" = 1 ] || fail "there is not one summary"
err_has '  phases    on rank 0: talk '
err_has '  sent      18 messages, 1.5 kB'
err_has '  verified  18 messages, 3 checks'
err_has '  verdict   VALID'
err_has '  records   none; `--records DIR` keeps them for `loop report DIR`'
hand 1 ./ring
err_has 'ring: 1 rank, measured '

# No summary: if it is not wanted, or if another program reports.
hand 2 ./ring --quiet
is_silent err
LOOP_QUIET=1 hand 2 ./ring
is_silent err
hand 1 ./ring --quiet : -n 2 ./ring # rank 0 decides
[ "$code" = 0 ] || fail "ranks that differ in --quiet end with $code"
is_silent err
hand 1 ./ring : -n 2 ./ring --quiet
err_has 'ring: 3 ranks, measured '
printf 'loop-parameters 1\nrecords %s\n' "$work/told" >parameters
LOOP_PARAMETERS=$work/parameters hand 2 ./ring
is_silent err
[ -s told/rank-1.json ] || fail "the parameter file was not read"
expect 0 "$loop" run ring.loop -n 2 --machine "$machine" -o launched
if grep -q '  records   ' err launched/stderr; then fail "a program that loop run started prints a summary"; fi

# A program that takes arguments itself, and one that ends MPI itself.
sed 's/int main() {/int main(int count, char** words) {\n    if (count > 1) puts(words[1]);/; 1i #include <cstdio>' ring.loop >own.loop
expect 0 "$loop" build own.loop --machine "$machine" -o own
hand 2 ./own --mine
out_has --mine
err_has '  records   none; `loop run` keeps them'
sed 's/    \\CLOSE0/    MPI_Finalize();\n    \\CLOSE0/; 1i #include <mpi.h>' ring.loop >early.loop
expect 0 "$loop" build early.loop --machine "$machine" -o early
hand 2 ./early
err_has 'early: no summary, as the program called MPI_Finalize before \CLOSE0'

# One of five ranks calls another operation: its neighbors find that, whichever rank it is.
cat >differs.loop <<'EOF'
\PARAM(int rank = 0, "the rank that differs")
int main() {
    int nodes, me, host, size;
    double value = 1;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    if (me == rank) gsum0(&value, 1, 5, 1, 0);
    else bcast0(&value, 8, 1, 0);
    \CLOSE0();
}
EOF
expect 0 "$loop" build differs.loop --machine "$machine" -o differs
for rank in 0 2 3; do
    hand 5 ./differs --records differs-$rank --set rank=$rank
    [ "$code" != 0 ] && [ "$code" != 124 ] || fail "if rank $rank differs, the program returns $code"
    err_has 'different sequence: it is '
done

# Reasons that ranks share are one reason.
hand 3 ./ring --no-verify --set fault=3
err_has '  verdict   VALID WITH NOTES'
err_has '            - not verified: `--no-verify` was given'
err_has '            - result `ratio` is not a finite number (ring.loop:10), on rank 1 and 1 other rank'

# A complete folder is a run.
hand 3 ./ring --records kept --set bytes=64 --size 7
err_has '  records   kept; to see more: loop report kept'
agrees kept
[ "$code" = 0 ] || fail "the program returned $code"
expect 0 "$loop" report kept --format text
verdict_is VALID
expect 0 "$loop" report kept/ --format csv -o kept.csv
grep -q 'talk' kept.csv || fail "the report lacks the phase"
for text in '"bytes": "64"' '"size": "7"' '"name": "ring"' '"file": "ring.loop"' '"ranks": 3' '"word": "VALID' 'started by hand'; do
    grep -qF "$text" kept/run.json || fail "run.json lacks $text"
done
grep -q '"started": "20[0-9][0-9]-' kept/run.json || fail "run.json lacks the time of the start"
expect 0 "$loop" report kept --figure spacetime --format svg -o spacetime.svg
grep -q '<svg' spacetime.svg || fail "there is no space-time diagram"
expect 0 "$loop" trace kept --to csv -o events
[ -s events/messages.csv ] || fail "there is no list of messages"
hand 3 ./ring --records other --set bytes=64 --size 7
expect 0 "$loop" compare kept other
out_says other

# In another folder and with another file, the report says the same.
cp -R kept elsewhere && rm elsewhere/run.json
expect 0 "$loop" report elsewhere --format text
verdict_is VALID

# A check that fails.
hand 3 ./ring --records "it's wrong" --set fault=1
err_has '  verdict   INVALID'
err_has '            - `no fault` does not hold (ring.loop:9), on rank 1 and 1 other rank'
err_has "loop report 'it'\\''s wrong'"
agrees "it's wrong"
mv "it's wrong" wrong
expect 0 "$loop" report wrong --format text
verdict_is INVALID
out_says 'does not hold on ranks 1 and 2 (ring.loop:9)'

cp -R wrong also-wrong
expect 1 "$loop" compare wrong also-wrong
err_has INVALID

# Not every rank is there, or its record is damaged.
cp -R kept short && rm short/rank-2.json
expect 0 "$loop" report short --format text
verdict_is INVALID
out_says 'rank 2 ended'
out_says 'left no record'
cp -R kept damaged && sed -i 's/"rank":1,/"rank":2,/' damaged/rank-1.json
expect 0 "$loop" report damaged --format text
verdict_is INVALID
out_says 'rank 1 has a record with a wrong checksum'
rm -f kept/rank-*.status
cp -R kept only-one && rm only-one/rank-1.json only-one/rank-2.json
expect 0 "$loop" report only-one --format text
verdict_is INVALID
out_says 'ranks 1 and 2 left no trace'

# A rank died. The records of the earlier start in the same folder do not count.
hand 3 ./ring --records other --set fault=2
[ "$code" != 0 ] || fail "a crash returned 0"
expect 7 "$loop" report other --format text # 7: there is no whole trace
verdict_is INVALID
out_says 'rank 1 died by signal'
out_says 'ring.loop:7'

# Nor do those of more ranks.
hand 2 ./ring --records kept
expect 0 "$loop" report kept --format text
verdict_is VALID
grep -q '"ranks": 2' kept/run.json || fail "an earlier start with more ranks counts"

# The records of a run are not the run.
expect 0 "$loop" run ring.loop -n 2 --machine "$machine" -o whole
expect 7 "$loop" report whole/records
err_has '`whole/records` is only a part of a run'
err_has 'give the folder of the run: `whole/`'
[ ! -e whole/records/run.json ] || fail "the folder of records was changed"
expect 0 "$loop" run ring.loop -n 2 --machine "$machine" --launches 2 -o twice
expect 7 "$loop" report twice/launch-2/records
err_has 'give the folder of the run: `twice/`'

# Nothing takes the place of another run, and files of other programs are no records.
cp -R whole mixed
hand 2 ./ring --records mixed
cp mixed/run.json before.json
expect 7 "$loop" report mixed
err_has 'move the files rank-* of the program to a folder of their own'
cmp -s mixed/run.json before.json || fail "the run was replaced"
mkdir foreign
echo '{"rank": 0}' >foreign/rank-0.json
expect 7 "$loop" report foreign
[ ! -e foreign/run.json ] || fail "a foreign file made a run"

# A file that claims too many ranks.
mkdir huge
printf '{"schema":"loop-rank-record/1","rank":0,"ranks":100000000}' >line
python3 -B - line >huge/rank-0.json <<'SUM'
import sys
line = open(sys.argv[1], "rb").read()
sum = 0xcbf29ce484222325
for byte in line:
    sum = (sum ^ byte) * 0x100000001b3 % 2**64
sys.stdout.write(line.decode() + "\nchecksum fnv1a64 %016x\n" % sum)
SUM
expect 7 "$loop" report huge
err_has '`huge` lists 100000000 ranks, but there are only 1 files of ranks'
finish
