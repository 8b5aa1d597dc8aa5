# Sourced by bench/run and bench/compare_pairs, which set `root` (the checkout): builds benchmarks in build-bench.
build=$root/build-bench

# build_benchmarks TARGET...: configures without the tests and what only they need, and builds the targets.
build_benchmarks() {
    mkdir -p "$build" || exit 7
    rm -f "$build/missing.txt"
    cmake -G Ninja -S "$root" -B "$build" -DLOOP_BENCH=ON -DLOOP_TESTS=OFF >"$build/build.log" 2>&1 || not_built
    [ $# = 0 ] || ninja -C "$build" "$@" >"$build/build.log" 2>&1 || not_built
}

# Names missing packages (cmake/dependencies.cmake writes them) if there are any, otherwise the errors in the log.
not_built() {
    if grep -q '^needed to build' "$build/missing.txt" 2>/dev/null; then
        cat "$build/missing.txt" >&2
    else
        grep -E 'rror|FAILED|undefined reference' "$build/build.log" | head -n 20 >&2
    fi
    echo "bench: building failed; all of it is in $build/build.log" >&2
    exit 4
}
