#!/bin/sh
# bare.sh PACKAGE.deb ROOT [ARCHIVES]: installs the package in a bare Debian 12 below ROOT (made by debootstrap if it does
# not exist), runs a workload as an ordinary user in a folder with a space in its name, prints how long that took, opens
# the manual, builds a workload with CMake and with make, builds the web site, runs autopkgtest if this machine has it, removes
# the package, and checks what it leaves. Needs root, debootstrap, and the network. Downloaded packages are kept in ARCHIVES
# for the next time. Mounts end with the process.
set -eu
if [ "${LOOP_BARE:-}" != inside ]; then
    LOOP_BARE=inside exec unshare --mount --pid --fork --kill-child sh "$0" "$@"
fi
package=$(readlink -f -- "$1")
checkout=$(cd -- "$(dirname -- "$0")/../.." && pwd)
root=$2
archives=${3:-}
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}"
root=$(readlink -f -- "$root")
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
if [ -n "$archives" ]; then
    mkdir -p "$archives"
    mount --bind "$archives" "$root/var/cache/apt/archives"
fi
# This machine's settings for mirrors, and host names, without which MPI waits for a name server.
cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || :
cp /etc/resolv.conf "$root/etc/"
printf '127.0.0.1 localhost %s\n' "$(uname -n)" >"$root/etc/hosts"
cp "$package" "$root/root/loop.deb"

in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { in_root su -l user -c "cd 'a folder' && $1"; }

in_root id user >/dev/null 2>&1 || in_root useradd -m -s /bin/bash user
in_root su -l user -c 'mkdir -p "a folder"; rm -rf "a folder"/* .cache'
in_root apt-get -qq update
in_root apt-get -qq -y install /root/loop.deb >"$root/root/apt.log" 2>&1 || { tail -n 20 "$root/root/apt.log"; exit 1; }
touch "$root/root/installed"
in_root dpkg -L loop >"$root/root/files"

code=0
# The user's shell must be bash.
timed() { as_user "TIMEFORMAT='bare.sh: $1 run: %R s by the clock, %U + %S s of processor time'; time loop run fingerprint"; }
timed first || { echo "bare.sh: the first run failed" >&2; code=1; }
timed second >/dev/null || code=1
as_user 'loop doctor' || :

# The manual opens, and a CMake project of three lines and a Makefile build workloads.
in_root apt-get -qq -y install --no-install-recommends man-db cmake make pkgconf >>"$root/root/apt.log" 2>&1
as_user 'man loop | grep -q "SYNOPSIS" && man 7 loop | grep -q COMMUNICATE && man loop-run >/dev/null' || {
    echo "bare.sh: man does not show the manual" >&2
    code=1
}
as_user 'loop new ring --from ring && cd ring && cmake -B build >log 2>&1 && cmake --build build >>log 2>&1 &&
    mpiexec -n 2 build/ring --records records && loop report records --format text | head -n 3' || {
    as_user 'tail -n 20 ring/log' >&2
    echo "bare.sh: the CMake project fails" >&2
    code=1
}
as_user 'cd ring && printf "CXX = mpicxx\nring: ring.cpp; \$(CXX) \$< \$\$(pkg-config --cflags --libs loop) -o \$@\nring.cpp: ring.loop; loop compile \$< -o \$@\n" >Makefile &&
    make && mpiexec -n 2 ./ring --records made && loop report made --format text | head -n 3' || {
    echo "bare.sh: the Makefile fails" >&2
    code=1
}
# The web site of the documents, from the checkout.
in_root apt-get -qq -y install --no-install-recommends mkdocs >>"$root/root/apt.log" 2>&1
mkdir -p "$root/mnt/checkout"
mount --bind -o ro "$checkout" "$root/mnt/checkout"
as_user 'sh /mnt/checkout/cmake/package/site.sh "$PWD/source" "$PWD/site"' && [ -s "$root/home/user/a folder/site/index.html" ] || {
    echo "bare.sh: the web site does not build" >&2
    code=1
}
umount "$root/mnt/checkout"
rmdir "$root/mnt/checkout"

if command -v autopkgtest >/dev/null 2>&1; then
    sh "$checkout/cmake/package/autopkgtest.sh" "$package" chroot "$root" >"$root/root/autopkgtest.log" 2>&1 || {
        tail -n 30 "$root/root/autopkgtest.log" >&2
        echo "bare.sh: autopkgtest fails" >&2
        code=1
    }
    grep ' PASS$' "$root/root/autopkgtest.log" || :
else
    left_out=autopkgtest
fi
if in_root find /usr/bin/loop /usr/share/loop /usr/lib/loop /usr/share/doc/loop -perm /o=w ! -type l 2>/dev/null | grep .; then
    echo "bare.sh: these files can be written by others" >&2
    code=1
fi

in_root apt-get -qq -y purge loop >>"$root/root/apt.log" 2>&1
# Only folders shared with other packages may stay, and nothing with the package's name.
while read -r path; do
    if [ -e "$root$path" ] && [ ! -d "$root$path" ] || [ -d "$root$path" ] && [ -z "${path##*/loop*}" ]; then
        echo "bare.sh: left behind: $path" >&2
        code=1
    fi
done <"$root/root/files"
if in_root find / -xdev -path /home -prune -o -newer /root/installed \
    \( -path '*/loop' -o -path '*/loop/*' -o -path '/tmp/*' -o -path '/var/tmp/*' \) -print | grep -v -e '^/root' -e '^/sys' -e '^/dev' | grep .
then
    echo "bare.sh: left behind after it was removed" >&2
    code=1
fi
[ -z "$(ls "$root/dev/shm")" ] || { ls "$root/dev/shm"; code=1; }
[ "$code" = 0 ] || exit $code
echo "bare.sh: removed, and nothing is left"
[ -z "${left_out-}" ] || { echo "SKIP: only in part: all else passed, but $left_out is not installed"; exit 77; }
