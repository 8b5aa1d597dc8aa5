#!/bin/sh
# The first ten minutes of a newcomer, with the usual mistakes: shows commands, and what they answer. Ends with exit code 1
# if a command does not end as expected, or if one that failed does not say what to do next. Takes a few minutes.
#
#   sh tests/cli/first_ten_minutes.sh [LOOP]            LOOP: the command; without it, ./loop of this clone
#
# To record it on a terminal, and to watch the record at four times the speed:
#   script -q -O ten.log -T ten.time -c 'sh tests/cli/first_ten_minutes.sh'
#   scriptreplay -T ten.time -O ten.log -d 4
here=$(cd "$(dirname -- "$0")/../.." && pwd)
loop=${1-$here/loop}
folder=$(mktemp -d) || exit 1
trap 'cd /; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
dead_ends=0

say() { printf '\n# %s\n' "$*"; }

# try CODE ARGUMENT...: runs `loop ARGUMENT...`, which must end with this exit code, and with advice if it fails.
try() {
    wanted=$1
    shift
    printf '\n$ loop %s\n' "$*"
    "$loop" "$@" >answer 2>&1 </dev/null
    code=$?
    cat answer
    if [ "$code" != "$wanted" ]; then
        dead_ends=$((dead_ends + 1))
        printf 'DEAD END: exit code %s, expected %s\n' "$code" "$wanted"
    elif [ "$code" != 0 ] && ! grep -qE '^hint: |^examples:|its sheet is ' answer; then
        dead_ends=$((dead_ends + 1))
        printf 'DEAD END: the answer does not say what to do next\n'
    fi
}

# program NAME: writes NAME.loop from stdin.
program() {
    cat >"$1.loop"
    printf '\n$ cat %s.loop\n' "$1"
    cat "$1.loop"
}

say "What can it do?"
try 2
try 0 help run
try 0 list

say "A first run, after some attempts"
try 2 rum fingerprint
try 2 run
try 2 run fingerpint
try 2 run fingerprint -n many
try 2 run fingerprint -n 5000
try 2 run fingerprint --set bites=64k
try 2 run fingerprint --machine my-cluster
try 2 report
try 0 run fingerprint -n 2
try 0 report --format text
try 0 report --figure spacetime --format svg

say "A program of my own"
try 7 run frist.loop
program first <<'END'
\PARAM(int bytes = 4096, "message size in bytes")
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 10000);
    \LOOP bytes { \COMUNICATE(bytes, 1, 1); }
    \CLOSE0();
}
END
try 7 run frist.loop
try 3 check first.loop
try 0 explain '\COMMUNICATE'
program first <<'END'
\PARAM(int bytes = 4096, "message size in bytes")
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 10000);
    \LOOP (100) { \COMMUNICATE(bytes, 1, 1); }
    \CLOSE0();
}
END
try 0 check first.loop
try 0 run first.loop -n 2
try 0 compile first.loop
try 0 run first.loop -n 2 --set bytes=64k --launches 5 -o large
try 7 run first.loop -n 2 -o large
try 0 run first.loop -n 2 --set bytes=1k --launches 5 -o small

say "Which one is faster?"
try 7 compare small lagre
try 0 compare small large
try 0 sweep first.loop -n 1,2 --launches 3 -o scaling
try 0 report scaling

say "A program that crashes, and one that never ends"
program crash <<'END'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 10000);
    double* table = nullptr;
    \LOOP (10) \COMMUNICATE(8, 1, 1);
    if (me == 1) table[7] = 1;
    \CLOSE0();
}
END
try 5 run crash.loop -n 2
program late <<'END'
#include <mpi.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 10000);
    double in = 0;
    MPI_Recv(&in, 1, MPI_DOUBLE, (me + 1) % nodes, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    \CLOSE0();
}
END
try 6 run late.loop -n 2

say "Does LOOP work well on this machine?"
try 0 doctor
try 0 machine check local

printf '\n%s dead ends\n' "$dead_ends"
[ "$dead_ends" = 0 ]
