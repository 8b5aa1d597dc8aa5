# Bundles of programs with \BUILD: make and CMake use the flags and libraries, and reports show them.
. "$(dirname -- "$0")/support.sh"
needs make
needs cmake
needs mpicxx.mpich

mkdir -p lib
printf 'int tiny() { return 21; }\n' >tiny.cpp
g++ -c tiny.cpp && ar rc lib/libtiny.a tiny.o || exit 1
program needing <<'EOP'
    int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
    threads += omp_get_num_threads();
    \VERIFY(threads == 4, "OpenMP is used")
    \VERIFY(tiny() == 21, "the library is linked")
    \VERIFY(std::strcmp(WORD, "a$b#c") == 0, "make and CMake keep the text of a flag")
EOP
{
    printf '#include <cstring>\n#include <omp.h>\nint tiny();\n'
    printf '\\BUILD(FLAGS: R"(-fopenmp -L%s/lib -DWORD="a$b#c")", LIBRARIES: "tiny m")\n' "$work"
    cat needing.loop
} >new && mv new needing.loop
expect 0 "$loop" export needing.loop -o bundle
grep -qF 'These libraries must be installed: tiny, m.' bundle/README.md || fail "the README does not name the libraries"

# Flags for another machine do not replace what the program needs.
expect 0 make -j2 -C bundle CXXFLAGS='-std=c++17 -O0' LDLIBS=
expect 0 sh bundle/job.sh -n 2 -o made
expect 0 "$loop" report made --format markdown
out_has 'compiler flags of the program'
out_has 'libraries of the program'
python3 - made/run.json "$work" <<'EOP' || fail "run.json does not say what the program needs"
import json, sys
run = json.load(open(sys.argv[1]))
flags = ["-fopenmp", f"-L{sys.argv[2]}/lib", '-DWORD="a$b#c"']
assert run["verdict"]["word"].startswith("VALID"), run["verdict"]
assert run["source"]["flags"] == flags and run["source"]["libraries"] == ["tiny", "m"], run["source"]
assert run["commands"]["compile"] == ["mpicxx.mpich", "-std=c++17", "-O0"] + flags + ["-ltiny", "-lm"], run["commands"]
EOP

rm bundle/program
sed -i 's/\[==\[-O3\]==\]/[==[-O0]==]/g' bundle/CMakeLists.txt
expect 0 cmake -S bundle -B built -DMPI_CXX_COMPILER=mpicxx.mpich
expect 0 cmake --build built -j 2
expect 0 sh bundle/job.sh -n 2 -o configured
expect 0 "$loop" report configured --format text
verdict_is VALID
grep -qxF 'compile -DWORD="a$b#c"' configured/facts || fail "the facts do not have the program's flag"
finish
