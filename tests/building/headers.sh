#!/bin/sh
# headers.sh CHECKOUT GENERATED: every header compiles if it is included first.
set -u
generated=$(cd "$2" && pwd) || exit 1
export generated
cd "$1" || exit 1
failed=$(find ${3:-base compiler report runner lsp cli runtime} -name '*.h' | sort |
    xargs -P 2 -I HEADER sh -c '
        mpicxx.mpich -std=c++17 -fsyntax-only -w -I. -Iruntime/include -Iruntime -I"$generated" -DLOOP_VERSION=\"0\" -isystem /usr/include/antlr4-runtime \
            -include HEADER -x c++ /dev/null >/dev/null 2>&1 || echo HEADER')
[ -z "$failed" ] && exit 0
printf 'these headers do not compile alone:\n%s\n' "$failed"
exit 1
