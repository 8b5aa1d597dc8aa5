# loop machine and loop doctor: profiles are found in the right folders, and problems of a machine are reported with
# profile, key, and remedy.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs mpiexec.openmpi
machines="$here/../../machines"

# edited PROFILE SED-SCRIPT: prints a changed profile of LOOP.
edited() { sed "$2" "$machines/$1.toml"; }

# Listing and showing.
expect 0 "$loop" machine list
out_has "this machine, MPICH"
expect 0 "$loop" machine show ncube2
out_has "machine     ncube2 (SIMULATED: a model)"
out_has "flops_per_second"
expect 0 "$loop" machine show local --json
python3 -c 'import json; assert json.load(open("out"))["name"] == "local"' || fail "show --json is not the profile"
expect 2 "$loop" machine show locl
err_has 'did you mean `local`?'
expect 2 "$loop" machine
expect 2 "$loop" machine show
err_has "NAME|FILE is missing"
expect 2 "$loop" machine list local
expect 2 "$loop" machine look

# A profile in the current folder must be given as a file; one in the user's folder is found by name.
edited local 's/name = "local"/name = "mine"/' >mine.toml
expect 2 "$loop" machine show mine
expect 0 "$loop" machine show ./mine.toml
mkdir -p "$XDG_CONFIG_HOME/loop/machines"
mv mine.toml "$XDG_CONFIG_HOME/loop/machines/"
expect 0 "$loop" machine show mine
expect 0 "$loop" list --machines
out_has mine
expect 0 "$loop" machine list
out_has "mine            this machine, MPICH (yours)"

# On `local`, MPICH does not open network interfaces: one that came or went during MPI_Init would make it fail.
program sockets <<'EOP'
    if (system("for socket in $(ls -l /proc/$PPID/fd | sed -n 's/.*socket:.\\([0-9]*\\).*/\\1/p'); do"
               " grep -w $socket /proc/self/net/tcp | awk '$4 == \"0A\" && $2 !~ /^0*:/ { print \"listens at\", $2 }';"
               " done; echo looked") != 0) return 1;
EOP
expect 0 "$loop" run sockets.loop -n 2 --machine local --discard
out_has "looked"
out_lacks "listens at"

# Errors in profiles, with line and suggestion.
edited local 's/^mpi =/mpy =/' >bad.toml
expect 2 "$loop" machine check ./bad.toml
err_has 'unknown key `build.mpy`'
err_has 'did you mean `mpi`?'
edited local 's/{ranks}/{rank}/' >bad.toml
expect 2 "$loop" run fingerprint --machine ./bad.toml
err_has 'unknown placeholder `{rank}` in `launch.command`'

# Tools that are not installed.
edited local 's/"mpicxx.mpich"/"no-such-compiler"/' >bad.toml
for verb in "run fingerprint --machine" "machine check"; do
    expect 4 "$loop" $verb ./bad.toml
    err_has 'machine `local`, `build.compiler`: `no-such-compiler` is not installed'
    err_has 'apt-get install libmpich-dev'
done
edited local 's/"mpiexec.mpich"/"no-such-launcher"/' >bad.toml
for verb in "run fingerprint --machine" "machine check"; do
    expect 5 "$loop" $verb ./bad.toml
    err_has 'machine `local`, `launch.command`: `no-such-launcher` is not installed'
done
printf '[queue]\nsubmit = ["no-such-queue", "{script}"]\nstate = ["true", "{job}"]\ncancel = ["true", "{job}"]\n' |
    cat "$machines/local.toml" - >bad.toml
expect 5 "$loop" run fingerprint --machine ./bad.toml
err_has 'machine `local`, `queue.submit`: `no-such-queue` is not installed'

# More ranks than slots.
edited local 's/^\[launch\]/[launch]\nslots = 1/' >bad.toml
expect 2 "$loop" run fingerprint -n 2 --machine ./bad.toml
err_has 'machine `local` has 1 slot (`launch.slots`), but 2 ranks are requested'

# Hosts.
expect 2 "$loop" run fingerprint --machine local --hosts a
err_has '`launch.hosts`'

expect 0 "$loop" machine check local
grep -q "^library  *MPICH [0-9]" out || fail "the check does not name the library"
grep -q "^disturbed  *up to [0-9.]* % of a rank's time, longest gap " out || fail "the check does not say how disturbed"
out_has 'machine `local` works'
expect 0 "$loop" machine detect -o here.toml
expect 7 "$loop" machine detect -o here.toml
err_has 'here.toml` exists'
expect 0 "$loop" machine show ./here.toml
out_has "-bind-to core -n"
grep -q "^pinning  *core\$" out || fail "the profile does not pin ranks to cores"
expect 0 "$loop" run fingerprint -n 2 --machine ./here.toml -o pinned
python3 -c 'import json
ranks = json.load(open("pinned/run.json"))["launches"][0]["ranks"]
cpus = [rank["record"]["cpus"] for rank in ranks]
assert "-" not in cpus[0] and "," not in cpus[0], cpus' || fail "the detected profile does not pin"

# A launcher that ends before its ranks start: its message and LOOP's.
cat >refuses <<'EOF'
#!/bin/sh
echo "mpiexec has detected an attempt to run as root." >&2
exit 1
EOF
chmod +x refuses
edited local "s|\"mpiexec.mpich\"|\"$work/refuses\"|" >bad.toml
expect 5 "$loop" machine check ./bad.toml
err_has 'machine `local`, `launch.command`: the launcher refuses to run as root'

# The launcher of another MPI library starts separate ranks; a launcher may have too few slots.
edited local-openmpi 's/"mpiexec.openmpi".*"-n"/"mpiexec.mpich", "-n"/' >wrong.toml
# Separate ranks of Open MPI that start at the same moment sometimes remove each other's temporary folder, and end before
# they could find themselves alone.
for attempt in 1 2 3 4 5; do
    expect 5 "$loop" machine check ./wrong.toml
    grep -q 'cannot write into its temporary folder' err || break
done
err_has 'machine `local-openmpi`, `launch.command`: each process found itself alone'
err_has '`mpiexec.mpich` does not start what `mpicxx.openmpi` (`build.compiler`) builds'
edited local-openmpi 's/"--oversubscribe", //' >few.toml
expect 5 "$loop" run fingerprint -n 200 --oversubscribe --machine ./few.toml --discard
err_has 'machine `local-openmpi`, `launch.command`: the launcher has too few slots'

# The whole installation.
expect 0 "$loop" doctor
out_has "LOOP works here"
expect 1 env LOOP_CACHE=/proc/none "$loop" doctor
out_has "problem  cache"
printf 'name = 1\n' >"$XDG_CONFIG_HOME/loop/machines/broken.toml"
expect 1 "$loop" doctor
out_has "must be a string"
finish
