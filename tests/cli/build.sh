# loop build: the program works with any mpiexec, and C++ compiler errors refer to the .loop file.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs mpiexec.openmpi

program ring <<'EOF'
    \EXCHANGE(bytes, 1, 2);
    if (me == 0) printf("bytes %d\n", bytes);
EOF
expect 0 "$loop" build ring.loop
expect 0 mpiexec.mpich -n 2 ./ring --set bytes=7
out_has "bytes 7"
expect 0 ./ring --help
out_has bytes
expect 0 "$loop" build ring.loop -o other
[ -x other ] || fail "no program"
expect 7 "$loop" build ring.loop -o none/ring

# Under another MPI library's launcher, each process would be a separate run.
expect 5 mpiexec.openmpi --allow-run-as-root --oversubscribe -n 2 ./ring
err_has "ring: error: Open MPI's launcher started 2 processes, but the program was built with MPICH"
err_has "the program was built with MPICH"
err_has "mpiexec.mpich"
out_lacks "bytes"
expect 0 mpiexec.openmpi --allow-run-as-root -n 1 ./ring
expect 0 "$loop" build ring.loop -o other --machine local-openmpi
# Two processes of Open MPI may create this folder at the same time, and one of them may then fail.
mkdir -p "${TMPDIR:-/tmp}/ompi.$(uname -n).$(id -u)"
expect 5 mpiexec.mpich -n 2 ./other
err_has "error: an MPICH launcher started 2 processes"
err_has "the program was built with Open MPI"
expect 0 env OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=0 mpiexec.mpich -n 1 ./ring
expect 0 env SLURM_NTASKS=4 SLURM_PROCID=0 ./ring
expect 5 env SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 ./ring
err_has "error: srun started 4 processes"

program texts <<'EOF'
    const std::string name = "phase of " + std::to_string(nodes);
    char text[16] = "first";
    \PHASE(name) { \VISIBLE_SYNC(); }
    for (int i = 0; i < 2; ++i) {
        \PHASE(text) { \VISIBLE_SYNC(); }
        \RESULT(name + text, std::string("s"), 1 + i);
        \VERIFY(i < 5, name);
        snprintf(text, sizeof text, "second");
    }
EOF
sed -i 's/#include <cstdio>/#include <cstdio>\n#include <string>/' texts.loop
expect 0 "$loop" run texts.loop -n 2
out_has "phase of 2"
out_has "first"
out_has "second"
out_has "phase of 2second"

cat >arrays.loop <<'EOF'
#include <cstdio>
#include <cstring>
int main(void) {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 0);
    \VEC(double, 4) v, w;
    \MAT(double, nodes, 4) m;
    v[0] = me + 1;
    \COMMUNICATE(32, 1, 1, FROM: v, INTO: w);
    \MULTIBCAST0(32, INTO: m);
    std::memcpy(m[0], v, 32);
    printf("rank %d got %g\n", me, w[0]);
    \CLOSE0();
}
EOF
expect 0 "$loop" run arrays.loop -n 2
out_has "rank 0 got 2"
sed 's/.*VEC(double, 4) v, w;/loop::Vector<double> v(4), w;/' arrays.loop >empty.loop
expect 5 "$loop" run empty.loop -n 2
err_has "an array is used before it is allocated, after \`\\OPEN0\` in line 5"

program wrong <<'EOF'
    int x = undeclared;
EOF
expect 4 "$loop" build wrong.loop
err_has "wrong.loop:10:13: error:"
err_has "   10 |     int x = undeclared;"
err_has "      |             ^"
err_has "error: the C++ compiler rejects wrong.loop"

program inside <<'EOF'
    std::string text;
    \RESULT("text", "1", text);
EOF
sed -i 's/#include <cstdio>/#include <cstdio>\n#include <string>/' inside.loop
expect 4 "$loop" build inside.loop
sed -n 2p err | grep -q '^inside.loop:12:[0-9]*: error: .*RESULT takes a number' || fail "the first line is not of the program"

cat >no-compiler.toml <<'EOF'
name = "none"
[build]
compiler = ["mpicxx.none"]
package = "libnone-dev"
[launch]
command = ["mpiexec.none", "{ranks}", "{program}"]
package = "none"
EOF
expect 4 "$loop" build ring.loop --machine ./no-compiler.toml
err_has "apt-get install libnone-dev"
sed 's/mpicxx.none/mpicxx.mpich/' no-compiler.toml >no-launcher.toml

# clang++ has another name for the option that suppresses source lines in messages.
cat >as-clang <<'EOS'
#!/bin/sh
case " $* " in
*" -fno-diagnostics-show-caret "*) exit 1 ;;
*" -fsyntax-only "*) exit 0 ;;
esac
echo "$*" >>calls
exit 1
EOS
chmod +x as-clang
sed "s,mpicxx.none,$work/as-clang," no-compiler.toml >as-clang.toml
expect 4 "$loop" build ring.loop --machine ./as-clang.toml
grep -q -- "-fno-caret-diagnostics" "$(find . -name calls | head -n 1)" || fail "clang++ was not asked as it wants"
expect 5 "$loop" run ring.loop --machine no-launcher.toml
err_has "apt-get install none"
expect 2 "$loop" build ring.loop --machine locl
err_has 'did you mean `local`?'

# A workload's name still means the workload if a program with that name exists.
expect 0 "$loop" build fingerprint
[ -x fingerprint ] || fail "no program"
expect 0 "$loop" run fingerprint -n 1
out_has "computation"
# C programs, and constructs in other files: one sentence says what to do.
cat >alloc.loop <<'E'
#include <stdlib.h>
int main() { \OPEN0(); int *p = malloc(10 * sizeof(int)); free(p); \CLOSE0(); }
E
expect 4 "$loop" build alloc.loop
err_has 'hint: LOOP compiles C++, which does not convert `void*` by itself: write the type in front'
cat >old.loop <<'E'
int twice(x) int x; { return 2 * x; }
int main() { \OPEN0(); \LOOP (twice(2)) \COMMUNICATE(8, 1, 1); \CLOSE0(); }
E
expect 4 "$loop" build old.loop
err_has 'hint: in C++, the types of parameters are in the parentheses: write `int twice(int x) {`'
printf 'static void talk(int n) { \\COMMUNICATE(n, 1, 1); }\n' >talk.h
cat >header.loop <<'E'
#include "talk.h"
int main() { \OPEN0(); talk(8); \CLOSE0(); }
E
expect 4 "$loop" build header.loop
err_has 'hint: constructs belong in the `.loop` file'
cat >two.loop <<'E'
void work(int);
int main() { \OPEN0(); work(8); \CLOSE0(); }
E
echo 'void work(int n) {}' >work.c
expect 4 "$loop" build two.loop
err_has 'if another source file does, `#include` that file'
expect 2 "$loop" build two.loop work.c
err_has 'hint: a program has one `.loop` file: write `#include` of other sources in it'

finish
