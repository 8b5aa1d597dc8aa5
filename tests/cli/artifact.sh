# Artifacts: a run or a sweep as a folder that others can measure again. reproduce.sh ends with a verdict.
. "$(dirname -- "$0")/support.sh"
needs make
needs mpicxx.mpich
needs tar
needs smpirun

program travel <<'EOP'
    \PHASE("talk") \LOOP (20) \COMMUNICATE(bytes, 1, 1);
    \RESULT("answer", "", ANSWER);
EOP
sed -i '2i #include "answer.h"' travel.loop
echo '#define ANSWER 42' >answer.h
expect 0 "$loop" run travel.loop -n 2 --launches 5 --set 'bytes=64' -o results

# The record lacks the header: LOOP says what to do, and does not take a program that has changed.
expect 2 "$loop" artifact results
err_has '--source FILE.loop'
[ ! -e results-artifact ] || fail 'a refused artifact leaves a folder'
mkdir changed
{ cat travel.loop; echo '// more'; } >changed/travel.loop
cp answer.h changed
expect 2 "$loop" artifact results --source changed/travel.loop
err_has 'it has changed since'

ln -s /etc/hostname results/link
expect 0 "$loop" artifact results --source travel.loop
err_has 'results-artifact; appendix.md has'
for file in README.md appendix.md reproduce.sh environment.txt bundles/travel/job.sh bundles/travel/src/answer.h \
    records/run.json records/launch-1/records/rank-0.json
do
    [ -s "results-artifact/$file" ] || fail "there is no $file"
done
[ ! -e results-artifact/records/program ] || fail 'the built program is in the records'
[ ! -e results-artifact/records/link ] || fail 'a link was followed'
if grep -n '[{][a-z]*[}]' results-artifact/appendix.md results-artifact/README.md; then fail 'a place was not filled in'; fi
grep -qF '| `travel` | 2 |' results-artifact/appendix.md || fail 'the appendix does not have the result'
grep -q '^compile: mpicxx.mpich ' results-artifact/environment.txt || fail 'the environment lacks the compiler'
expect 7 "$loop" artifact results --source travel.loop
err_has 'is not an empty folder'

# It is measured again elsewhere, without the program and its folder, and ends with a verdict.
mkdir 'else where'
mv results-artifact 'else where/artifact'
mv travel.loop answer.h changed
expect 0 sh 'else where/artifact/reproduce.sh' --help
out_has 'usage: sh reproduce.sh'
expect 0 env LOOP="$loop" sh 'else where/artifact/reproduce.sh'
grep -qE '^verdict: 1 (slower|faster|equal|undecided) of 1 measurement$' out || fail 'there is no verdict'
[ "$(ls 'else where/artifact/new/travel/again' | grep -c '^launch-')" = 5 ] || fail 'not as many launches as recorded'
out_has 'measuring travel: 5 launches'
expect 4 env LOOP=no-loop sh 'else where/artifact/reproduce.sh' -o once --launches 1
err_has 'sh reproduce.sh --compare -o'
expect 0 env LOOP="$loop" sh 'else where/artifact/reproduce.sh' --compare -o once
out_has 'verdict: 1 undecided of 1 measurement'
expect 8 env LOOP="$loop" sh 'else where/artifact/reproduce.sh' --compare -o once --fail-if-undecided
expect 8 env LOOP="$loop" sh 'else where/artifact/reproduce.sh' --compare -o once --phase talk --fail-if-undecided
expect 2 env LOOP="$loop" sh 'else where/artifact/reproduce.sh' --compare -o once --phase nothing
rm once/travel/again/records/rank-1.json
expect 1 env LOOP="$loop" sh 'else where/artifact/reproduce.sh' --compare -o once
out_has 'verdict: 1 invalid of 1 measurement'
expect 4 env LOOP="$loop" MPICXX=no-compiler sh 'else where/artifact/reproduce.sh' -o never
err_has 'MPICXX names another compiler'

# A sweep, as an archive: one bundle for each program, and a verdict on each point. A warning tells of too few launches.
expect 0 "$loop" sweep fingerprint -n 1,2 --size 10 --launches 2 -o sweep
expect 0 "$loop" artifact sweep -o packed.tar.gz
err_has '2 measurements have fewer than 5 launches'
expect 7 "$loop" artifact sweep -o packed.tar.gz
tar -xzf packed.tar.gz
expect 0 "$loop" artifact sweep -o ./--help.tar.gz
[ -s ./--help.tar.gz ] || fail 'the name of the archive was taken for an option of tar'
[ "$(ls packed/bundles)" = fingerprint ] || fail 'not one bundle for the one program'
expect 0 env LOOP="$loop" sh packed/reproduce.sh
out_has 'verdict: 2 undecided of 2 measurements'

# A model needs no hardware, and its launches repeat.
expect 0 "$loop" run fingerprint -n 4 --size 10 --machine paragon -o model
expect 0 "$loop" artifact model
is_silent out
grep -qF 'a model, `paragon`, which SimGrid executes' model-artifact/appendix.md || fail 'the appendix does not say that the machine is a model'
if grep -qF 'fewer than' err; then fail 'one launch of a model is enough'; fi

# What cannot be built again, and what is INVALID.
expect 7 "$loop" artifact nothing
err_has 'give the folder of a run or of a sweep'
expect 0 "$loop" build changed/travel.loop -o built
expect 0 mpiexec.mpich -n 2 ./built --records by-hand
expect 2 "$loop" artifact by-hand
err_has 'has no source text'
program wrong <<'EOP'
    \VERIFY(bytes < 0, "never");
EOP
expect 1 "$loop" run wrong.loop -n 2 -o invalid
expect 1 "$loop" artifact invalid
err_has '--anyway'
expect 0 "$loop" artifact invalid --anyway
# A record names no file that LOOP reads.
expect 0 "$loop" run fingerprint -n 2 --size 10 --machine "$here/../../machines/local.toml" -o own
expect 2 "$loop" artifact own
err_has '--machine FILE'
expect 0 "$loop" artifact own --machine local

# Not inside the results, which would contain themselves.
expect 2 sh -c "cd own && '$loop' artifact . --machine local"
err_has 'the artifact `own-artifact` would be inside the results'
expect 2 "$loop" artifact own --machine local -o own/packed.tar.gz
err_has 'would be inside the results'
finish
