#!/bin/sh
# dependencies.sh CHECKOUT SCRATCH: all missing dependencies are listed at once, with their packages; those under a prefix
# are found.
set -eu
root=$1
scratch=$2
fail() { echo "dependencies.sh: $*" >&2; exit 1; }
rm -rf "$scratch"
mkdir -p "$scratch/a prefix/include/otf2" "$scratch/a prefix/lib" "$scratch/a prefix/bin" "$scratch/bin"
maker=$(command -v make || command -v ninja)
case $maker in */make) generator="Unix Makefiles" ;; *) generator=Ninja ;; esac

# Configures as on a machine with only a build program, and dependencies under a prefix.
configure() { # FOLDER [ARGUMENT...]
    folder=$1
    shift
    cmake -S "$root" -B "$scratch/$folder" -G "$generator" -DCMAKE_MAKE_PROGRAM="$maker" -DLOOP_TESTS=OFF \
        -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF "$@" >"$scratch/log" 2>&1
}
lists() { grep -q "^  $2" "$scratch/$1/missing.txt"; }

! configure bare || fail "it can be built of nothing"
awk -F ' *[|] *' '/^[^#]/ && NF == 7 && $1 != "cmake" && $1 != "make" { print $3 "\t" $4 }' "$root/cmake/dependencies.txt" >"$scratch/all"
[ "$(wc -l <"$scratch/all")" -ge 15 ] || fail "cmake/dependencies.txt is not what it was"
while IFS='	' read -r what package; do
    grep -qF "  $what" "$scratch/bare/missing.txt" || fail "not listed: $what"
    grep -qF "Debian: $package;" "$scratch/bare/missing.txt" || fail "not said that Debian's $package provides it"
done <"$scratch/all"
grep -q 'docs/installing.md' "$scratch/log" || fail "the message names no way on"

: >"$scratch/a prefix/include/otf2/otf2.h"
: >"$scratch/a prefix/lib/libotf2.so"
printf '#!/bin/sh\n' >"$scratch/a prefix/bin/java"
chmod +x "$scratch/a prefix/bin/java"
: >"$scratch/a prefix/bin/antlr-complete.jar" # as Spack installs it
! CMAKE_PREFIX_PATH="$scratch/a prefix" configure some || fail "it can be built of OTF2"
! lists some OTF2 || fail "OTF2 is not found under the prefix"
! lists some 'the antlr4 tool' || fail "the jar file of antlr4 is not found under the prefix"
! lists some Java || fail "java is not found under the prefix"
lists some fmt || fail "fmt is not listed any more"

# Without cmake, nothing can be searched, so all dependencies are listed.
for tool in awk sh cat mkdir dirname rm; do ln -s "$(command -v $tool)" "$scratch/bin/"; done
code=0
PATH=$scratch/bin sh -c 'root=$1; . "$root/cmake/setup.sh"; ensure_dependencies "$2"' sh "$root" "$scratch/none" 2>"$scratch/said" || code=$?
[ "$code" = 4 ] || { cat "$scratch/said"; fail "exit code $code without cmake, expected 4"; }
for what in CMake Ninja fmt OTF2 rsvg-convert; do
    grep -q "^  $what" "$scratch/said" || { cat "$scratch/said"; fail "without cmake $what is not told"; }
done
echo "all good"
