# Untrusted files: their contents stay text, their names lead to no other files, and secrets are not published.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
escape=$(printf '\033')
export LOOP_CACHE="${LOOP_CACHE:-$HOME/.cache/loop}" # also where HOME is another

# clean FILE: contains nothing that controls a terminal.
clean() { if LC_ALL=C grep -q "[$(printf '\001-\010\013-\037\177')]" "$1"; then fail "control characters in $1: $(cat -v "$1")"; fi; }

# -- the terminal

cat >evil.toml <<'EOF'
name = "evil\u001b]0;x\u0007"
description = "\u001b[2J\u009b31m\u202E"
"odd\u001b[2Jkey" = 1
[build]
compiler = ["\u001b[31mmpicxx"]
[launch]
command = ["mpiexec", "-n", "{ranks}", "{program}"]
EOF
expect 2 "$loop" machine show ./evil.toml
clean err
sed -i '/^"odd/d' evil.toml
expect 0 "$loop" machine show ./evil.toml
clean out
expect 0 "$loop" machine show ./evil.toml --json
clean out
printf '\\PARAM(int a = 1, "x%s[2J")\nint main() { \\FOO%s[2J(1); }\n' "$escape" "$escape" >evil.loop
expect 3 "$loop" check evil.loop
clean err
name=$(printf 'odd\033[2Jname')
printf '1\n2\n3\n' >"$name"
expect 0 "$loop" characterize "$name" -o alike.loop
clean out
clean err
clean alike.loop
expect 7 "$loop" report "$name"
clean err
expect 7 "$loop" compare "$name" "$name"
clean err

# -- which files are written and read

printf 'untouched\n' >treasure
printf 'SENTINEL-FILE\n' >private
program ring <<'EOF'
    \COMMUNICATE(bytes, 1, 1);
EOF
# As a bundle's job.sh leaves it, without building one.
expect 0 "$loop" export ring.loop -o bundle
expect 0 "$loop" run ring.loop -n 2 --size 1 -o carried
id=$(sed -n '1s/.*"launch": *"\([^"]*\)".*/\1/p' carried/records/rank-0.json)
rm carried/run.json carried/sheet.html
cp -r bundle/bundle.json bundle/machine carried
printf 'loop-facts 1\nranks 2\nplanned 1\nlaunch 1 %s 2026-01-31T12:00:00+0000 1 0\n' "$id" >carried/facts

# A link in place of an output file is replaced, never followed.
cp -r carried linked
ln -s "$work/treasure" linked/run.json
ln -s "$work/treasure" linked/sheet.html
expect 0 "$loop" report linked
[ "$(cat treasure)" = untouched ] || fail "a link was followed"
[ ! -L linked/sheet.html ] && [ -s linked/run.json ] || fail "the links were not replaced"
ln -sf "$work/nowhere/to/be" linked/sheet.html
expect 0 "$loop" report linked
ln -sf /dev/full linked/sheet.html
expect 0 "$loop" report linked

clue=$here/../../machines/published/clue-2006.csv
expect 0 "$loop" compare "$clue" --plots plots
for file in plots/*; do ln -sf "$work/treasure" "$file"; done
expect 0 "$loop" compare "$clue" --plots plots
[ "$(cat treasure)" = untouched ] || fail "a link was followed by --plots"
[ -z "$(find plots -type l)" ] || fail "a link was left in plots"

# The contents of other files do not get into a sheet.
for place in ring.loop machine/profile.toml parameters; do
    cp -r carried reading
    rm "reading/$place"
    ln -s "$work/private" "reading/$place"
    expect 7 "$loop" report reading
    err_has "is not a file of this run"
    [ ! -e reading/run.json ] && [ ! -e reading/sheet.html ] || fail "$place was told"
    rm -r reading
done

# Names in files do not lead out of the folder.
for file in ../treasure /etc/hosts a/../../treasure; do
    cp -r carried named
    sed -i "s|\"file\": \"ring\"|\"file\": \"$file\"|" named/bundle.json
    expect 7 "$loop" report named
    rm -r named
done
cp -r carried many
sed -i 's/^ranks 2/ranks 1048576/' many/facts
expect 7 "$loop" report many
err_has "lists 1048576 ranks, but there are only"
mkfifo carried/records/pipe
cp -r carried piped
rm piped/records/rank-0.json
mkfifo piped/records/rank-0.json
expect 0 timeout 60 "$loop" report piped --format text
verdict_is INVALID

# pipe_at FILE COMMAND...: the command ends at once with code 7 while FILE is a pipe that nobody writes to.
pipe_at() {
    place=$1
    shift
    rm -f "$place"
    mkfifo "$place"
    expect 7 timeout 60 "$@"
    err_has "$place"
    err_has "not a regular file"
    rm "$place"
}
mkfifo nobody
(
    timeout 60 "$loop" characterize good.txt other.txt --owned nobody >owned.out 2>owned.err
    echo $? >owned.code
) &
owned=$!

cat >modelled.toml <<'EOF'
name = "modelled"
[build]
compiler = ["mpicxx"]
[launch]
command = ["smpirun", "-platform", "{platform}", "-hostfile", "{hostfile}", "-np", "{ranks}", "{program}"]
[simulation]
platform = "platform.xml"
hosts = 2
host_name = "node-{index}"
rates.flops_per_second = 1e9
EOF
pipe_at platform.xml "$loop" export ring.loop --machine ./modelled.toml -o modelled

# -- secrets

mkdir -p home/.ssh
printf 'SENTINEL-KEY\n' | tee home/.ssh/id_rsa home/.netrc home/.env .env >/dev/null
program mine <<'EOF'
    \COMMUNICATE(bytes, 1, 1);
EOF
sed -e 's/name = "local"/name = "mine"/' \
    -e '/^\[environment\]/a SITE_TOKEN = "SENTINEL-PROFILE"\nHARMLESS = "told"' \
    "$here/../../machines/local.toml" >mine.toml
sed -i 's/size, 0)/size, 100)/' mine.loop # with a trace
# Secrets in the environment, and in the command line of the calling process.
export SENTINEL=SENTINEL-ENVIRONMENT AWS_SECRET_ACCESS_KEY=SENTINEL-ENVIRONMENT GITHUB_TOKEN=SENTINEL-ENVIRONMENT
export LOOP_SENTINEL=SENTINEL-ENVIRONMENT MY_MPICH_SETTING=SENTINEL-ENVIRONMENT OMPI_SETTING=SENTINEL-ENVIRONMENT
# Settings of MPI and OpenMP are recorded, but not if their names may be those of secrets.
export MPICH_SITE_TOKEN=SENTINEL-ENVIRONMENT OMP_SITE_PASSWORD=SENTINEL-ENVIRONMENT
expect 0 env HOME="$work/home" sh -c '"$@"' SENTINEL-ARGUMENT "$loop" run mine.loop -n 2 --size 1 \
    --machine ./mine.toml --set bytes=16 -o results/run
expect 0 env HOME="$work/home" sh -c '"$@"' SENTINEL-ARGUMENT "$loop" sweep mine.loop -n 1,2 --size 1 --launches 1 \
    --warm-ups 0 --machine ./mine.toml -o results/sweep
for form in html text csv json xml; do
    expect 0 "$loop" report results/run --format $form -o results/sheet.$form
done
expect 0 "$loop" compare results/run results/run --format html -o results/compare.html
expect 0 "$loop" trace results/run --to csv -o results/trace
expect 0 mpiexec.mpich -n 2 results/run/program --records results/hand
expect 0 "$loop" report results/hand --format json -o results/hand.json
cp -r results/run traced
expect 0 "$loop" export mine.loop -o results/bundle
expect 0 "$loop" machine show ./mine.toml
cp out results/shown
expect 0 "$loop" doctor
cp out results/doctor
expect 0 "$loop" run mine.loop -n 2 --machine ./mine.toml --dry-run
cp out results/dry-run
grep -rlaF SENTINEL results && fail "a secret was told"
grep -qF '"HARMLESS": "told"' results/run/run.json || fail "what is no secret is not told"
grep -qF '"SITE_TOKEN": "(hidden)"' results/run/run.json || fail "nobody learns that there was a secret"
grep -qF '"MPICH_SITE_TOKEN": "(hidden)"' results/run/run.json || fail "nobody learns of the secret of a setting"
grep -rqaF SENTINEL "$LOOP_CACHE/known" && fail "a secret is in the cache"

# -- pipes and links in results and archives

# A folder that is linked is refused; links in a folder are replaced.
mkdir elsewhere drawn
ln -s "$work/elsewhere" traced/figures
expect 7 "$loop" report traced --figure all
err_has "is a link"
[ -z "$(ls elsewhere)" ] || fail "a linked folder was followed"
rm traced/figures
mkdir traced/figures
for file in traced/figures/concurrency.svg drawn/concurrency.svg; do ln -s "$work/treasure" $file; done
expect 0 "$loop" report traced --figure all
expect 0 "$loop" report traced --figure all -o drawn
[ "$(cat treasure)" = untouched ] || fail "a link was followed by --figure all"
[ -s traced/figures/concurrency.svg ] && [ -s drawn/concurrency.svg ] || fail "no figures"

expect 0 "$loop" trace traced --to otf2 -o archive
for file in archive/traces.def archive/traces/0.evt archive/traces.otf2; do
    cp $file saved
    pipe_at $file "$loop" report archive
    pipe_at $file "$loop" trace archive --to csv -o events
    cp saved $file
done
expect 0 "$loop" trace traced --to csv -o events
rm events/events.csv
mkfifo events/events.csv
expect 7 timeout 60 "$loop" trace traced --to csv -o events
cp -r traced/records by-hand
rm by-hand/rank-0.*
mkfifo by-hand/rank-0.trace by-hand/rank-0.calls
expect 7 timeout 60 "$loop" report by-hand --format text
verdict_is INVALID
cp results/sweep/journal.jsonl saved
for damage in '$s/"point"/"pint"/' '1s/.*/[]/' '$s/.*/{"point":/'; do
    sed -i "$damage" results/sweep/journal.jsonl
    [ "$damage" = '1s/.*/[]/' ] || truncate -s -1 results/sweep/journal.jsonl
    expect 7 "$loop" report results/sweep --format text
    err_has "results/sweep/journal.jsonl:"
    expect 7 "$loop" compare results/sweep results/sweep
    err_has "results/sweep/journal.jsonl:"
    cp saved results/sweep/journal.jsonl
done
expect 0 "$loop" report results/sweep --format text
rm results/sweep/journal.jsonl
mkfifo results/sweep/journal.jsonl
expect 7 timeout 60 "$loop" report results/sweep --format text
err_has "results/sweep/journal.jsonl cannot be read"
pipe_at results/sweep/journal.jsonl "$loop" sweep --resume results/sweep
ln -s "$work/treasure" results/sweep/journal.jsonl
expect 7 "$loop" sweep --resume results/sweep
err_has "journal.jsonl"
[ "$(cat treasure)" = untouched ] || fail "a link was followed by a journal"

wait $owned
[ "$(cat owned.code)" = 7 ] && grep -qF 'no process writes to it' owned.err || fail "--owned: $(cat owned.err)"

expect 2 "$loop" export mine.loop --machine ./mine.toml -o taken
err_has "looks like a secret"
[ ! -e taken ] || fail "a refused export left something"

finish
