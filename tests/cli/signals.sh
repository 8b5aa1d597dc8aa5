# Ctrl-C and SIGTERM: ranks and their processes are ended, what is known is written, exit codes 130 and 143. SIGKILL of a
# run with --discard: nothing is left.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich

program long <<'EOF'
    if (system("setsid sleep 3210 &") != 0) return 1;
    \VISIBLE_SYNC();
    fclose(fopen(me == 0 ? "first" : "second", "w"));
    pause();
EOF
sed -i 's/&size, 0)/\&size, 1000)/' long.loop
"$loop" build long.loop -o unused 2>/dev/null
for signal in INT TERM; do
    rm -f first second
    # A shell's background job ignores SIGINT; `env` of coreutils restores the default.
    env --default-signal=INT "$loop" run long.loop -n 2 -o "kept-$signal" >out 2>err &
    pid=$!
    wait_while $pid "both ranks are behind the synchronization" [ -e first -a -e second ]
    kill -$signal "$pid"
    wait "$pid"
    code=$?
    case $signal in INT) wanted=130 ;; *) wanted=143 ;; esac
    [ "$code" = "$wanted" ] || fail "SIG$signal gave $code, not $wanted"
    grep -q "interrupted by signal" "kept-$signal/run.json" || fail "run.json does not say so"
    err_has 'at long.loop:11'
    [ "$(grep -c '"ended": "signal 15"' "kept-$signal/run.json")" = 2 ] || fail "not every rank left a trace"
    mark="LOOP_PARAMETERS=$work/kept-$signal/parameters"
    for process in /proc/[0-9]*; do
        # Zombies have no environment.
        if tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qxF "$mark"; then
            fail "left behind: $(tr '\0' ' ' <"$process/cmdline")"
        fi
    done
done

# SIGKILL
has_processes() { # FOLDER: some process belongs to a launch in it
    for process in /proc/[0-9]*; do
        tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -q "^LOOP_PARAMETERS=$1/" && return 0
    done
    return 1
}
program waits <<'EOF'
    \VISIBLE_SYNC();
    FILE* mark = fopen("started", "w");
    fclose(mark);
    pause();
EOF
mkdir tmp
rm -f started
TMPDIR=$work/tmp "$loop" run waits.loop -n 2 --discard >out 2>err &
pid=$!
wait_while $pid "the ranks have begun" [ -e started ]
[ -n "$(ls tmp)" ] || fail "nothing is in TMPDIR during a run, so that nothing is tested"
shared=$(cd tmp && echo loop-[0-9a-f]*)
[ -d "/dev/shm/$shared" ] || fail "the launch has no folder in /dev/shm, so that nothing is tested"
kill -KILL "$pid"
wait "$pid"
is_empty() { [ -z "$(ls tmp)" ] && [ ! -e "/dev/shm/$shared" ] && ! has_processes "$work/tmp"; }
wait_until "nothing is left of a killed run with --discard" is_empty ||
    echo "left: $(ls tmp) $(ls -d "/dev/shm/$shared" 2>/dev/null)"
finish
