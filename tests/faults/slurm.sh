# slurm.sh LOOP SHIM [OPTIONS of matrix.py]: matrix.py on a Slurm cluster of one node, which this script starts and stops.
# Paths are absolute. Daemons and jobs are in separate namespaces, so that everything there at the end was left behind.
if [ "$(id -u)" = 0 ] && [ "${FAULTS_PLACE-}" != own ] && unshare --mount --pid --ipc --fork --mount-proc true; then
    FAULTS_PLACE=own exec unshare --mount --pid --ipc --fork --mount-proc --kill-child sh "$0" "$@"
fi
. "$(dirname -- "$0")/../cli/support.sh"
. "$here/../cli/slurm_cluster.sh"
[ "$FAULTS_PLACE" = own ] || skip "starting Slurm's daemons, and making namespaces, needs root"
needs slurmctld slurmd munged srun sbatch mpicxx.mpich python3
trap 'leave stop_slurm' EXIT
trap 'exit 1' INT TERM
slurm_cpus=4
start_slurm SlurmdParameters=config_overrides || { echo "Slurm did not start"; exit 1; }
python3 "$here/matrix.py" "$loop" "$@" --machine slurm
