# workload.sh LOOP OPERATIONS NAME ARGUMENT...: VALID with this number of operations, on 1 to 16 ranks and with Open MPI.
. "$(dirname -- "$0")/../cli/support.sh"
needs mpiexec.openmpi
operations=$1
name=$2
shift 2

check() { # RANKS ARGUMENT...
    p=$1
    shift
    expect 0 "$loop" run "$name" -n "$p" --json --timeout 60 "$@"
    wanted=$(($operations))
    counted=$(sed -n '/"summary"/,$p' out | sed -n 's/.*"flops": *\([0-9.]*\).*/\1/p' | head -n 1)
    out_lacks "dropped (" # workloads must not cause notes about dropped partners
    [ "${counted%.0}" = "$wanted" ] || fail "$p ranks: $counted operations, not $wanted"
}

for ranks in 1 2 3 4 5 7 8 16; do check $ranks "$@"; done
if [ "$name" = fft ]; then
    for move in zero me pairs; do
        for ranks in 1 3 8; do check $ranks "$@" --set move=$move; done
    done
fi
check 3 "$@" --machine local-openmpi
finish
