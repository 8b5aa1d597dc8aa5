#!/bin/sh
# {name_comment} for the machine {machine_comment}; written by loop {version}.
{directives}# usage: sh job.sh [-n RANKS] [-o DIR] [--size N] [--iterations K] [--set NAME=VALUE]...
#                  [--no-trace] [--verify | --no-verify] [--launches K]
# Builds ./program with make, if it is not there, launches it, and leaves the folder DIR, which `loop report DIR` reads once it is carried back.
# LAUNCHER='mpiexec -n' in the environment takes the place of the machine's launcher.
# Exit code: 0 when every rank left its record, 2 usage, 4 not built, 5 the run failed, 7 a file cannot be written.

unset CDPATH # with it, cd prints where it went
ranks={ranks}
output=
launches={launches}
verify={verify}
trace=1
given=

stop() {
    printf 'job.sh: %s\n' "$2" >&2
    exit "$1"
}
count() { # OPTION VALUE
    case $2 in '' | *[!0-9]* | 0* | ????????*) stop 2 "$1 $2: expected a whole number from 1 to 9999999" ;; esac
}
give() { # a line of the parameter file
    given="$given$1
"
}

while [ $# -gt 0 ]; do
    option=$1
    case $option in
    -n | --ranks | -o | --output | --launches | --size | --iterations | --set)
        [ $# -ge 2 ] || stop 2 "$option needs a value"
        case $2 in *'
'*) stop 2 "the value of $option has a line break" ;; esac
        shift ;;
    esac
    case $option in
    -n | --ranks) count "$option" "$1" && ranks=$1 ;;
    -o | --output) output=$1 ;;
    --launches) count "$option" "$1" && launches=$1 ;;
    --size) give "size $1" ;;
    --iterations) give "iterations $1" ;;
    --set)
        case $1 in
        ?*=*) give "set ${1%%=*} ${1#*=}" ;;
        *) stop 2 "--set $1 is not of the form NAME=VALUE" ;;
        esac ;;
    --verify) verify=1 ;;
    --no-verify) verify=0 ;;
    --no-trace) trace=0 ;;
    -h | --help)
        sed -n 's/^# //; /^usage:/,/^Exit code/p' "$0"
        exit 0 ;;
    *) stop 2 "unknown option $option (see sh job.sh --help)" ;;
    esac
    shift
done

# A batch system runs a copy of this script, in the folder that it was submitted from.
bundle=$(pwd)
[ -f "$bundle/bundle.json" ] || bundle=$(cd "$(dirname -- "$0")" && pwd)
build() { # locked, so that jobs that start at once do not build at once
    flock 9 2>/dev/null
    [ -x "$bundle/program" ] || make -C "$bundle" -j "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)" >&2
} 9>>"$bundle/build.lock"
[ -x "$bundle/program" ] || [ -w "$bundle" ] ||
    stop 4 "there is no $bundle/program, and make cannot write to this folder: copy it to one where you can write"
[ -x "$bundle/program" ] || build || stop 4 "make did not build $bundle/program: see its messages above"
{slots}# Jobs that start at once share no folder: mkdir without -p lets one of them have it.
[ -n "$output" ] || output=loop-run-{file}-$(date +%Y%m%d-%H%M%S)-$(uname -n)-$$
if [ -e "$output" ]; then
    [ -z "$(ls -A -- "$output")" ] || stop 7 "$output is not empty: results are never overwritten"
else
    mkdir -p -- "$(dirname -- "$output")" && mkdir -- "$output" || stop 7 "cannot create $output"
fi
output=$(cd -- "$output" && pwd) || stop 7 "cannot enter $output"
cp -R "$bundle/bundle.json" "$bundle/machine" "$bundle/src/{file}.loop" "$bundle/src/{file}.cpp" \
    "$bundle/program" "$output" || stop 7 "cannot write to $output"
{environment}
fact() { printf '%s %s\n' "$1" "$2"; }
first() { head -n 1 "$1" 2>/dev/null; }
field() { sed -n "s/^$2[^:]*: *//p" "$1" 2>/dev/null | head -n 1; }
system=/sys/devices/system/cpu
{
    fact loop-facts 1
    fact started "$(date +%Y-%m-%dT%H:%M:%S%z)"
    fact ranks "$ranks"
    fact planned "$launches"
    cat "$bundle/compiled"
    fact host "$(uname -n)"
    fact os "$(sed -n 's/^PRETTY_NAME="*\([^"]*\)"*$/\1/p' /etc/os-release 2>/dev/null)"
    fact kernel "$(uname -s) $(uname -r) $(uname -m)"
    fact cpu "$(field /proc/cpuinfo 'model name')"
    fact cores_online "$(getconf _NPROCESSORS_ONLN 2>/dev/null)"
    fact cores_available "$(nproc 2>/dev/null)"
    fact word_bits "$(getconf LONG_BIT 2>/dev/null)"
    fact memory_kib "$(field /proc/meminfo MemTotal)"
    fact governor "$(first $system/cpu0/cpufreq/scaling_governor)"
    fact smt "$(first $system/smt/active)"
    fact transparent_huge_pages "$(first /sys/kernel/mm/transparent_hugepage/enabled)"
    fact aslr "$(first /proc/sys/kernel/randomize_va_space)"
    fact load_before "$(first /proc/loadavg)"
} >"$output/facts" || stop 7 "cannot write $output/facts"

launch() { # INDEX FOLDER
    number=$1
    directory=$2
    mkdir -p -- "$directory/records" || stop 7 "cannot create $directory"
    id=$(date +%s)-$$-$number
    {
        printf 'loop-parameters 1\nverify %s\ntrace %s\nrecords %s\nlaunch %s\n' \
            "$verify" "$trace" "$directory/records" "$id"
{rates}        printf '%s' "$given"
    } >"$directory/parameters" || stop 7 "cannot write $directory/parameters"
{hostfile}    if [ -n "${LAUNCHER-}" ]; then
        set -- $LAUNCHER "$ranks" "$output/program"
    else
        set -- {launcher}
    fi
    if [ "$number" = 1 ]; then
        fact launcher_version "$("$1" --version 2>/dev/null | grep '[0-9]' | head -n 1)"
        for word in "$@"; do fact argument "$word"; done
    fi >>"$output/facts"
    at=$(date +%Y-%m-%dT%H:%M:%S%z)
    begin=$(date +%s)
    LOOP_PARAMETERS=$directory/parameters "$@" >"$directory/stdout" 2>"$directory/stderr" </dev/null
    code=$?
    fact launch "$number $id $at $(($(date +%s) - begin)) $code" >>"$output/facts"
    cat "$directory/stdout"
    cat "$directory/stderr" >&2
    rank=0
    while [ "$rank" -lt "$ranks" ]; do
        [ -f "$directory/records/rank-$rank.json" ] || return 1
        rank=$((rank + 1))
    done
}

good=yes
if [ "$launches" = 1 ]; then
    launch 1 "$output" || good=no
else
    index=1
    while [ "$good" = yes ] && [ "$index" -le "$launches" ]; do
        launch "$index" "$output/launch-$index" || good=no
        index=$((index + 1))
    done
fi
{
    fact load_after "$(first /proc/loadavg)"
    fact ended "$(date +%Y-%m-%dT%H:%M:%S%z)"
} >>"$output/facts" || stop 7 "cannot write $output/facts"
[ "$good" = yes ] || stop 5 "rank $rank left no record; what there is, is in $output"
echo "the run is in $output; carry it back, and: loop report $(basename -- "$output")"
