# `loop derive --noise`: computation that varies as it did in the trace.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

program varies <<'EOP'
    for (int i = 0; i < 40; ++i) {
        \WORK(i % 10 == 9 ? 4e-3 : 1e-3);
        \EXCHANGE(64, 1, 2, RING: true);
    }
EOP
sed -i 's/&size, 0)/\&size, 1000)/' varies.loop
expect 0 "$loop" run varies.loop -n 3 -o varies --oversubscribe
expect 0 "$loop" derive varies --noise --check -o noisy.loop
alike_on 3
grep -q 'WORK(work \* .* \* varied({0\..*, [1-9].*}))' noisy.loop || fail 'the program does not compute for longer now and then'
expect 0 "$loop" derive varies -o mean.loop
grep -qF 'varied' mean.loop && fail 'computation varies without --noise'
expect 0 "$loop" derive varies --noise -o again.loop
cmp -s noisy.loop again.loop || fail 'another program the second time'
expect 0 "$loop" compile noisy.loop --plain

finish
