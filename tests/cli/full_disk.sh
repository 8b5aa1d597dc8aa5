# A run directory or a cache on a full disk: an exit code and the reason. Must be allowed to mount.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
mkdir small
mount -t tmpfs -o size=8m loop-test small 2>/dev/null || skip "no right to mount a small file system"
trap 'leave "umount small"' EXIT

program loud <<'EOF'
    if (me == 0) for (int i = 0; i < 4000000; ++i) puts("a line of output that fills the disk");
EOF
expect 7 "$loop" run loud.loop -n 2 -o small/run --json
err_has "No space left on device"
rm -rf small/run
head -c 7900k /dev/zero >small/filler
expect 7 "$loop" run loud.loop -n 2 -o small/run
err_has "No space left on device"

# No space for what the compiler writes, perhaps not even for its messages: the program is not to blame.
rm -rf small/run
expect 4 env LOOP_CACHE="$work/small/cache" "$loop" run loud.loop -n 2 -o built
err_has "the C++ compiler failed while it "
err_has "set LOOP_CACHE to a folder on another file system"
err_lacks "rejects"

# A mistake that has the words of the system is one of the program.
program wrong <<'EOF'
    static_assert(sizeof(int) == 5, "No space left on device");
EOF
expect 4 "$loop" build wrong.loop
err_has "the C++ compiler rejects wrong.loop"
finish
