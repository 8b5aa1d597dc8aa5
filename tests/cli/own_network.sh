# Sourced first by tests that make network interfaces: starts the test again in a network of its own, where this can be
# made. Otherwise MPICH would fail in other tests ("No such device") if it starts while interfaces come and go. The
# network has an interface beside lo, because Open MPI and Slurm need one.
if [ "${LOOP_TEST_NETWORK-}" != own ] && unshare --net ip link set lo up 2>/dev/null; then
    LOOP_TEST_NETWORK=own exec unshare --net sh -c 'ip link set lo up &&
        ip link add own0 type veth peer name own1 && ip link set own0 up && ip link set own1 up &&
        ip addr add 192.0.2.1/24 dev own0 && exec sh "$@"' sh "$0" "$@"
fi
