#!/bin/bash
# parameters.sh PROGRAM: valid and invalid parameters on the command line and in the file.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

expect() { # expect CODE TEXT ARGUMENT...
    local code=$1 text=$2 output
    shift 2
    output=$("$program" "$@" 2>&1)
    local seen=$?
    if [ $seen != "$code" ] || [[ $output != *"$text"* ]]; then
        echo "FAILED: $* -> $seen: $output; expected $code: $text"
        failures=$((failures + 1))
    fi
}
file() { printf '%b' "$1" >"$work/parameters"; export LOOP_PARAMETERS=$work/parameters; }

expect 0 'size 250 iterations 10 param 250 block 64 ratio 0.5 matrix [dense] big 1 flag 0'
expect 0 'size 5 iterations 3 param 5' --size 5 --iterations=3
expect 0 'size 7 iterations 10 param 7' --set size=7
expect 0 'block 8 ratio 1e+09 matrix [a=b c] big 18446744073709551615 flag 1' \
    --set block=8 --set ratio=1e9 --set 'matrix=a=b c' --set=big=18446744073709551615 --set flag=true --no-verify
expect 0 'usage: params' --help
expect 0 'block  int, default 64' --help
expect 0 'tree.map' --help
expect 2 'params: error: unknown option `--sise`; did you mean `--size`?' --sise 5
expect 2 'unknown option `-x`' -x
expect 2 'unexpected argument `5`' 5
expect 2 '`--size` needs a value' --size
expect 2 '--size: parameter `size`: `1.5` is not a whole number' --size 1.5
expect 2 'parameter `size`: `-1` is negative' --size -1
expect 2 'parameter `size`: `3000000000` is out of range' --size=3000000000
expect 2 'there is no parameter `bolck`; did you mean `block`?' --set bolck=1
expect 2 'there is no parameter `blok`; did you mean `block`?' --set blok=1
expect 2 'there is no parameter `zzz` (--help lists them)' --set zzz=1
expect 2 '--set: parameter `block`: `many` is not a whole number' --set block=many
expect 2 'parameter `flag`: `2` is neither' --set flag=2
expect 2 'expected NAME=VALUE, found `block`' --set block
expect 2 'parameter `tree.map`: `0,2` is not a permutation' --set tree.map=0,2
expect 2 'parameter `tree.map`: must begin with 0' --set tree.map=1,0
expect 2 'parameter `tree.shape`: `oak` is neither' --set tree.shape=oak
expect 0 'size 250' --set tree.shape=binomial --set tree.map=0,2,1

expect 2 'parameter `size` is given twice' --size 4 --set size=3
expect 2 'parameter `block` is given twice' --set block=1 --set=block=1
expect 2 'parameter `iterations` is given twice' --iterations 4 --iterations=5

file 'loop-parameters 1\nsize 40\niterations 4\nverify 0\nlaunch x y\nset matrix sparse one\nset block 9\n'
expect 0 'size 40 iterations 4 param 40 block 9 ratio 0.5 matrix [sparse one]'
expect 0 'size 41 iterations 4 param 41 block 10' --size 41 --set block=10
file 'loop-parameters 2\n'
expect 2 ':1: expected `loop-parameters 1`, found `loop-parameters 2`'
file 'loop-parameters 1\n\nset block x\n'
expect 2 ':3: parameter `block`: `x` is not a whole number'
file 'loop-parameters 1\ncolour red\n'
expect 2 ':2: unknown key `colour`'
file 'loop-parameters 1\nverify maybe\n'
expect 2 '`verify` must be 0 or 1'
file 'loop-parameters 1\nwatchdog 0\n'
expect 2 ':2: `watchdog` must be a number of seconds greater than 0'
LOOP_PARAMETERS=$work/none expect 2 'cannot read the parameter file'
unset LOOP_PARAMETERS

PMI_RANK=1 expect 2 '' --sise
output=$(PMI_RANK=1 "$program" --sise 2>&1)
[ -z "$output" ] || { echo "FAILED: rank 1 prints, too: $output"; failures=$((failures + 1)); }
exit $((failures > 0))
