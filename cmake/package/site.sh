#!/bin/sh
# site.sh SCRATCH OUT: makes the web site of the documents in folder OUT, with mkdocs.
set -eu
scratch=$1 out=$2
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
command -v mkdocs >/dev/null 2>&1 || { echo "site.sh: mkdocs is not installed; on Debian: apt-get install mkdocs" >&2; exit 4; }
rm -rf "$scratch"
mkdir -p "$scratch"
cp -R "$root/docs" "$scratch/docs"
cp "$root/cmake/package/mkdocs.yml" "$scratch"
# Files outside of docs/ that the documents link to are part of the site, and what these link to.
for file in $(sed -n 's/.*](\.\.\/\([^)#]*\).*/\1/p' "$root"/docs/*.md) bench/README.md tests/README.md; do
    mkdir -p "$scratch/docs/$(dirname "$file")"
    sed -e 's/](docs\//](/g' -e 's/](\.\.\/docs\//](..\//g' "$root/$file" >"$scratch/docs/$file"
    sed -i "s|](\.\./$file|]($file|g" "$scratch"/docs/*.md
done
python3 -B "$root/cmake/package/construct_pages.py" "$root" "$scratch/docs"
mkdocs --quiet build --strict --clean --config-file "$scratch/mkdocs.yml" --site-dir "$out"
