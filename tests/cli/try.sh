# loop run --try: runs with one value after the other, until one fails.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich

program limited <<'EOF'
    \REQUIRE(bytes >= 0, "no negative sizes");
    \VERIFY(bytes < 2048, "small enough");
EOF
expect 0 "$loop" run limited.loop -n 2 --try bytes=1,1k,2047
out_has "bytes=1: VALID"
out_has "bytes=1024: VALID"
out_has 'no run failed: 3 values of `bytes`'
ls -d loop-run-* 2>/dev/null && fail "a good run left a folder"

expect 1 "$loop" run limited.loop -n 2 --try bytes=-1,1,2k,1m
out_has "bytes=-1: the program refuses this value"
out_has "bytes=2048: INVALID"
out_has '`small enough`'
out_lacks "bytes=1048576"
err_has "the run with bytes=2048 failed"
err_has "repeat it with: loop run limited.loop -n 2 --set bytes=2048"
folder=$(sed -n 's/^loop: the run is in //p' err)
[ -e "$folder/run.json" ] || fail "the run that failed is not kept"
rm -rf "$folder"

expect 2 "$loop" run limited.loop -n 2 --try bytes=-1,-2
err_has 'the program refused every value of `bytes`'

# A message that fits into MPI's buffers does not wait for its receive.
program deadlock <<'EOF'
    static char out[1 << 22], in[1 << 22];
    MPI_Send(out, bytes, MPI_CHAR, 1 - me, 1, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_CHAR, 1 - me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
EOF
expect 6 "$loop" run deadlock.loop -n 2 --hang-limit 1 --try bytes=1,1k,4m
out_has "bytes=1024: VALID"
out_has "cycle of waits"
err_has "the run with bytes=4194304 failed"

# Nothing runs if a value does not fit.
expect 2 "$loop" run limited.loop -n 2 --try bytes=1,many
err_has 'parameter `bytes` has type `int`; `many` does not fit'
[ ! -s out ] || fail "something ran"
expect 2 "$loop" run limited.loop -n 2 --try byte=1
err_has 'did you mean `bytes`?'
expect 2 "$loop" run limited.loop -n 2 --try bytes
err_has '`--try bytes` is not of the form NAME=VALUE,VALUE'
expect 2 "$loop" run limited.loop -n 2 --set bytes=1 --try bytes=1
expect 2 "$loop" run limited.loop -n 2 --json --try bytes=1
expect 0 "$loop" run limited.loop -n 2 --try size=1,2
out_has "size=2: VALID"
finish
