# Collective operations of several threads, one after the other (MPI_THREAD_MULTIPLE), are numbered over all threads of a
# rank: a correct program is neither INVALID nor stopped, also with --strict, and a wrong one is found.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# turns NAME OPERATION: thread 0 of rank 0 and thread 1 of rank 1 broadcast; then their first threads sum up, but rank 1
# executes OPERATION instead in the last step.
turns() {
    cat >"$1.loop" <<EOP
#include <mpi.h>
#include <omp.h>
\\BUILD(FLAGS: "-fopenmp")
int main(int argc, char** argv) {
    int nodes, me, host, size, level, value = 0, sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    \\OPEN0(&nodes, &me, &host, &size, 1000);
    for (int i = 0; i < 20; ++i) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == me) {
            MPI_Request begun;
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
            MPI_Ibarrier(MPI_COMM_WORLD, &begun);
            MPI_Wait(&begun, MPI_STATUS_IGNORE);
        }
        if (i < 19 || me == 0) MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        else $2;
    }
    \\CLOSE0();
    MPI_Finalize();
}
EOP
}

turns right 'MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD)'
for strict in '' --strict; do
    expect 0 "$loop" run right.loop -n 2 $strict --hang-limit 20 --timeout 60 --discard
    verdict_is VALID
done
turns wrong 'MPI_Barrier(MPI_COMM_WORLD)'
expect 5 "$loop" run wrong.loop -n 2 --hang-limit 2 --timeout 60 --discard
err_has 'different sequence: it is MPI_'
err_has '(collective operation 40 on MPI_COMM_WORLD'
finish
