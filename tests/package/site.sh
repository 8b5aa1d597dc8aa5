#!/bin/sh
# site.sh ROOT SCRATCH: the site builds without a warning, has every document and figure, and search finds a construct.
set -eu
root=$1 scratch=$2
fail() { echo "site.sh: $*" >&2; exit 1; }
command -v mkdocs >/dev/null 2>&1 || { echo "SKIP: mkdocs is not installed"; exit 77; }
rm -rf "$scratch"
sh "$root/cmake/package/site.sh" "$scratch/source" "$scratch/site" >"$scratch.log" 2>&1 || { cat "$scratch.log"; fail "the site does not build"; }
for document in "$root"/docs/*.md; do
    name=$(basename "$document" .md)
    [ -f "$scratch/site/$name.html" ] || fail "$name has no page"
    grep -q "$name\.html" "$scratch/site/index.html" || [ "$name" = index ] || fail "$name is not in the navigation: cmake/package/mkdocs.yml"
done
for figure in "$root"/docs/figures/*; do
    [ -f "$scratch/site/figures/$(basename "$figure")" ] || fail "a figure is missing: $figure"
done
grep -q COMMUNICATE "$scratch/site/search/search_index.json" || fail "search does not know the constructs"
if grep -rlE '(src|href)="https?://[^"]*\.(js|css)' "$scratch/site" --include=*.html | grep .; then fail "these pages need the network"; fi
echo "all good"
