#!/bin/sh
# documents.sh LOOP VERSION OUT MAINTAINER: writes the documents of a package: manual pages, completion, copyright,
# changelog.
set -eu
loop=$1 version=$2 out=$3
here=$(cd -- "$(dirname -- "$0")" && pwd)
rm -rf "$out"
mkdir -p "$out"

# The date of the package is that of its sources.
cd "$here/../.."
made=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}

sh "$here/man.sh" "$loop" "$out/man" "$(date -u -d "@$made" +%Y-%m-%d)"
"$loop" completion bash >"$out/loop"
"$loop" completion zsh >"$out/_loop"
"$loop" completion fish >"$out/loop.fish"
cp "$here/copyright" "$out/copyright"
cat >"$out/changelog" <<.
loop ($version) unstable; urgency=medium

  * What has changed is told in /usr/share/doc/loop/CHANGELOG.md.gz.

 -- $4  $(LC_ALL=C date -u -R -d "@$made")
.
cp CHANGELOG.md "$out/CHANGELOG.md"
find "$out" -name '*.[157]' -exec gzip -9nf {} +
gzip -9nf "$out/changelog" "$out/CHANGELOG.md"
