#!/bin/sh
# clangd.sh CHECKOUT BUILD: clangd finds compile commands for sources and headers, and reports no errors in them.
set -u
[ "$1/build" -ef "$2" ] || { echo "SKIP: .clangd names build/, and this build is elsewhere"; exit 77; }
cd "$1" || exit 1
command -v clangd >/dev/null 2>&1 || { echo "SKIP: clangd is not installed (package clangd)"; exit 77; }
failed=0
# Only the first lines: clangd 14 crashes if it checks a whole file that uses Catch2.
for file in compiler/parse/parse.cpp cli/main.cpp runtime/include/loop/loop.h tests/formats/fields_test.cpp; do
    said=$(clangd --check="$file" --check-lines=1-2 --log=info 2>&1) || { printf '%s:\n%s\n' "$file" "$said" | grep -v '^I'; failed=1; }
done
exit $failed
