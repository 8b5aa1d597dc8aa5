# A hang in a collective construct: the report names the construct, its line, who waits, and who is missing.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# hangs FAULT SENTENCE: a run of the program ends with this sentence.
hangs() {
    expect 6 "$loop" run wrong.loop -n 4 --oversubscribe --set bytes="$1" --hang-limit 1 --timeout 60 --discard
    err_has "$2"
}

program wrong <<'EOP'
    if (bytes == 1 && me != 1) \BARRIER();
    if (bytes == 2 && me % 2 == 0) \ALLTOALL(8);
    if (bytes == 3) {
        if (me != 3) \WITH(PERSISTENT: true) \ALLREDUCE(16);
    }
    if (bytes == 4) {
        \AMONG(r -> r % 2) {
            if (me != 2) \REDUCE(8);
        }
    }
EOP
hangs 1 'missing participant: rank 0 waits in `\BARRIER` at wrong.loop:10 for rank 1, which has finished'
hangs 2 'missing participant: rank 0 waits in `\ALLTOALL` at wrong.loop:11 for ranks 1 and 3, which have finished'
err_has 'ranks 0 and 2 wait in `\ALLTOALL` (size 8, root 0) at wrong.loop:11 for the other ranks'
hangs 3 'missing participant: rank 0 waits in `\ALLREDUCE` at wrong.loop:13 for rank 3, which has finished'
hangs 4 'missing participant: rank 0 waits in `\REDUCE` at wrong.loop:17 for rank 2, which has finished'
err_has 'rank 0 waits in `\REDUCE` at wrong.loop:17 for the other members of ranks 0 and 2'

finish
