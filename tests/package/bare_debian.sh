#!/bin/sh
# bare_debian.sh BUILD SCRATCH: makes the Debian package of a build folder, and has bare.sh test it in a new Debian 12.
set -eu
build=$1 scratch=$2
here=$(cd -- "$(dirname -- "$0")" && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
fail() { echo "bare_debian.sh: $*" >&2; exit 1; }
skip() { echo "SKIP: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "a new Debian can only be installed by root"
for tool in debootstrap dpkg-shlibdeps cpack unshare; do
    command -v $tool >/dev/null 2>&1 || skip "$tool is not installed (packages debootstrap, dpkg-dev, cmake, util-linux)"
done
rm -rf "$scratch"
mkdir -p "$scratch"
debootstrap --variant=minbase --print-debs bookworm "$scratch/asked" "$mirror" >"$scratch/log" 2>&1 || skip "$mirror cannot be reached"
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$scratch" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "cpack failed"; }
sh "$here/bare.sh" "$scratch"/loop_*.deb "$scratch/root" && code=0 || code=$?
rm -rf "$scratch/root"
exit $code
