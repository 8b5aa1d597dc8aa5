#!/bin/sh
# documents.sh LOOP VERSION OUT: writes the documents of a package: manual page, completion, copyright, changelog.
set -eu
loop=$1 version=$2 out=$3
here=$(cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$out"
rm -f "$out"/*

sh "$here/man.sh" "$loop" >"$out/loop.1"
"$loop" completion bash >"$out/loop"
"$loop" completion zsh >"$out/_loop"
"$loop" completion fish >"$out/loop.fish"
cp "$here/copyright" "$out/copyright"

# The date of the package is that of its sources.
cd "$here/../.."
made=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
cat >"$out/changelog" <<.
loop ($version) unstable; urgency=medium

  * What has changed is told in /usr/share/doc/loop/CHANGELOG.md.gz.

 -- $4  $(LC_ALL=C date -u -R -d "@$made")
.
cp CHANGELOG.md "$out/CHANGELOG.md"
gzip -9nf "$out/loop.1" "$out/changelog" "$out/CHANGELOG.md"
