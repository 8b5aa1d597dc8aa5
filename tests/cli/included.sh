# Results, checks, phases, samples, and conclusions about what stands in an included file have that file, everywhere.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# Two headers with the same names in a line of the same number, which is a line of the program, too.
mkdir left right
cat >left/part.h <<'EOP'
inline void left(int me, int held) {
    const loop::Phase phase("solve"); const loop::Timed timed("step", 1);
    loop::verify(held >= 0, "all held");
    loop::verify(held > 0, "some held");
    if (me == 0) loop::result("rate", "B/s", 1.0);
    loop::work(0.02);
}
EOP
sed 's/void left/void right/; s/me == 0/me == 1/; s/1.0/3.0/; s/0.02/0.001/' left/part.h >right/part.h
cat >parts.loop <<'EOP'
#include "left/part.h"
#include "right/part.h"
int main() { int nodes, me, host, size; \OPEN0(&nodes, &me, &host, &size, 1000);
    \VERIFY(nodes > 0, "some held"); left(me, 1); right(me, 0);
    if (me == 2) \RESULT("rate", "B/s", 2.0);
    \CLOSE0(); }
EOP

# rows: "list name file line" of what run.json has in its summary, and in the records of ranks.
cat >rows.py <<'EOP'
import json, os, sys
run = json.load(open(sys.argv[1]))
def show(where, source):
    for key, name in (("phases", "name"), ("results", "name"), ("samples", "name"), ("verifications", "text")):
        for row in source.get(key) or []:
            print(where, key, row[name], os.path.normpath(row["file"]), row["line"])
show("run", run["summary"])
show("rank", run["launches"][0]["ranks"][0]["record"])
if "simulated" in run:
    show("simulated", run["simulated"])
EOP
for machine in local fattree-1024; do
    [ $machine = local ] || has smpirun 'simulated runs' || continue
    executed=
    [ $machine = local ] || executed=--verify
    expect 1 "$loop" run parts.loop -n 3 --machine $machine -o $machine --launches 1 $executed
    verdict_is INVALID
    out_line '  - `some held` does not hold on ranks 0 to 2 \(\./right/part\.h:4\)'
    out_lacks 'part.h:3)'
    python3 rows.py $machine/run.json | sort >rows
    { cat <<'EOP'
rank phases solve left/part.h 2
rank phases solve right/part.h 2
rank results rate left/part.h 5
rank samples step left/part.h 2
rank verifications all held left/part.h 3
rank verifications all held right/part.h 3
rank verifications some held left/part.h 4
rank verifications some held parts.loop 4
rank verifications some held right/part.h 4
run phases solve left/part.h 2
run phases solve right/part.h 2
run results rate left/part.h 5
run results rate parts.loop 5
run results rate right/part.h 5
run results step, median left/part.h 2
run samples step left/part.h 2
run verifications all held left/part.h 3
run verifications all held right/part.h 3
run verifications some held left/part.h 4
run verifications some held parts.loop 4
run verifications some held right/part.h 4
EOP
    if [ $machine != local ]; then printf 'simulated phases solve %s/part.h 2\n' left right; fi; } | sort >wanted
    cmp -s rows wanted || { diff wanted rows; fail "the rows of a run on $machine"; }

    out_line 'rate +\./left/part\.h:5 +1 .*'
    out_line 'rate +\./right/part\.h:5 +3 .*'
    out_line 'rate +5 +2 .*'
    for format in text markdown html csv json xml; do
        expect 0 "$loop" report $machine --format $format -o sheet.$format
        for place in left/part.h:2 right/part.h:4 right/part.h:5; do
            [ $format = csv ] || grep -q "$place" sheet.$format || fail "the $format sheet lacks $place"
        done
    done
    grep -qxE 'outcome,results,[0-9]+,file,\./right/part\.h,' sheet.csv || fail 'the table of results in CSV has no file'
    grep -qxE 'outcome,checks,[0-9]+,file,\./right/part\.h,' sheet.csv || fail 'the table of checks in CSV has no file'
    grep -qxE 'phases,phases,[0-9]+,file,\./left/part\.h,' sheet.csv || fail 'the table of phases in CSV has no file'
    # Lines of headers are no links into the program's source.
    grep -q 'href="#line-5">5<' sheet.html || fail 'the result of the program has no link'
    if grep -q 'href="#line-[0-9]*">[^<]*part' sheet.html; then fail 'a line of a header is a link into the program'; fi
    grep -qF 'step, ./left/part.h:2' sheet.html || fail 'the distribution has no file'
    grep -qF 'solve, ./right/part.h:2' sheet.html || fail 'the figures of phases have no files'
done

# Runs of earlier versions, without files.
mkdir old
python3 - <<'EOP'
import json
def without(value):
    if isinstance(value, dict):
        drops = ("name" in value or "text" in value) and "line" in value
        return {k: without(v) for k, v in value.items() if not (k == "file" and drops)}
    return [without(each) for each in value] if isinstance(value, list) else value
json.dump(without(json.load(open("local/run.json"))), open("old/run.json", "w"))
EOP
expect 0 "$loop" report old --format text -o -
out_line 'rate +5 +3 +B/s'
# What a simulated machine does not compute is in a line of the program, not in that of a header.
if has smpirun 'results that are not computed'; then
    printf 'inline void header() {\n\n\n    loop::result("known", "", 7.0);\n}\n' >four.h
    cat >four.loop <<'EOP'
#include "four.h"
int main() { int nodes, me, host, size; double sum = 0; \OPEN0(&nodes, &me, &host, &size, 1000); header();
    \FLOPS(1e6) sum = 1;
    \RESULT("sum", "", sum);
    \CLOSE0(); }
EOP
    expect 0 "$loop" run four.loop -n 2 --machine fattree-1024 --discard
    out_line 'sum +4 +not computed'
    out_line 'known +\./four\.h:4 +7'
fi

finish
