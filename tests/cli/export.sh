# Bundles: a workload runs on a machine without LOOP, and LOOP reads its results elsewhere.
. "$(dirname -- "$0")/support.sh"
needs make
needs mpicxx.mpich
needs mpicxx.openmpi
needs clang++
needs cmake
needs smpirun
needs smpicxx

# bare COMMAND...: runs a command with an empty environment except PATH, as on a machine without LOOP.
bare() { env -i PATH="$PATH" "$@"; }

# The same input gives the same bytes, for any folder and user.
mkdir -p there/sub
program there/travel <<'EOP'
    \PHASE("talk") \LOOP (3) \COMMUNICATE(bytes, 1, 1);
    \RESULT("answer", "", ANSWER);
    \VERIFY(size < 1000, "size is small")
EOP
sed -i '2i #include "sub/answer.h"' there/travel.loop
printf '#include "more.h"\n#define ANSWER MORE\n' >there/sub/answer.h
printf '#define MORE 42\n' >there/sub/more.h
expect 0 "$loop" export there/travel.loop -o one
cd there || exit 1
expect 0 "$loop" export "$work/there/travel.loop" -o ../two --machine local
cd "$work" || exit 1
diff -r one two || fail "two exports differ"
[ "$(grep -rlF "$work" one)" = "" ] || fail "the bundle names the folder that it came from"
for file in Makefile CMakeLists.txt job.sh README.md src/travel.cpp; do
    head -n 2 "one/$file" | grep -qF "machine local (this machine, MPICH)" || fail "$file does not say for which machine"
done
[ "$(wc -l <one/README.md)" -le 60 ] || fail "the README is longer than a page"
# It has only the parts of the runtime that the program uses.
files=$(cd one && find . -type f ! -path './runtime/include/loop/*' | sed 's|^./||' | LC_ALL=C sort | tr '\n' ' ')
[ "$files" = "CMakeLists.txt Makefile README.md bundle.json job.sh machine/profile.toml runtime/LICENSE runtime/base-0.cpp \
runtime/base-1.cpp runtime/base-2.cpp src/sub/answer.h src/sub/more.h src/travel.cpp src/travel.loop " ] ||
    fail "the bundle has other files: $files"
expect 0 "$loop" compile there/travel.loop --machine ncube2
sed -n 2p out | grep -qF "For the machine ncube2" || fail "the C++ does not say for which machine"

# Built with different compilers and MPI libraries; the exporting LOOP is not needed.
mkdir -p "elsewhere/with blank"
mv one "elsewhere/with blank/one"
mv two elsewhere/two
rm -r there
expect 0 bare make -j2 -C "elsewhere/with blank/one" CXXFLAGS='-std=c++17 -O0'
expect 0 bare OMPI_CXX=clang++ make -j2 -C elsewhere/two MPICXX=mpicxx.openmpi CXXFLAGS='-std=c++17 -O0'
expect 0 bare OMPI_CXX=clang++ make -C elsewhere/two MPICXX=mpicxx.openmpi CXXFLAGS='-std=c++17 -O0'
out_lacks " -c "

# Run elsewhere, reported here: as a run by `loop run`.
cd "elsewhere/with blank" || exit 1
expect 0 bare sh one/job.sh --help
out_has "usage: sh job.sh"
out_has "Exit code:"
out_lacks "unset"
expect 0 bare CDPATH=. sh one/job.sh -n 3 --size 70 --set bytes=5000 -o "its results"
cd "$work" || exit 1
mv "elsewhere/with blank/its results" carried
expect 0 "$loop" compare carried carried
[ -s carried/run.json ] || fail "compare did not complete the run"
expect 0 "$loop" report carried
[ -s carried/sheet.html ] || fail "there is no sheet"
python3 - carried/run.json <<'EOP' || fail "run.json is not that of a run"
import json, sys
run = json.load(open(sys.argv[1]))
assert run["verdict"]["word"].startswith("VALID"), run["verdict"]
assert run["ranks"] == 3 and run["machine"]["name"] == "local", run["machine"]
assert run["parameters"]["size"] == "70" and run["parameters"]["bytes"] == "5000", run["parameters"]
assert run["source"]["name"] == "travel" and "COMMUNICATE" in run["source"]["text"]
assert run["commands"]["compile"] == ["mpicxx.mpich", "-std=c++17", "-O0"], run["commands"]
assert run["commands"]["launch"][0] == "mpiexec.mpich"
assert run["versions"]["mpi"].startswith("MPICH"), run["versions"]
assert run["summary"]["results"][0]["value"]["median"] == 42
assert sum(site["messages_sent"] for site in run["summary"]["sites"]) >= 9
assert run["environment"]["cores_available"] >= 1
EOP

# A report on a partial copy is replaced when more files arrive, whatever their modification times.
cp -Rp carried half
rm half/run.json half/records/rank-1.json
expect 0 "$loop" report half --format text
verdict_is INVALID
cp -p carried/records/rank-1.json half/records
expect 0 "$loop" report half --format text
verdict_is VALID
# File times may be coarse, so a file as old as run.json counts as newer.
until touch half/now && [ "$(stat -c %z half/now)" != "$(stat -c %z half/run.json)" ]; do sleep 0.01; done
expect 0 "$loop" report half --format text
stamp=$(stat -c %i half/run.json)
expect 0 "$loop" report half --format text
[ "$(stat -c %i half/run.json)" = "$stamp" ] || fail "run.json was made again of the same"

# Facts that the machine does not give are unknown; the run is still reported.
sed -e 's/^cores_online .*/cores_online undefined/' -e 's/^memory_kib .*/memory_kib 9223372036854775807 kB/' \
    -e 's/^load_before .*/load_before nan/' carried/facts >half/facts
expect 0 "$loop" report half --format text
python3 -c 'import json
found = json.load(open("half/run.json"))["environment"]
assert [found[key] for key in ("cores_online", "memory_bytes", "load_before")] == ["unknown"] * 3, found' ||
    fail "odd facts of the machine are told"
sed 's/^ranks .*/ranks undefined/' carried/facts >half/facts
expect 7 "$loop" report half
err_has "ranks"
cp carried/facts half/facts
echo "[" >>half/machine/profile.toml
expect 7 "$loop" report half
err_has "profile.toml"

launcher="mpiexec.openmpi --allow-run-as-root --oversubscribe -n"
expect 0 env LAUNCHER="$launcher" GITHUB_TOKEN=SENTINEL MPICH_X=SENTINEL sh elsewhere/two/job.sh -n 2 --launches 2 --no-trace -o again
if grep -rlaF SENTINEL again; then fail "a secret was told"; fi
# What is given to a job stays text.
expect 5 env LAUNCHER="$launcher" sh elsewhere/two/job.sh -n 1 --set 'bytes=1 $(touch told); touch told' --size '`touch told`' -o '-o $(touch told)'
[ -z "$(find . -name told)" ] || fail "an argument of a job was executed"
expect 0 "$loop" report again --format text
verdict_is VALID
python3 -c 'import json
run = json.load(open("again/run.json"))
assert [launch["complete"] for launch in run["launches"]] == [True, True]
assert run["versions"]["mpi"].startswith("Open MPI"), run["versions"]' || fail "the launches are not told"

grep -q '^launches=1$' elsewhere/two/job.sh || fail "a job launches more than once"
program probe <<'EOP'
    \BSPPROBE(7, 3, 100, 4, 0.0001);
EOP
expect 0 "$loop" export probe.loop -o probing
grep -q '^launches=3$' probing/job.sh || fail "a job does not launch a benchmark three times"

# Jobs build the program if nobody has: once, even if they start at once. The parts have their own flags.
program parts <<'EOP'
    \PINGPONG(1, 8);
EOP
expect 0 "$loop" export parts.loop -o parts
MAKEFLAGS='CXXFLAGS=-std=c++17' bare sh parts/job.sh -n 2 -o first >one.out 2>&1 &
expect 0 env MAKEFLAGS='CXXFLAGS=-std=c++17' sh parts/job.sh -n 2 -o second
wait
[ "$(cat one.out err | grep -c -- '-o build/src/parts.o')" = 1 ] || fail "the jobs did not build once"
expect 0 "$loop" report first --format text
expect 0 "$loop" report second --format text
verdict_is VALID
expect 0 make -n -C parts -W runtime/base-2.cpp
out_has "-O3 -march=native -g -g0 -O1"

# A bundle for a simulated machine has its platform, rates, and hosts.
program model <<'EOP'
    double sum = 0;
    \PHASE("work") \FLOPS(252000) \EXCHANGE(100, 1, 1);
    \FLOPS(10) { sum = 1; }
    for (int i = 0; i < 10; ++i) nodes += i;
    \RESULT("sum", "1", sum)
EOP
expect 0 "$loop" run model.loop -n 4 --machine ncube2 -o here
expect 0 "$loop" export model.loop --machine ncube2 -o model
expect 0 "$loop" build model.loop --machine ncube2 -o model/program
echo "compile smpicxx" >model/compiled
expect 0 sh model/job.sh -n 4 -o modelled
expect 0 "$loop" report modelled
python3 -c 'import json
here, there = (json.load(open(run + "/run.json"))["simulated"] for run in ("here", "modelled"))
assert here == there and there["makespan_seconds"] > 1 and "<platform" in there["platform"]["text"], (here, there)' ||
    fail "the model's times are not the same from a bundle"
expect 0 "$loop" report modelled --format text
out_has "not computed"
out_says "the host code in line 13 is not charged"
expect 2 sh model/job.sh -n 129
err_has "machine ncube2 has 128 slots"
sed 's|^platform = .*|platform = "../../../../../../etc/passwd"|' modelled/machine/profile.toml >profile
cp profile modelled/machine/profile.toml
rm modelled/run.json
expect 7 "$loop" report modelled
err_has "is not in the same folder"

# Names with special characters of shell, make, and Markdown.
name="we'ird \$(touch hit) \`touch hit\`;#|"
program "$name" <<'EOP'
    \VISIBLE_SYNC();
EOP
expect 0 "$loop" export "$name.loop" -o weird
expect 4 env MAKEFLAGS='MPICXX=false' sh weird/job.sh
err_has "make did not build"
cp /bin/true weird/program
: >weird/compiled
cp -R weird "$name"
expect 5 env LAUNCHER='sh -c : x' sh weird/job.sh -n 1
expect 5 env LAUNCHER='sh -c : x' sh weird/job.sh -n 1
[ "$(find . -maxdepth 1 -name 'loop-run-we_ird*' | wc -l)" = 2 ] || fail "two jobs share a folder"
expect 5 env LAUNCHER='sh -c : x' sh "$name/job.sh" -n 1 -o "$name/deep/results"
expect 0 bare make -C weird CXXFLAGS='-std=c++17 -O0' compiled "build/src/$(basename weird/src/*.cpp .cpp).o"
[ -z "$(find . -name hit)" ] || fail "a name was executed"

# CMake builds it too, with flags that only work if the linker gets them.
profile() { # BUILD REST: a profile that is ours but for the rest of two sections
    printf 'name = "own"\n[build]\ncompiler = ["mpicxx.mpich"]\n%s\n' "$1"
    printf '[launch]\ncommand = ["mpiexec.mpich", "-n", "{ranks}", "{program}"]\n%s\n' "$2"
}
profile 'flags = ["-std=c++17", "-O0", "--coverage", "-DX=a b#$c"]' '' >own.toml
expect 0 "$loop" export "$name.loop" -o flags --machine ./own.toml
expect 0 bare cmake -S flags -B flags/build-cmake
expect 0 bare cmake --build flags/build-cmake -j2
[ -x flags/program ] || fail "CMake built no program"
grep -qxF -- 'compile -DX=a b#$c' flags/compiled || fail "CMake lost a flag"

# refuses KEY BUILD REST: the profile is refused because its text would have a meaning in the bundle's files.
refuses() {
    profile "$2" "$3" >refused.toml
    expect 2 "$loop" export "$name.loop" -o new --machine ./refused.toml
    err_has "\`own\`"
    err_has "$1"
}
refuses build.flags 'flags = ["-DX\nall: ; touch hit"]' ''
refuses build.flags "flags = ['-DX=\\#']" ''
refuses build.libraries 'libraries = ["-l]==] x"]' ''
refuses build.libraries 'libraries = ["-l]=="]' ''
refuses build.flags 'flags = ["-DX=a;b"]' ''
refuses build.flags 'flags = ["-DX=$<b>"]' ''
refuses environment.A '' '[environment]
A = "1\n2"'
refuses '`1A`' '' '[environment]
1A = "1"'
for line in 'touch hit' '#x\ntouch hit' ''; do
    refuses queue.directives '' "[queue]
submit = [\"sh\", \"{script}\"]
state = [\"true\", \"{job}\"]
cancel = [\"true\", \"{job}\"]
directives = [\"$line\"]"
done

# job.sh checks its arguments before it starts anything.
cd elsewhere/two || exit 1
expect 2 sh job.sh --sice 3
expect 2 sh job.sh --set bytes
for count in 0 00 03 12345678 99999999999999999999; do
    expect 2 sh job.sh -n "$count"
    expect 2 sh job.sh --launches "$count"
done
expect 7 sh job.sh -o runtime
err_has "never overwritten"
expect 5 env LAUNCHER="$launcher" sh job.sh -n 2 --size x -o "$work/refused"
err_has "\`x\`"
cd "$work" || exit 1
expect 0 "$loop" report refused --format text
verdict_is INVALID

# Programs that cannot be exported, and output folders that are not empty.
expect 7 "$loop" export model.loop -o weird
err_has "not an empty folder"
expect 2 "$loop" export model.loop -o new --machine nucbe2
expect 2 "$loop" export model.loop
mkdir below
printf '#define X 1\n' >x.h
{ printf '#include "../x.h"\n'; cat model.loop; } >below/model.loop
expect 2 "$loop" export below/model.loop -o new
err_has "outside its folder"
[ ! -e new ] || fail "a refused export left something"

# Damaged results.
rm carried/run.json
cp carried/facts facts
echo "launch 9 x" >>carried/facts
expect 7 "$loop" report carried
echo "nothing" >carried/facts
expect 7 "$loop" report carried
err_has "loop-facts 1"
grep -v '^launch ' facts >carried/facts
expect 7 "$loop" report carried
err_has "no launch of the job of"
cp facts carried/facts
rm carried/records/rank-1.json
expect 0 "$loop" report carried --format text
out_has "rank 1"
finish
