# A queue whose commands fail, as those of Slurm do while its controller is down: what a run says about its job. The
# queue consists of three shell scripts. While the file FOLDER/silent is there, `state` and `cancel` fail;
# while FOLDER/refuses is there, only `cancel` does: the first time at once, and then it does not end.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
logs="*/out */err */job.log"

cat >submit <<'EOF'
#!/bin/sh
setsid sh "$1" >"$FOLDER/job.log" 2>&1 &
echo $! >"$FOLDER/job"
echo 7
EOF
cat >state <<'EOF'
#!/bin/sh
[ ! -e "$FOLDER/silent" ] || { echo "the controller does not answer" >&2; exit 1; }
if grep -q '^State:.[RSD]' "/proc/$(cat "$FOLDER/job")/status" 2>/dev/null; then echo RUNNING; fi
EOF
cat >cancel <<'EOF'
#!/bin/sh
: >"$FOLDER/asked"
[ ! -e "$FOLDER/silent" ] || { echo "the controller does not answer" >&2; exit 1; }
if [ -e "$FOLDER/refuses" ]; then
    [ ! -e "$FOLDER/refused" ] || exec sleep 1000
    : >"$FOLDER/refused"
    echo "permission denied" >&2
    exit 1
fi
kill -- "-$(cat "$FOLDER/job")"
EOF
chmod +x submit state cancel
sed -e 's/^name = .*/name = "silent"/' -e '/^package/d' -e 's|^command = .*|command = ["mpiexec.mpich", "-n", "{ranks}", "{program}"]|' \
    -e 's|^submit = .*|submit = ["'"$work"'/submit", "{script}"]|' \
    -e 's|^state = .*|state = ["'"$work"'/state", "{job}"]|' \
    -e 's|^cancel = .*|cancel = ["'"$work"'/cancel", "{job}"]|' "$here/../../machines/slurm.toml" >silent.toml

program waits <<'EOF'
    char started[100];
    snprintf(started, sizeof started, "%s/started", getenv("FOLDER"));
    \VISIBLE_SYNC();
    if (me == 0) fclose(fopen(started, "w"));
    if (bytes == 1) pause();
    while (bytes == 2) sleep(1);
EOF
expect 0 "$loop" build waits.loop --machine ./silent.toml -o waits # so that the runs begin at the same time

# begin NAME OPTION...: a run in the background, in the folder NAME; returns when its ranks have begun.
begin() {
    FOLDER=$work/$1
    export FOLDER
    mkdir "$FOLDER"
    name=$1
    shift
    "$loop" run waits.loop -n 2 --machine ./silent.toml -o "$FOLDER/run" "$@" >"$FOLDER/out" 2>"$FOLDER/err" &
    echo $! >"$FOLDER/pid"
    wait_while "$(cat "$FOLDER/pid")" "the ranks of $name have begun" [ -e "$FOLDER/started" ] || exit 1
}
# ended NAME CODE: waits for the run, whose output is then in out and err.
ended() {
    wait "$(cat "$1/pid")"
    code=$?
    cp "$1/out" out
    cp "$1/err" err
    [ $code = "$2" ] || fail "$1 returned $code, not $2"
}
is_running() { grep -q '^State:.[RSD]' "/proc/$(cat "$1/job")/status" 2>/dev/null; }

begin good
ended good 0
verdict_is VALID

begin limit --set bytes=1 --timeout 10
: >limit/silent
begin back --set bytes=1 --timeout 10
: >back/silent
begin silent --set bytes=1 --hang-limit 0
: >silent/silent
begin refused --set bytes=2 --timeout 10
: >refused/refuses
wait_until "the job was to be cancelled" [ -e back/asked ]
is_running back || fail "the job ended although it could not be cancelled"
rm back/silent

ended back 6
err_has "not finished after"
if is_running back; then fail "the job was not cancelled when the queue answered again"; fi
if grep -q "may still run" err; then fail "a cancelled job is said to run"; fi

ended limit 6
err_has "job 7 could not be cancelled and may still run: \`$work/cancel 7\` fails: the controller does not answer"

ended refused 6
err_has "job 7 could not be cancelled and may still run: \`$work/cancel 7\` fails: permission denied"

ended silent 5
err_has 'machine `silent`, `queue.state`: the command has failed for 60 s'
err_has "job 7 has left the queue, or the queue does not answer and the job may still run"
err_has "the controller does not answer"

for name in limit silent refused; do
    rm -f $name/silent $name/refuses
    FOLDER=$work/$name ./cancel 7 2>kill-errors # fails if the ranks have ended by themselves
done
finish
