#!/bin/sh
# library.sh LOOP ROOT VERSION OUT MACHINE...: for each machine whose compiler is here, writes the whole runtime library
# for any processor (OUT/lib/loop/MACHINE/libloop.a) and its description for pkg-config: `loop` for the machine `local`,
# `loop-NAME` for `local-NAME`.
set -eu
loop=$1 root=$2 version=$3 out=$4
shift 4
rm -rf "$out"
mkdir -p "$out/lib/pkgconfig"
for machine in "$@"; do
    profile=$root/machines/$machine.toml
    compiler=$(sed -n 's/^compiler *= *\["\([^"]*\)".*/\1/p' "$profile")
    if ! command -v "$compiler" >/dev/null 2>&1; then
        echo "$compiler is not here: there will be no library for pkg-config for the machine $machine" >&2
        continue
    fi
    folder=$out/lib/loop/$machine
    mkdir -p "$folder" "$out/parts"
    sed 's/, *"-march=native"//; s/, *"-g"//' "$profile" >"$out/$machine.toml"
    # The environment of this build must not change the compiler.
    env -u MPICH_CXX -u OMPI_CXX -u CPATH -u CPLUS_INCLUDE_PATH -u LIBRARY_PATH LOOP_PREBUILT= \
        "$loop" --quiet machine prepare "$out/$machine.toml" -o "$out/parts"
    (
        cd "$out/parts"
        { echo 'create libloop.a'
          find . -name '*.a' ! -name '*preload*' | LC_ALL=C sort | sed 's/^/addlib /'
          printf 'save\nend\n'; } | ar -MD
    )
    mv "$out/parts/libloop.a" "$folder"
    name=loop${machine#local}
    cat >"$out/lib/pkgconfig/$name.pc" <<.
prefix=\${pcfiledir}/../..

Name: $name
Description: runtime library of LOOP programs, for programs that $compiler compiles and links
Version: $version
Cflags: -std=c++17 -I\${prefix}/share/loop/runtime/include -DMPICH_SKIP_MPICXX -DOMPI_SKIP_MPICXX
Libs: -L\${prefix}/lib/loop/$machine -lloop
.
    rm -rf "$out/parts" "$out/$machine.toml"
done
