#!/bin/sh
# format.sh CHECKOUT [--fix] [FILE...]: shows where C++ files differ from .clang-format, and LOOP programs from
# `loop fmt` (by default all); with --fix, rewrites them. Refuses other files.
set -u
checkout=$1
shift
fix=
if [ "${1-}" = --fix ]; then fix=yes; shift; fi
for file; do
    case $file in
    *.cpp | *.h | *.loop) ;;
    *) echo "format: $file is not a C++ file (.cpp or .h) or a LOOP program (.loop), so no file was formatted" >&2; exit 2 ;;
    esac
done
[ $# -gt 0 ] || cd "$checkout" || exit 7

# Versions of clang-format differ slightly.
tool=$(command -v clang-format-14 || command -v clang-format || :)
case $(${tool:-:} --version) in
*' version 14.'*) ;;
*) echo "SKIP: clang-format 14 is not installed (package clang-format of Debian 12)"; exit 77 ;;
esac
scratch=$(mktemp -d) || exit 7
trap 'rm -rf "$scratch"' EXIT

files_of() {
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" 2>/dev/null ||
        for pattern; do find . -path './build*' -prune -o -name "$pattern" -print; done
}
# Not programs with mistakes, those whose layout is what a test needs, and those that are printed in the paper.
programs() {
    files_of '*.loop' | grep -v -e '/ok_[^/]*$' -e 'tests/diagnostics/' -e 'tests/figures/'
}
if [ $# = 0 ]; then
    { files_of '*.cpp' '*.h'; programs; } | while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done
else
    printf '%s\n' "$@"
fi >"$scratch/all"
grep '\.loop$' "$scratch/all" >"$scratch/programs"
grep -v '\.loop$' "$scratch/all" >"$scratch/files"

code=0
if [ -s "$scratch/programs" ]; then
    loop=${LOOP_COMMAND:-$checkout/build/bin/loop}
    [ -x "$loop" ] || loop=$checkout/loop
    if [ -n "$fix" ]; then how=; else how='--check --diff'; fi
    xargs -d '\n' "$loop" fmt $how <"$scratch/programs" || code=1
    [ $code = 0 ] || [ -n "$fix" ] || echo "to rewrite them: ./check format --fix"
fi

xargs -r -P 2 -n 50 -d '\n' "$tool" --dry-run <"$scratch/files" >"$scratch/said" 2>&1 || { cat "$scratch/said"; exit 1; }
sed -n 's/^\(.*\):[0-9]*:[0-9]*: [a-z]*: code should be clang-formatted.*/\1/p' "$scratch/said" | sort -u >"$scratch/differing"
[ -s "$scratch/differing" ] || exit $code
if [ -n "$fix" ]; then
    xargs -d '\n' "$tool" -i <"$scratch/differing" || exit 1
    echo "rewritten:"
    cat "$scratch/differing"
    exit $code
fi
while IFS= read -r file; do
    "$tool" "$file" | diff -u --label "$file" --label "$file, formatted" "$file" -
done <"$scratch/differing"
printf '\nfiles that differ from .clang-format: %s\n' "$(wc -l <"$scratch/differing")"
cat "$scratch/differing"
echo "to rewrite them: ./check format --fix"
exit 1
