#!/bin/sh
# no_warnings.sh INCLUDE FILE...: the generated C++ compiles without warnings.
include=$1
shift
status=0
for file in "$@"; do
    mpicxx.mpich -std=c++17 -fopenmp -Wall -Wextra -Werror -fsyntax-only -I"$include" "$file" || status=1
done
exit $status
