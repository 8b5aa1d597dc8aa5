# \BUILD: every way of building uses the program's flags and libraries, reports show them, and messages about missing
# ones say what to write.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# A library that no compiler finds by itself, and that needs another one.
mkdir -p lib include
printf 'int base() { return 20; }\n' >base.cpp
printf 'int base();\nint tiny() { return base() + 1; }\n' >tiny.cpp
printf 'int tiny();\n' >include/tiny.h
g++ -c base.cpp tiny.cpp && ar rc lib/libbase.a base.o && ar rc lib/libtiny.a tiny.o || exit 1

# needing WORDS: writes needing.loop, whose \BUILD has these arguments.
needing() {
    program needing <<'EOP'
    int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
    threads += omp_get_num_threads();
    printf("%d threads, tiny %d, number %d\n", threads, tiny(), NUMBER);
EOP
    { printf '#include <omp.h>\n#include <tiny.h>\n\\BUILD(%s)\n' "$1"; cat needing.loop; } >new && mv new needing.loop
}

# From the first message to the program: each hint is what the next attempt has.
needing 'FLAGS: "-g"'
expect 4 "$loop" build needing.loop
err_has '`#pragma omp` has no effect without a compiler flag for OpenMP [openmp-flag]'
err_has 'fatal error: tiny.h: No such file or directory'
err_has 'hint: put `tiny.h` into the program'"'"'s folder, or write `\BUILD(FLAGS: "-I/FOLDER")` outside functions, with the'
needing "FLAGS: \"-I$work/include -DNUMBER=3\""
expect 4 "$loop" build needing.loop
err_has 'undefined reference to'
err_has 'hint: write `\BUILD(FLAGS: "-fopenmp")` outside functions'
needing "FLAGS: \"-I$work/include -DNUMBER=3 -fopenmp\""
expect 4 "$loop" build needing.loop
err_has 'hint: if a library defines `tiny`, write `\BUILD(LIBRARIES: "NAME")` outside functions, with the library'"'"'s name'
needing "FLAGS: \"-I$work/include -DNUMBER=3 -fopenmp\", LIBRARIES: \"tiny base\""
expect 4 "$loop" build needing.loop
err_has 'cannot find -ltiny'
err_has 'hint: the linker finds no `libtiny.so` or `libtiny.a`: install the library, or write `\BUILD(FLAGS: "-L/FOLDER")`'
flags="-I$work/include -L$work/lib -DNUMBER=3 -fopenmp -Wno-unused"
needing "FLAGS: \"$flags\", LIBRARIES: \"tiny base\""
expect 0 "$loop" build needing.loop
expect 0 ./needing
out_has '4 threads, tiny 21, number 3'
# A library that changed is linked anew.
printf 'int base();\nint tiny() { return base() + 2; }\n' >tiny.cpp
g++ -c tiny.cpp && ar rc lib/libtiny.a tiny.o || exit 1
expect 0 "$loop" build needing.loop
expect 0 ./needing
out_has '4 threads, tiny 22, number 3'

# Another machine, with flags and libraries of its own: its flags come first, its libraries last.
cat >own.toml <<'EOP'
name = "own"
[build]
compiler = ["mpicxx.mpich"]
flags = ["-std=c++17", "-O1", "-DNUMBER=7", "-UNUMBER"]
libraries = ["-lm"]
[launch]
command = ["mpiexec.mpich", "-n", "{ranks}", "{program}"]
EOP
expect 0 "$loop" run needing.loop -n 2 --machine ./own.toml --dry-run
out_has "mpicxx.mpich -std=c++17 -O1 -DNUMBER=7 -UNUMBER $flags "
out_has '-ltiny -lbase -lm'
expect 0 "$loop" run needing.loop -n 2 --machine ./own.toml -o results
out_has '4 threads, tiny 22, number 3'
python3 - results/run.json "$flags" <<'EOP' || fail "run.json does not say what the program needs"
import json, sys
run = json.load(open(sys.argv[1]))
flags = sys.argv[2].split()
assert run["source"]["flags"] == flags and run["source"]["libraries"] == ["tiny", "base"], run["source"]
assert run["machine"]["flags"] == ["-std=c++17", "-O1", "-DNUMBER=7", "-UNUMBER"], run["machine"]
compiled = run["commands"]["compile"]
assert compiled[5:5 + len(flags)] == flags and compiled[-3:] == ["-ltiny", "-lbase", "-lm"], compiled
EOP
expect 0 "$loop" report results --format markdown
out_has '-UNUMBER -I'
out_has 'compiler flags of the program'
out_has '-fopenmp -Wno-unused'
out_has 'libraries of the program'
out_has 'tiny base'
out_has '-ltiny -lbase -lm'

# A program that asks for nothing says nothing, and other flags make another program.
program plain <<'EOP'
    printf("plain\n");
EOP
expect 0 "$loop" run plain.loop -n 1 -o plain
if grep -q '"flags": \[\]\|"libraries": \[\]' plain/run.json; then fail "run.json has empty needs"; fi
expect 0 "$loop" report plain --format markdown
out_lacks 'of the program |'
needing "FLAGS: \"$flags -DNUMBER=4 -UNUMBER -DNUMBER=5\", LIBRARIES: \"tiny base\""
expect 0 "$loop" run needing.loop -n 1
out_has 'number 5'
expect 0 "$loop" compile needing.loop
sed -n 2p out | grep -qxF "// Compile and link it with $flags -DNUMBER=4 -UNUMBER -DNUMBER=5 -ltiny -lbase" ||
    fail "the C++ does not say what it needs"

cat >campaign.toml <<'EOP'
name = "needs"
launches = 1
[[series]]
workload = "needing.loop"
ranks = [1, 2]
EOP
expect 0 "$loop" sweep campaign.toml -o swept
grep -l '"-fopenmp"' swept/points/*/run.json | wc -l | grep -qx 2 || fail "a point of the sweep was built without flags"

# A simulated machine.
if has smpirun "a simulated machine"; then
    expect 0 "$loop" run needing.loop -n 2 --machine ncube2
    out_has 'tiny 22, number 5'
fi

# A bundle that make or CMake could misread is refused.
needing 'FLAGS: "-DX=]==]"'
expect 2 "$loop" export needing.loop -o bundle
err_has 'program `needing`: `-DX=]==]`, in `FLAGS`, has `]==`'
err_has "change the program's \`\\BUILD\`"
finish
