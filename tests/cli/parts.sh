# The parts of the runtime library: only needed parts are built, once, and prebuilt parts are used.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
shared=$LOOP_CACHE

# built CACHE: prints the parts in the cache.
built() { for file in "$1"/runtime/*/libloop_*.a; do basename "$file" .a; done | sed 's/libloop_//' | sort | tr '\n' ' '; }
# has CACHE PARTS: the cache contains exactly these parts.
has() { [ "$(built "$1")" = "$2" ] || fail "there are $(built "$1")"; }

cat >plain.toml <<'EOF'
name = "plain"
[build]
compiler = ["mpicxx.mpich"]
flags = ["-std=c++17", "-O0"]
[launch]
command = ["mpiexec.mpich", "-n", "{ranks}", "{program}"]
[environment]
UCX_ERROR_SIGNALS = ""
EOF

export LOOP_CACHE="$work/own"
program plain <<'EOF'
    \EXCHANGE(bytes, 1, 2);
EOF
expect 0 "$loop" run plain.loop -n 2 --machine ./plain.toml
err_has "building the runtime library for machine \`plain\` (each part once): base"
has own "base "
program pairs <<'EOF'
    \PINGPONG(8, 16, BATCHES: 1);
EOF
expect 0 "$loop" run pairs.loop -n 2 --machine ./plain.toml
err_has "building the runtime library for machine \`plain\` (each part once): pingpong"
has own "base pingpong "

# A part that only a header needs, which LOOP does not read: found by symbol.
echo 'static void superstep() { bsp_begin(2); bsp_sync(); bsp_end(); }' >superstep.h
program supersteps <<'EOF'
    superstep();
EOF
sed -i '/include <cstdio>/a #include <loop/bsp.h>\n#include "superstep.h"' supersteps.loop
expect 0 "$loop" run supersteps.loop -n 2 --machine ./plain.toml
has own "base bsp pingpong "
expect 0 "$loop" build supersteps.loop --machine ./plain.toml
err_lacks "building"

# Prebuilt parts are used; if one is damaged, the user's cache builds it.
expect 0 "$loop" machine prepare local --any-processor -o "$work/before"
out_has "base "
out_lacks "clue"
has before "base "
export LOOP_CACHE="$work/user"
expect 0 env LOOP_PREBUILT="$work/before" "$loop" run plain.loop -n 2
err_lacks "building the runtime library"
err_has "compiling plain"
has user "* "
expect 0 env LOOP_PREBUILT="$work/before" "$loop" run plain.loop -n 2 --dry-run
out_has "before/runtime/"
printf garbage | dd of="$(find before -name 'libloop_base.a')" conv=notrunc bs=1 seek=64 2>/dev/null
rm -r "$work/user/programs"
expect 0 env LOOP_PREBUILT="$work/before" "$loop" run plain.loop -n 2
err_has "building the runtime library"
has user "base "

# A program that uses every public name of a part is linked.
export LOOP_CACHE="$shared"
expect 0 "$loop" machine prepare local
cp out parts
while read -r part archive; do
    program "all_of_$part" </dev/null
    {
        echo 'asm(".data;"'
        nm -g --defined-only "$archive" | awk 'NF == 3 && $2 ~ /^[TBDR]$/ && $3 !~ /^_ZN?K?4loop7runtime/ && $3 !~ /^P?MPI_/ { print "    \".quad " $3 ";\"" }'
        echo '    ".text;");'
    } >names
    sed -i '1r names' "all_of_$part.loop"
    expect 0 "$loop" build "all_of_$part.loop"
done <parts
finish
