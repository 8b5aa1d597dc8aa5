#!/bin/sh
# headers.sh CHECKOUT GENERATED [FOLDER...]: every header compiles if it is included first. Most are the first one that their
# own source includes, so building.apart compiles them; these are the others.
set -u
generated=$(cd "$2" && pwd) || exit 1
export generated
cd "$1" || exit 1
shift 2
[ $# -gt 0 ] || set -- base compiler report runner lsp cli runtime

# is_first HEADER: the source of this name includes it first.
is_first() {
    source=${1%.h}.cpp
    [ -f "$source" ] || return 1
    first=$(sed -n 's/^#include ["<]\(.*\)[">].*/\1/p' "$source" | head -n 1)
    case $1 in "$first" | */"$first") return 0 ;; *) return 1 ;; esac
}

failed=$(find "$@" -name '*.h' | sort | while read -r header; do is_first "$header" || echo "$header"; done |
    xargs -P 2 -I HEADER sh -c '
        mpicxx.mpich -std=c++17 -fsyntax-only -w -I. -Iruntime/include -Iruntime -I"$generated" -DLOOP_VERSION=\"0\" -isystem /usr/include/antlr4-runtime \
            -include HEADER -x c++ /dev/null >/dev/null 2>&1 || echo HEADER')
[ -z "$failed" ] && exit 0
printf 'these headers do not compile alone:\n%s\n' "$failed"
exit 1
