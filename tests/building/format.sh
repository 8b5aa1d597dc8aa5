#!/bin/sh
# format.sh CHECKOUT [--fix] [FILE...]: shows where C++ files (by default all) differ from .clang-format; with --fix,
# rewrites them. Refuses other files, which .clang-format does not describe.
set -u
checkout=$1
shift
fix=
if [ "${1-}" = --fix ]; then fix=yes; shift; fi
for file; do
    case $file in
    *.cpp | *.h) ;;
    *) echo "format: $file is not a C++ file (.cpp or .h), so it was not formatted, nor was any other file" >&2; exit 2 ;;
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

sources() {
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -- '*.cpp' '*.h' 2>/dev/null ||
        find . -path './build*' -prune -o \( -name '*.cpp' -o -name '*.h' \) -print
}
if [ $# = 0 ]; then
    sources | while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done
else
    printf '%s\n' "$@"
fi >"$scratch/files"

xargs -P 2 -n 50 -d '\n' "$tool" --dry-run <"$scratch/files" >"$scratch/said" 2>&1 || { cat "$scratch/said"; exit 1; }
sed -n 's/^\(.*\):[0-9]*:[0-9]*: [a-z]*: code should be clang-formatted.*/\1/p' "$scratch/said" | sort -u >"$scratch/differing"
[ -s "$scratch/differing" ] || exit 0
if [ -n "$fix" ]; then
    xargs -d '\n' "$tool" -i <"$scratch/differing" || exit 1
    echo "rewritten:"
    cat "$scratch/differing"
    exit 0
fi
while IFS= read -r file; do
    "$tool" "$file" | diff -u --label "$file" --label "$file, formatted" "$file" -
done <"$scratch/differing"
printf '\nfiles that differ from .clang-format: %s\n' "$(wc -l <"$scratch/differing")"
cat "$scratch/differing"
echo "to rewrite them: ./check format --fix"
exit 1
