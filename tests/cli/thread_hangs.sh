# Hangs of constructs that threads execute (\THREADS) are explained.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

# Thread 1 of rank 0 waits for a thread that does not send.
program missing <<'EOP'
    \THREADS (2) t if (me == 0 || t == 0) \EXCHANGE(8, 1, 1, RING: true);
EOP
expect 6 "$loop" run missing.loop -n 2 --hang-limit 2 --discard
err_has 'missing participant: rank 0 waits in `\EXCHANGE` of thread 1 at missing.loop:10 for rank 1, which has finished'
err_has 'rank 0 waits in `\EXCHANGE` of thread 1 at missing.loop:10 for rank 1'

# All threads wait, in different constructs.
program different <<'EOP'
    \THREADS (2) t {
        if (me == 0) \SEND(8, 1 -> 0);
        else \SEND(8, 0 -> 1);
    }
EOP
expect 6 "$loop" run different.loop -n 2 --hang-limit 2 --discard
err_has 'different sequence: rank 0 waits in `\SEND` of thread 0 (of 2 threads, 2 wait) at different.loop:11 for rank 1, which waits in `\SEND` of thread 0 (of 2 threads, 2 wait) at different.loop:12'

# After threads, the rank's own waits are explained as ever.
program after <<'EOP'
    \THREADS (3) \EXCHANGE(8, 1, 1, RING: true);
    if (me == 0) \BARRIER();
EOP
expect 6 "$loop" run after.loop -n 2 --hang-limit 2 --discard
err_has 'rank 0 waits in `\BARRIER` at after.loop:11'

# A thread that computes may still send.
program computes <<'EOP'
    \THREADS (2) t {
        if (me == 1 && t == 1) \WORK(6);
        \EXCHANGE(8, 1, 1, RING: true);
    }
EOP
expect 0 "$loop" run computes.loop -n 2 --hang-limit 2 --discard
finish
