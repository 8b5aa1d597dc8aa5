#!/bin/sh
# programs.sh CHECKOUT SCRATCH: the benchmarks are configured without Catch2, and what they lack is named with its package.
root=$1
scratch=$2
rm -rf "$scratch"
. "$root/bench/programs.sh"
build=$scratch
cmake() { command cmake -DCMAKE_DISABLE_FIND_PACKAGE_"$without"=ON "$@"; }
fail() { echo "FAILED: $*"; exit 1; }

without=Catch2
(build_benchmarks) 2>"$scratch.said" || { cat "$scratch.said"; fail "not configured without Catch2"; }
without=fmt
(build_benchmarks) 2>"$scratch.said"
[ $? = 4 ] || fail "configured without fmt"
grep -q 'Debian: libfmt-dev' "$scratch.said" || { cat "$scratch.said"; fail "the package is not named"; }
grep -q 'CMake Error' "$scratch.said" && fail "the message is CMake's own"
rm -rf "$scratch" "$scratch.said"
