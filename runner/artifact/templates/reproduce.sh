#!/bin/sh
# Builds {programs}, measures again what the records have ({measurements}), and compares: the last line is the verdict.
# Written by loop {version}.
# usage: sh reproduce.sh [-o DIR] [--launches K] [--compare] [OPTION of loop compare]...
#   -o DIR          folder for the new results; default: new, beside this script
#   --launches K    launches of each measurement; default: as many as the record has
#   --compare       measure nothing; compare the results that are in DIR
# OPTION may be --fail-if-slower 10%, --fail-if-undecided, --phase NAME, and others: see loop compare --help.
# In the environment: MPICXX, another MPI compiler; LAUNCHER, another launcher ('mpiexec -n'); LOOP, the command loop.
# Exit code: 0 when all was measured, is valid, and was compared; 1 when a result is invalid, or slower than an OPTION
# allows; 2 usage; 4 not built, or there is no loop to compare with; 5 a job failed; 7 a file cannot be written; 8 when a
# verdict is undecided, and 9 when one side was not measured, if an OPTION says that this is to fail.
unset CDPATH
here=$(cd "$(dirname -- "$0")" && pwd)
loop=${LOOP:-loop}
output=$here/new
launches=
only_compare=
options=
break='
'
code=0
open=0 # the exit code for questions that are left open, if nothing is worse

stop() {
    printf 'reproduce.sh: %s\n' "$2" >&2
    exit "$1"
}
worse() { [ "$1" -le "$code" ] || code=$1; }

while [ $# -gt 0 ]; do
    case $1 in
    -o | --output | --launches) [ $# -ge 2 ] || stop 2 "$1 needs a value" ;;
    esac
    case $1 in
    -o | --output) output=$2 && shift ;;
    --launches) launches=$2 && shift ;;
    --compare) only_compare=1 ;;
    -h | --help)
        sed -n 's/^# //; /^usage:/,/^verdict is/p' "$0"
        exit 0 ;;
    *) options=$options$1$break ;;
    esac
    shift
done

# Calls a function with each measurement: its name, record, bundle, launches, and the options of its job.
measurements() {
{lines}}

build() { # NAME RECORD BUNDLE...
    make -C "$here/$3" -j "$(nproc 2>/dev/null || echo 1)" ${MPICXX:+MPICXX="$MPICXX"} >"$output/build.log" 2>&1 || {
        tail -n 20 "$output/build.log" >&2
        stop 4 "make did not build $here/$3/program: see above, and $output/build.log; MPICXX names another compiler"
    }
}

measure() { # NAME RECORD BUNDLE LAUNCHES OPTION...
    name=$1 bundle=$3 times=${launches:-$4}
    shift 4
    echo "measuring $name: $times launches"
    mkdir -p -- "$output/$name" || stop 7 "cannot create $output/$name"
    sh "$here/$bundle/job.sh" "$@" --launches "$times" -o "$output/$name/again" >"$output/$name/log" 2>&1 || {
        cat "$output/$name/log" >&2
        echo "reproduce.sh: the job of $name failed: see above" >&2
        worse 5
    }
}

words= # the verdict on each measurement
judge() { # NAME RECORD...
    set -- "$1" "$here/$2"
    word=invalid
    [ -d "$output/$1/again" ] || return 0
    IFS=$break
    set -f # options are words, not patterns
    "$loop" --quiet compare "$2" "$output/$1/again" $options
    result=$?
    "$loop" --quiet compare "$2" "$output/$1/again" $options --format json >"$output/$1/comparison.json" 2>/dev/null
    set +f
    unset IFS
    found=$(sed -n 's/^ *"verdict": "\([a-z]*\)".*/\1/p' "$output/$1/comparison.json" | head -n 1)
    words=$words${found:-$word}$break
    case $result in
    0) ;;
    2) worse 2 ;;
    8 | 9) [ "$open" = 8 ] || open=$result ;;
    *) worse 1 ;;
    esac
}

mkdir -p -- "$output" || stop 7 "cannot create $output"
output=$(cd -- "$output" && pwd) || stop 7 "cannot enter $output"
if [ -z "$only_compare" ]; then
    command -v "$loop" >/dev/null 2>&1 || echo "reproduce.sh: there is no command $loop here, so nothing will be compared" >&2
    measurements build
    measurements measure
fi
command -v "$loop" >/dev/null 2>&1 ||
    stop 4 "there is no command $loop to compare with: install LOOP, or name it in LOOP; then: sh reproduce.sh --compare -o $output"
measurements judge
printf '%s' "$words" | sort | uniq -c | awk '{ text = text (text ? ", " : "") $1 " " $2; all += $1 }
    END { if (!all) { print "verdict: none, because nothing was measured"; exit 5 }
          print "verdict: " text " of " all " measurement" (all == 1 ? "" : "s") }' || worse 5
[ "$code" != 0 ] || code=$open
exit "$code"
