#!/bin/sh
# site.sh LOOP ROOT SCRATCH: the site builds without a warning, has every document and figure, and a page for each construct
# with a program that compiles; search finds a construct.
set -eu
loop=$1 root=$2 scratch=$3
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
"$loop" explain | sed -n 's/^\\\([A-Z0-9_]*\)  *\(.*\)/\1 \2/p' >"$scratch/constructs"
[ "$(wc -l <"$scratch/constructs")" -gt 40 ] || fail "loop explain lists hardly any construct"
while read -r name summary; do
    page=$(printf %s "$name" | tr A-Z a-z)
    source=$scratch/source/docs/constructs/$page.md
    [ -f "$scratch/site/constructs/$page.html" ] || fail "\\$name has no page"
    sed -E 's/\[(`[^`]*`)\]\([a-z0-9_]+\.md\)/\1/g; s/\\([][\\*_<>#|])/\1/g' "$source" | grep -qF "$summary" || fail "the page of \\$name does not say: $summary"
    grep -q "href=\"$page.html\"" "$scratch/site/constructs/index.html" || fail "\\$name is not in the list of constructs"
    # What is indented at the end of the page is a program.
    sed '1,/^## A program that uses it/d; /^    /!{/./d;}; s/^    //' "$source" >"$scratch/$page.loop"
    grep -q "\\\\$name" "$scratch/$page.loop" || fail "the program of \\$name does not use it"
    "$loop" check "$scratch/$page.loop" >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "the program of \\$name has mistakes"; }
done <"$scratch/constructs"
grep -q COMMUNICATE "$scratch/site/search/search_index.json" || fail "search does not know the constructs"
if grep -rlE '(src|href)="https?://[^"]*\.(js|css)' "$scratch/site" --include=*.html | grep .; then fail "these pages need the network"; fi
echo "all good"
