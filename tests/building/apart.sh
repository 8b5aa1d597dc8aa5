#!/bin/sh
# apart.sh CHECKOUT FOLDER: builds the tool and the runtime library without unity builds and precompiled headers.
set -eu
rm -rf "$2"
cmake -S "$1" -B "$2" -G Ninja -DLOOP_UNITY=OFF -DLOOP_TESTS=ON -DLOOP_WERROR=ON \
    -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 >/dev/null
cmake --build "$2" --parallel 2 --target loop_command loop_runtime_mpich >"$2/log" 2>&1 || { grep -A5 error: "$2/log"; exit 1; }
"$2/bin/loop" --version
rm -rf "$2" # several hundred megabytes
