# The cache: nothing is built twice, damaged or outdated entries are not used, and several commands may build at once.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich

program ring <<'EOF'
#include "number.h"
    if (me == 0) printf("number %d\n", number);
EOF
echo 'static const int number = 1;' >number.h
expect 0 "$loop" run ring.loop -n 1
expect 0 "$loop" run ring.loop -n 1 --discard
is_silent err
out_has "number 1"
echo 'static const int number = 2;' >number.h
expect 0 "$loop" run ring.loop -n 1
out_has "number 2"

expect 0 "$loop" run ring.loop -n 1 --dry-run
entry=$(sed -n 's/^compile .* -o \([^ ]*\).*/\1/p' out)
[ -x "$entry" ] || fail "no program at $entry"
printf garbage | dd of="$entry" conv=notrunc bs=1 seek=64 2>/dev/null
expect 0 "$loop" run ring.loop -n 1
err_has "compiling ring"

# A new header that hides the one with which the program was built: in a folder that the compiler searches before, or
# in one that was not there.
mkdir -p near far
echo 'static const int hidden = 1;' >far/hidden.h
program hiding <<'EOF'
    if (me == 0) printf("hidden %d\n", hidden);
EOF
{ echo '#include <hidden.h>'; cat hiding.loop; } >new && mv new hiding.loop
shows() { # shows NUMBER: the program that includes the header with this number runs
    expect 0 env CPATH="$work/none:$work/near:$work/far" "$loop" run hiding.loop -n 1 --discard
    out_has "hidden $1"
}
shows 1
shows 1
is_silent err
echo 'static const int hidden = 2;' >near/hidden.h
shows 2
mkdir none && echo 'static const int hidden = 3;' >none/hidden.h
shows 3
rm none/hidden.h near/hidden.h
shows 1

# The same for a program that asks for a header, and for the folders of \BUILD.
program asking <<'EOF'
    if (me == 0) printf("asked %d\n", ASKED);
EOF
{ printf '\\BUILD(FLAGS: "-I%s -I%s")\n' "$work/near" "$work/far"
  printf '#if __has_include(<asked.h>)\n#define ASKED 1\n#else\n#define ASKED 0\n#endif\n'
  cat asking.loop; } >new && mv new asking.loop
expect 0 "$loop" run asking.loop -n 1 --discard
out_has "asked 0"
: >far/asked.h
expect 0 "$loop" run asking.loop -n 1 --discard
out_has "asked 1"

# Several at once; none uses an incomplete program.
echo 'static const int number = 3;' >number.h
pids=
for i in 1 2 3; do
    "$loop" run ring.loop -n 1 >"out$i" 2>"err$i" &
    pids="$pids $!"
done
for pid in $pids; do wait "$pid" || fail "a run at the same time returned $?"; done
[ "$(cat out1 out2 out3 | grep -c 'number 3')" = 3 ] || fail "a program was not the new one"
[ "$(cat err1 err2 err3 | grep -c 'compiling ring')" = 1 ] || fail "it was compiled more than once"

# The headers of all programs are compiled once; damaged ones are not used, and flags of a program's own need others.
runtimes=$LOOP_CACHE
build() { # build NUMBER [COMMAND...]: builds a program that is new, with the runtime library from the tests' cache
    sed "s/me == 0/me == $1/" ring.loop >"ring$1.loop"
    number=$1
    shift
    expect 0 env LOOP_CACHE="$work/private" LOOP_PREBUILT="$runtimes" "$@" "$loop" --verbose build "ring$number.loop"
}
makes_headers() { grep -q 'c++-header' err || fail "no headers were compiled"; }
uses_headers() { grep -q ' -include .*/program.h .*program.o$' err || fail "the compiled headers were not used"; }
build 1
makes_headers
build 2
uses_headers
compiled=$(ls "$work"/private/headers/*/program.h.gch)
truncate -s -1 "$compiled"
build 3
makes_headers
build 4
uses_headers
{ printf '\\BUILD(FLAGS: "-DOWN")\n'; sed 's/me == 0/me == OWN/' ring.loop; } >own.loop
expect 0 env LOOP_CACHE="$work/private" LOOP_PREBUILT="$runtimes" "$loop" --verbose build own.loop
if grep -q -e 'c++-header' -e '-include' err; then fail "headers with other flags were used"; fi

mkdir open && chmod 777 open
expect 7 env LOOP_CACHE="$work/open" "$loop" run ring.loop -n 1
err_has "writable by everyone"
finish
