# processors.sh LOOP: the processors of the ranks on this host. Ranks stay on those that the command may use, whatever the
# launcher does.
. "$(dirname -- "$0")/support.sh"

needs taskset
allowed=$(python3 -c 'import os; print(*sorted(os.sched_getaffinity(0)))')
set -- $allowed
[ $# -ge 2 ] || skip "there is one processor"
first=$1 second=$2

program talk <<'END'
    \LOOP (20) \COMMUNICATE(100000, 1, 1);
END
sed -i "s/size, 0);/size, 10000);/" talk.loop

# cpus_are RUN LIST...: the processors of ranks 0, 1, ... in the first launch.
cpus_are() {
    python3 - "$@" <<'END' || fail "the ranks of $1 did not run on $*"
import json
import sys
ranks = json.load(open(sys.argv[1] + "/run.json"))["launches"][0]["ranks"]
cpus = [rank["record"]["cpus"] for rank in ranks]
assert cpus == sys.argv[2:], cpus
END
}

# Open MPI's launcher binds its ranks to processors that the command may not use.
for machine in local local-openmpi; do
    [ $machine = local ] || has mpicxx.openmpi "Open MPI" || continue
    expect 0 taskset -c "$second" "$loop" run talk.loop -n 2 --machine $machine -o only-$machine
    cpus_are only-$machine "$second" "$second"
    out_says "oversubscribed: 2 ranks share 1 core"
    out_lacks "which the command may not use"
done

# A program that leaves them by itself.
sed -e 's/#include <mpi.h>/&\n#include <sched.h>/' \
    -e "s/^    int nodes/    cpu_set_t one; CPU_ZERO(\&one); CPU_SET($first, \&one);\n&/" \
    -e 's/^    \\CLOSE0/    sched_setaffinity(0, sizeof one, \&one);\n&/' talk.loop >leaves.loop
expect 0 taskset -c "$second" "$loop" run leaves.loop -n 1 -o leaves
out_says "rank 0 could run on processor $first, which the command may not use (only $second)"
finish
