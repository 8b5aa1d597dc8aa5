# \START and \FINISH: what a run says about handles that only a run can judge, and about a rank that does not start.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

program wrong <<'EOP'
    const bool first = me == 0;
    if (bytes == 1) { \START(h) \EXCHANGE(8, 1, 2); if (bytes > 1) \FINISH(h); }
    if (bytes == 2) { \START(h) \EXCHANGE(8, 1, 2); \LOOP (2) i \FINISH(h); }
    if (bytes == 3) { if (bytes > 3) \START(h) \EXCHANGE(8, 1, 2); \FINISH(h); }
    if (bytes == 4) { \UNTIMED() \START(h) \EXCHANGE(8, 1, 2); \FINISH(h); }
    if (bytes == 5) { \START(h) \EXCHANGE(8, 1, 2); \UNTIMED() \FINISH(h); }
    \START(open) \EXCHANGE(8, 1, 2);
    if (bytes != 6) \FINISH(open);
    if (bytes == 7) {
        if (!first) \START(h) \EXCHANGE(8, 1, 2);
        if (!first) \FINISH(h);
    }
    if (bytes == 8) { const int own = first ? 8 : 16; \START(h) \EXCHANGE(own, 1, 2); \FINISH(h); }
    if (bytes == 9) { \LOOP (2000) i \START(h) \SEND(8, r -> r); \FINISH(h); }
    if (bytes == 10) {
        try { \START(h) \EXCHANGE(8, 1, 2); if (bytes == 10) throw 1; \FINISH(h); } catch (int) {}
    }
    if (bytes == 11) {
        const auto begin = [&] { \START(h) \EXCHANGE(8, 1, 2); };
        begin();
        \FINISH(h);
    }
    if (bytes == 12) {
        if (first) { \START(h) \EXCHANGE(8, 1, 2); \START(h) \COMMUNICATE(8, 1, 1); }
        else { \START(h) \COMMUNICATE(8, 1, 1); \START(h) \EXCHANGE(8, 1, 2); }
        \FINISH(h);
    }
EOP

says 1 'wrong.loop:11: error: rank'
says 1 '\EXCHANGE: started with `h`, but not finished at the end of the block: write `\FINISH(h);`'
says 2 '\FINISH: nothing is started with `h`: it was finished on line 12 already'
says 3 '\FINISH: nothing is started with `h`'
says 4 '\FINISH: `\EXCHANGE` on line 14 was started with `h` inside \UNTIMED or a warm-up; start and finish must be measured, or neither'
says 5 'was started with `h` outside \UNTIMED'
says 6 '\CLOSE0: `\EXCHANGE` on line 16 was started with `open`, but not finished: write `\FINISH(open);` before \CLOSE0'
expect 6 "$loop" run wrong.loop -n 3 --set bytes=7 --discard
err_has 'missing participant: rank 1 waits in `\FINISH` for `\EXCHANGE` of wrong.loop:19 at wrong.loop:20 for rank'
expect 6 "$loop" run wrong.loop -n 2 --set bytes=12 --discard
err_has 'different sequence: rank 0 waits in `\FINISH` for `\EXCHANGE` of wrong.loop:33 at wrong.loop:35 for rank 1,'
err_has 'which waits in `\FINISH` for `\COMMUNICATE` of wrong.loop:34 at wrong.loop:35'
says 8 '\EXCHANGE: different arguments: the size is'
says 9 '1024 constructs are started and not finished, which is the most'
says 10 '\CLOSE0: `\EXCHANGE` on line 25 was started with `h`, but not finished'
expect 0 "$loop" run wrong.loop -n 3 --set bytes=11 --discard
finish
