#!/bin/sh
# other_builds.sh BUILD SCRATCH: installs LOOP into a prefix, builds workloads with the shortest CMake project and the
# shortest Makefile, runs them, opens the manual, and uninstalls: nothing may be left.
set -eu
build=$1 scratch=$2
fail() { echo "other_builds.sh: $*" >&2; exit 1; }
skip() { echo "SKIP: $*"; exit 77; }
left_out= # tools that are not installed, without which parts are not tested
for tool in mpicxx.mpich pkg-config make ar; do
    command -v $tool >/dev/null 2>&1 || skip "$tool is not installed"
done
rm -rf "$scratch"
mkdir -p "$scratch/cmake project" "$scratch/make project"
prefix=$scratch/prefix # pkg-config cannot tell a shell of a prefix with spaces
cmake --install "$build" --prefix "$prefix" >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log"; fail "the installation failed"; }

cat >"$scratch/ring.loop" <<'.'
\BUILD(FLAGS: "-fopenmp", LIBRARIES: "m")
\PARAM(int bytes = 64, "message size in bytes")
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \VEC(double) x, y;
    double s = 0;
    \LOOP (10) \COMMUNICATE(bytes, 1, 1);
    \SCALPROD(s, x, y);
    \CLOSE0();
}
.
cp "$scratch/ring.loop" "$scratch/cmake project"
cp "$scratch/ring.loop" "$scratch/make project"

# run PROGRAM: on two ranks, and LOOP must believe the result.
run() {
    mpiexec.mpich -n 2 "$1" --records "$scratch/records" >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "$1 fails"; }
    "$prefix/bin/loop" report "$scratch/records" --format text >"$scratch/sheet" || { cat "$scratch/sheet"; fail "its run is not valid"; }
    grep -q '^VALID' "$scratch/sheet" || { head -n 20 "$scratch/sheet"; fail "the verdict on $1 is not VALID"; }
    rm -rf "$scratch/records"
}

cd "$scratch/cmake project"
cat >CMakeLists.txt <<'.'
cmake_minimum_required(VERSION 3.22)
project(ring CXX)
find_package(loop 0.2 REQUIRED)
loop_add_workload(ring ring.loop)
.
{ cmake -B build "-DCMAKE_PREFIX_PATH=$prefix" -DMPI_CXX_COMPILER=mpicxx.mpich && cmake --build build --parallel 2; } >"$scratch/log" 2>&1 || {
    tail -n 30 "$scratch/log"
    fail "the CMake project does not build"
}
run ./build/ring

cd "$scratch/make project"
cat >Makefile <<'.'
CXX = mpicxx.mpich -fopenmp
ring: ring.cpp; $(CXX) $< $$(pkg-config --cflags --libs loop) -o $@
ring.cpp: ring.loop; loop compile $< -o $@
.
PATH="$prefix/bin:$PATH" PKG_CONFIG_PATH="$prefix/lib/pkgconfig" make >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the Makefile fails"; }
run ./ring

if command -v man >/dev/null 2>&1 && command -v script >/dev/null 2>&1; then
    for topic in 'language:LOOP(7)' 'machine-profile:LOOP-MACHINE(5)' 'run:LOOP-RUN(1)'; do
        MANPAGER=cat script -qec "'$prefix/bin/loop' help ${topic%%:*}" /dev/null </dev/null >"$scratch/page" 2>&1 || fail "loop help $topic fails"
        grep -qF "${topic#*:}" "$scratch/page" || { cat "$scratch/page"; fail "loop help ${topic%%:*} does not open ${topic#*:}"; }
    done
else
    left_out="$left_out man+script"
fi

cmake --build "$build" --target uninstall >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "uninstall fails"; }
if [ -e "$prefix" ]; then
    find "$prefix" | head -n 20
    fail "these were left behind"
fi
# A folder that was there before stays.
mkdir -p "$prefix/bin"
cmake --install "$build" --prefix "$prefix" >"$scratch/log" 2>&1
cmake --build "$build" --target uninstall >"$scratch/log" 2>&1
[ "$(cd "$prefix" && find . | LC_ALL=C sort | tr '\n' ' ')" = ". ./bin " ] || { find "$prefix"; fail "not only the folders that were there before are left"; }
[ -z "$left_out" ] || skip "only in part: all else passed, but not what needs:$left_out"
echo "all good"
