# Sourced by the scripts in this folder. Sets `loop`, the command; the current folder is a private one.
loop=$1
shift
here=$(cd "$(dirname -- "$0")" && pwd)
work=$(mktemp -d) || exit 1
cd "$work" || exit 1
export TMPDIR="$work"
unset LOOP_PARAMETERS
export XDG_CONFIG_HOME="$work/.config" # without the user's profiles
failures=0

# What the script itself writes to stderr is in a file until pass_on prints it. A command that is not found fails the test:
# a check whose name is misspelt would pass.
said=$work.stderr
exec 2>"$said"
pass_on() {
    if grep -F "$0: " "$said" | grep -q 'not found$'; then failures=$((failures + 1)); fi
    cat "$said"
    exec 2>"$said"
}

# leave COMMAND...: the end of a test. Prints the logs if it failed, runs what stops servers, and removes the folder.
leave() {
    code=$?
    cd "$work" || exit 1
    pass_on
    case $code,$failures in 0,[1-9]* | 77,[1-9]*) code=1 ;; esac
    case $code in 0 | 77) ;; *) show_logs ;; esac
    for stop; do $stop; done
    cd /
    rm -rf "$work" "$said"
    exit $code
}
trap leave EXIT

logs= # patterns of the files that show_logs prints: what servers, jobs, and hosts have written
show_logs() {
    for log in $logs; do
        [ -s "$log" ] || continue
        echo "the end of $log:"
        tail -n 40 "$log" | sed 's/^/  | /'
    done
}

fail() {
    failures=$((failures + 1))
    pass_on
    printf 'FAILED: %s\n' "$*"
    [ -f out ] && sed 's/^/  out | /' out
    [ -f err ] && sed 's/^/  err | /' err
}

# expect CODE COMMAND...: checks the exit code; stores stdout in `out` and stderr in `err`.
expect() {
    wanted=$1
    shift
    "$@" >out 2>err </dev/null
    code=$?
    [ "$code" = "$wanted" ] || fail "$* returned $code, not $wanted"
    if grep -q 'this sheet contradicts itself' out; then fail "$* made a sheet that contradicts itself"; fi
}

# expect_by_verdict COMMAND...: the exit code must be 1 if the sheet that it prints is INVALID, else 0.
expect_by_verdict() {
    "$@" >out 2>err </dev/null
    code=$?
    wanted=0
    if grep -q '^INVALID' out; then wanted=1; fi
    [ "$code" = "$wanted" ] || fail "$* returned $code, not $wanted"
}

# with_mpi mpich|openmpi: needs this MPI library; sets `mpi` to its name, and `launcher` to the command that starts its ranks.
with_mpi() {
    mpi=$1
    case $mpi in
    mpich) launcher=mpiexec.mpich ;;
    *) launcher="mpiexec.openmpi --allow-run-as-root --oversubscribe" ;;
    esac
    needs "${launcher%% *}"
}

# verdict_is WORDS: that of the sheet in `out`. VALID may have notes, which depend on the machine.
verdict_is() {
    if [ "$1" = VALID ]; then set -- 'VALID\( WITH NOTES\)\{0,1\}'; fi
    grep -qx "$1" out || fail "the verdict is not $1"
}

# out_has TEXT, err_has TEXT: a line contains exactly this text. out_line PATTERN: a whole line is like this.
out_line() { grep -qxE -- "$1" out || fail "stdout has no line: $1"; }
out_has() { grep -qF -- "$1" out || fail "stdout lacks: $1"; }
# A sentence, which may continue over line ends.
out_says() { tr -s ' \n' ' ' <out | grep -qF -- "$1" || fail "stdout does not say: $1"; }
err_has() { grep -qF -- "$1" err || fail "stderr lacks: $1"; }
out_lacks() { if grep -qF -- "$1" out; then fail "stdout has: $1"; fi; }
err_lacks() { if grep -qF -- "$1" err; then fail "stderr has: $1"; fi; }
is_silent() { [ ! -s "$1" ] || fail "$1 is not empty"; }

# wait_until WHAT COMMAND...: waits until the command succeeds, whose output does not count. wait_while PID WHAT
# COMMAND...: only while this process runs. The limit is for what never comes, not for a busy machine.
wait_until() { wait_while '' "$@"; }
wait_while() {
    waits_with=$1 waits_for=$2
    shift 2
    waits_limit=$(($(date +%s) + 240))
    until "$@" >/dev/null 2>&1; do
        if [ -n "$waits_with" ] && ! kill -0 "$waits_with" 2>/dev/null && ! "$@" >/dev/null 2>&1; then
            fail "never: $waits_for; the process that it waits for has ended"
            return 1
        fi
        [ "$(date +%s)" -lt $waits_limit ] || { fail "not within 240 s: $waits_for"; return 1; }
        sleep 0.1
    done
}

# program NAME: writes NAME.loop, a measured program with its body from stdin.
program() {
    {
        printf '// A program of the tests.\n#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n#include <mpi.h>\n'
        printf '\\PARAM(int bytes = 100, "bytes of a message")\n'
        printf 'int main(void) {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 0);\n'
        cat
        printf '    \\CLOSE0();\n}\n'
    } >"$1.loop"
}

# lame_machine TEXT: writes lame.toml, the local machine, but launches whose parameters contain this text fail.
lame_machine() {
    cat >launch.sh <<END
#!/bin/sh
case \$LOOP_PARAMETERS in *$1*) exit 3 ;; esac
ranks=\$1
shift
exec mpiexec.mpich -n "\$ranks" "\$@"
END
    chmod +x launch.sh
    sed -e 's|"mpiexec.mpich", "-n", |"'"$PWD"'/launch.sh", |' "$here/../../machines/local.toml" >lame.toml
}

# says NUMBER TEXT: with this number of bytes, a run of the program `wrong` ends with this message.
says() {
    expect 5 "$loop" run wrong.loop -n 3 --set bytes="$1" --discard
    tr -s ' \n' ' ' <err | grep -qF -- "$2" || fail "stderr does not say: $2"
}

# alike_on RANKS: `loop derive` has found that all ranks of the derived program send the same in the same order.
alike_on() {
    out_line "likeness    $1 of $1 ranks communicate the same in the same order \([1-9][0-9]* operations\)"
    out_line 'original    [0-9]+ messages, [0-9]+ bytes, [0-9]+ calls of collective operations'
    out_line "derived     $(sed -n 's/^original  *//p' out)"
    out_line 'matrix      the same'
}

# needs TOOL...: skips the test if one of them is not installed.
needs() { for tool; do command -v "$tool" >/dev/null 2>&1 || skip "$tool is not installed"; done; }
# skip REASON: ends the test, which is told as skipped unless something failed before.
skip() {
    left_out=$1
    finish
}
# has TOOL PART: whether the tool is installed. If not, the test is told as skipped at its end, without this part.
has() {
    command -v "$1" >/dev/null 2>&1 && return
    leave_out "$2: $1 is not installed"
    return 1
}
leave_out() { left_out="${left_out:-only in part: all else passed, but not}${left_out:+;} $1"; } # PART: REASON
left_out=

finish() {
    pass_on
    [ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
    [ -z "$left_out" ] || { echo "SKIP: $left_out"; exit 77; }
    exit 0
}
