#!/bin/sh
# no_warnings.sh INCLUDE FILE...: the generated C++ compiles without warnings.
include=$1
shift
[ $# -gt 0 ] || { echo "there are no files"; exit 1; }
status=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# Nearly all files begin with <loop/loop.h>, which is compiled once; some define a macro before it.
flags="-std=c++17 -fopenmp -Wall -Wextra -Werror"
echo '#include <loop/loop.h>' >"$work/first.h"
mpicxx.mpich $flags -I"$include" -x c++-header -c "$work/first.h" -o "$work/first.h.gch" || exit 1
for file in "$@"; do
    first="-include $work/first.h"
    if sed '/<loop\/loop.h>/q' "$file" | grep -q '^#define'; then first=; fi
    mpicxx.mpich $flags -fsyntax-only $first -I"$include" "$file" || status=1
done
exit $status
