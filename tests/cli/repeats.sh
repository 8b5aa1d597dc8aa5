# The same input gives the same bytes, for any user, home folder, language, and time zone.
# On two machines: with REPEATS_WITH=FOLDER, the first machine stores its input and output in the empty folder. On the
# second machine, with a copy of the folder, the output from the same input is compared.
. "$(dirname -- "$0")/support.sh"
needs localedef
needs setpriv

# A locale with decimal commas; without it, the test could not find differences.
mkdir locales elsewhere
localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 || fail "no German locale"
foreign() {
    env LOCPATH="$work/locales" LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Pacific/Kiritimati HOME="$work/elsewhere" \
        XDG_CONFIG_HOME="$work/elsewhere" USER=somebody LOGNAME=somebody "$@"
}
[ "$(foreign /usr/bin/printf '%.1f' 1,5)" = 1,5 ] || fail "the locale has no decimal comma"
[ "$(foreign date -d @0 +%H)" != "$(date -d @0 +%H)" ] || fail "the time zone is the same"
# Another user, if we may switch to one that can read the checkout.
stranger="setpriv --reuid 65534 --regid 65534 --clear-groups"
[ "$(id -u)" = 0 ] && $stranger test -r "$here/../../workloads/fft.loop" && $stranger test -x "$loop" || stranger=

with=${REPEATS_WITH:-}
make_ring() {
    program ring <<'EOP'
    \PHASE("talk") \LOOP (3) \COMMUNICATE(bytes, 1, 1);
    \RESULT("half", "s", 0.5);
    \VERIFY(size < 1000, "size is small")
EOP
    sed -i 's/&size, 0)/\&size, 1000)/' ring.loop # with a trace, for the figures
    expect 0 "$loop" run ring.loop -n 2 --size 10 --launches 3 -o ran
    rm -f ran/sheet.html
    cp "$here/../../workloads/fft.loop" .
}
if [ -d "$with/ran" ]; then cp -R "$with/ran" "$with"/*.loop .; else make_ring; fi
chmod -R a+rX "$work"
chmod a+rwx elsewhere

# same NAME ARGUMENT...: compares the output of `loop` in both environments.
same() {
    name=$1
    shift
    expect 0 "$loop" "$@"
    mv out "$name.here"
    expect 0 foreign $stranger "$loop" "$@"
    cmp "$name.here" out || fail "loop $*: other bytes elsewhere"
    [ ! -d "$with/ran" ] || cmp "$name.here" "$with/$name.here" || fail "loop $*: other bytes than on the first machine"
    [ -s "$name.here" ] || fail "loop $*: nothing"
}
same compile compile ring.loop
same compile-fft compile fft.loop
for form in html text csv json xml; do
    same "report-$form" report ran --format "$form" -o -
done
for figure in spacetime utilization matrix; do
    same "figure-$figure" report ran --figure "$figure" --format svg -o -
done
expect 0 "$loop" export ring.loop --machine local -o bundle-here
expect 0 foreign $stranger "$loop" export ring.loop --machine local -o elsewhere/bundle
diff -r bundle-here elsewhere/bundle || fail "loop export: other bytes elsewhere"
[ ! -d "$with/ran" ] || diff -r bundle-here "$with/bundle-here" || fail "loop export: other bytes than on the first machine"

# Measured values differ between runs, so the comparison finds differences.
expect 0 "$loop" run ring.loop -n 2 --size 10 --launches 3 -o again
expect 0 "$loop" report again --format json -o -
cmp -s report-json.here out && fail "two runs have the same bytes"
if [ -n "$with" ] && [ ! -d "$with/ran" ]; then mkdir -p "$with" && cp -R ran ./*.loop ./*.here bundle-here "$with"; fi
finish
