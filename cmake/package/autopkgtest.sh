#!/bin/sh
# autopkgtest.sh PACKAGE.deb SERVER...: runs the tests of debian/tests on the package with Debian's autopkgtest, on a
# virtualization server of it: `null` (this machine), `chroot DIR`, `schroot NAME`, `lxc NAME`, `qemu IMAGE`, ...
set -eu
[ $# -ge 2 ] || { echo "usage: sh autopkgtest.sh PACKAGE.deb SERVER..." >&2; exit 2; }
command -v autopkgtest >/dev/null 2>&1 || { echo "autopkgtest.sh: autopkgtest is not installed; on Debian: apt-get install autopkgtest" >&2; exit 4; }
here=$(cd -- "$(dirname -- "$0")" && pwd)
package=$1
shift
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
field() { dpkg-deb -f "$package" "$1"; }

# CPack makes the package, so there is no source package; autopkgtest reads the names from these files.
mkdir "$tree/debian"
cp -R "$here/debian/tests" "$tree/debian"
chmod +x "$tree"/debian/tests/*
cat >"$tree/debian/control" <<.
Source: $(field Package)
Section: $(field Section)
Priority: $(field Priority)
Maintainer: $(field Maintainer)

Package: $(field Package)
Architecture: any
Description: $(field Description | head -n 1)
.
cat >"$tree/debian/changelog" <<.
$(field Package) ($(field Version)) unstable; urgency=medium

  * As packed.

 -- $(field Maintainer)  $(LC_ALL=C date -R)
.
autopkgtest "$(readlink -f -- "$package")" "$tree" -- "$@"
