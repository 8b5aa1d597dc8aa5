# Several constructs of one name in a line, or in lines of the same number in two files, have rows of their own.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

mkdir halo ring
cat >halo/shift.h <<'EOP'
// Line 4 of two files of one name.
inline void halo() {
    static double out[2], in[2];
    loop::exchange(8, 1, 2, out, in); }
EOP
sed 's/halo/ring/; s/8, 1, 2/16, 1, 2/; s/\[2\]/[4]/g' halo/shift.h >ring/shift.h
cat >line.loop <<'EOP'
#include "halo/shift.h"
#include "ring/shift.h"
int main() { int nodes, me, host, size, a = 0, b = 0; \OPEN0(&nodes, &me, &host, &size, 1000);
    \EXCHANGE(32, 1, 2); halo(); ring(); \EXCHANGE(64, 1, 2);
    \SEND(4, r -> r + 1, FROM: &me, INTO: &a); \SEND(4, r -> r - 1, FROM: &me, INTO: &b); \SEND(8, 0 -> nodes - 1);
    \THREADS (2) a += 0; \THREADS (2) b += 0;
    for (int i = 0; i < 2; ++i) { \BARRIER(); \BARRIER(); }
    \CLOSE0(); }
EOP

# rows FILE: the rows of constructs as "construct file line column calls messages bytes".
cat >rows.py <<'EOP'
import json, os, sys
def walk(value):
    if isinstance(value, dict):
        if "construct" in value and "calls" in value and ("messages" in value or "messages_sent" in value):
            yield value
        for each in value.values():
            yield from walk(each)
    elif isinstance(value, list):
        for each in value:
            yield from walk(each)
whole = json.load(open(sys.argv[1]))
for row in walk(whole["summary"]["sites"] if "summary" in whole else whole):
    print(row["construct"], os.path.normpath(row["file"]), row["line"], row.get("column", 0), row["calls"],
          row.get("messages", row.get("messages_sent")), row.get("bytes", row.get("bytes_sent")))
EOP
for machine in local fattree-1024; do
    [ $machine = local ] || has smpirun || continue
    expect 0 "$loop" run line.loop -n 3 --machine $machine -o $machine --launches 1
    python3 rows.py $machine/run.json | grep -v 'OPEN0\|CLOSE0\|THREADS' | sort >rows
    sort >wanted <<'EOP'
BARRIER line.loop 7 0 6 0 0
BARRIER line.loop 7 47 6 0 0
EXCHANGE halo/shift.h 4 0 3 4 32
EXCHANGE line.loop 4 0 3 4 128
EXCHANGE line.loop 4 42 3 4 256
EXCHANGE ring/shift.h 4 0 3 4 64
SEND line.loop 5 0 3 2 8
SEND line.loop 5 48 3 2 8
SEND line.loop 5 91 3 1 8
EOP
    cmp -s rows wanted || { diff wanted rows; fail "the rows of a run on $machine"; }
    out_line '\\EXCHANGE +4:42 +3 +4 +256 B +64 B'
    out_line '\\EXCHANGE +\./halo/shift.h:4 +3 +4 +32 B +8 B'
    expect 0 "$loop" report $machine --format text -o -
    out_line '\\SEND +5:91 .*'
    out_line '\\EXCHANGE +\./ring/shift.h:4 .*'
done
expect 0 "$loop" run line.loop -n 3 -o threads --launches 1
out_line '\\THREADS +6 .*'
out_line '\\THREADS +6:26 .*'

expect 0 "$loop" count line.loop -n 3 --format json
python3 rows.py out | grep -v 'OPEN0\|CLOSE0\|THREADS' | sort >rows
without_calls='s/ [0-9]* \([0-9]* [0-9]*\)$/ \1/'
sed -i "$without_calls" rows wanted # those of a run are of all ranks
cmp -s rows wanted || { diff wanted rows; fail "the rows of loop count"; }
expect 0 "$loop" count line.loop -n 3
out_line '\\EXCHANGE +4:42 .*'
out_line '\\EXCHANGE +\./ring/shift\.h:4 .*'
exit $failures
