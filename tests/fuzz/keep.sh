#!/bin/sh
# keep.sh TARGET FILE...: adds inputs to the corpus of a target, under the names of the files, which should describe the
#     finding.
# keep.sh TARGET --found: adds what fuzz.sh found, and minimizes the corpus: files with hash names stay only if they reach
#     code that no other file reaches. Files with other names stay.
# The corpus is one archive per target: corpus/TARGET.tar.xz. The same inputs give the same archive.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
build=${LOOP_FUZZ_BUILD:-$here/../../build-fuzz}
target=${1:?target}
shift
[ $# -gt 0 ] || { echo "keep.sh: name files, or --found" >&2; exit 2; }
archive=$here/corpus/$target.tar.xz
work=$(mktemp -d) || exit 7
trap 'rm -rf "$work"' EXIT
mkdir "$work/old" "$work/new"
[ ! -f "$archive" ] || tar -C "$work/old" -xJf "$archive"

if [ "$1" = --found ]; then
    for file in "$work"/old/*; do
        name=${file##*/}
        case $name in *[!0-9a-f]*) cp "$file" "$work/new/" ;; *) [ ${#name} -eq 40 ] || cp "$file" "$work/new/" ;; esac
    done
    mkdir -p "$build/found/$target/corpus"
    "$build/bin/fuzz_$target" -merge=1 -timeout=60 "$work/new" "$work/old" "$build/found/$target/corpus" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        exit 1
    }
else
    cp "$work"/old/* "$work/new/" 2>/dev/null || : # none yet
    for file; do cp "$file" "$work/new/"; done
fi
printf '%s: %s inputs before, %s now\n' "$target" "$(ls "$work/old" | wc -l)" "$(ls "$work/new" | wc -l)"
tar -C "$work/new" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=644 --mtime=@0 -cf "$work/tar" \
    $(ls "$work/new")
xz -9e --threads=1 <"$work/tar" >"$work/tar.xz"
mkdir -p "$here/corpus"
cp "$work/tar.xz" "$archive"
