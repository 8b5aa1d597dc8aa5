# BSP: every method on odd and crowded numbers of ranks, with Open MPI and on simulated machines; r, g and l are told and
# drawn; what cannot be is refused; machines and predictions.
. "$(dirname -- "$0")/../cli/support.sh"
needs mpiexec.openmpi
needs smpirun
methods=$1/run_methods.loop

valid() { # RANKS ARGUMENT...
    ranks=$1
    shift
    expect 0 "$loop" run "$@" -n "$ranks" --timeout 100
}
quick="--set n=64 --set batches=1 --set seconds=0.00001"

valid 7 "$methods" --discard
valid 16 "$methods" --discard
valid 4 "$methods" --machine local-openmpi --discard

valid 2 bspbench $quick --set h1=40 --launches 3 -o two
out_has 'p = 2, r = '
out_has 'fitted to h = 2 to 40, 39 points'
out_has 'of the best two of 3 launches: '
grep -q 'id="bsp"' two/sheet.html || fail "the sheet has no section of r, g and l"
grep -q 'Times of h-relations and the line through them' two/sheet.html || fail "the line is not drawn"
valid 1 bspbench $quick --set h1=20 --discard
out_has 'p = 1, r = '
out_has 'BSPBENCH: one rank sends to itself: g and l are what the way of sending costs'
valid 1 bspprobe --set dot=1000 --set mat=10 --set words=256 --set seconds=0.001 --discard
out_has 'BSPPROBE: one rank sends to itself'
valid 2 bspbench $quick --set h1=1000 --set relations=5 --discard
out_has 'fitted to h = 2 to 1000, 6 points'
valid 2 bspprobe --set dot=1000 --set mat=10 --set words=256 --set seconds=0.001 -o probe
for name in 's  ' 'l low' 'l high' 'g infinity' 'n-half'; do out_has "$name"; done

# counts FOLDER: messages and bytes sent, messages and bytes received, by all ranks.
counts() {
    python3 -c '
import json, sys
site, = json.load(open(sys.argv[1] + "/run.json"))["summary"]["sites"]
print(*(site[what + way] for way in ("_sent", "_received") for what in ("messages", "bytes")))' "$1"
}
# A simulated superstep of each size is made once: 0 to 40 words of 8 bytes from each rank to the other.
for method in 'put 82' 'alltoallv 80' 'rma 1640'; do
    valid 2 bspbench --machine meiko --set n=64 --set h1=40 --set "method=${method% *}" -o counted
    [ "$(counts counted)" = "${method#* } 13120 ${method#* } 13120" ] || fail "$method: $(counts counted)"
    rm -r counted
done
read -r sent bytes received bytes_received <<EOC
$(counts probe)
EOC
[ "$sent $bytes" = "$received $bytes_received" ] || fail "bspprobe sent $sent $bytes, received $received $bytes_received"
[ "$bytes" -gt $((2 * 2 * 256 * 4)) ] || fail "bspprobe counts $bytes bytes"

refused() { # SENTENCE RANKS ARGUMENT...
    sentence=$1 ranks=$2
    shift 2
    expect 2 "$loop" run "$@" -n "$ranks" --timeout 60
    err_has "required: $sentence"
    is_silent out
}
refused 'h-relations to fit a line to: H1 above H0; H0 is 4 (the ranks), H1 is 4' 4 bspbench --set h1=4
refused 'h-relations to fit a line to: H1 above H0; H0 is 9, H1 is 8' 2 bspbench --set h0=9 --set h1=8
refused 'a method `put`, `alltoallv` or `rma`; it is `get`' 2 bspbench --set method=get
refused 'memory for three vectors of N = 1000000000000 elements on each rank: they are 22888183 MiB' 2 bspbench --set n=1000000000000
refused 'relations of at most 2^20 words (H1); it is 1000000000' 2 bspbench --set h1=1000000000
refused '2 to 2^20 h-relations (RELATIONS); it is 1' 2 bspbench --set relations=1
refused 'a time of a batch (SECONDS) above 0, at most an hour' 2 bspbench --set seconds=0
refused 'a smallest block (BLOCK) of 1 to WORDS = 64 words; it is 65' 2 bspprobe --set words=64 --set block=65

# A clock that steps once in ten milliseconds: said, and nothing is made up.
cat >coarse.c <<'END'
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    int code = syscall(SYS_clock_gettime, clock, time);
    if (code == 0 && clock == CLOCK_MONOTONIC) time->tv_nsec -= time->tv_nsec % 10000000;
    return code;
}
END
gcc -shared -fPIC -o coarse.so coarse.c || fail "coarse.c"
expect 0 env LD_PRELOAD="$PWD/coarse.so" "$loop" run bspbench -n 2 --timeout 100 --discard
out_has 'BSPBENCH: the clock is too coarse for r, g and l: its smallest step is 10000 us'
out_lacks 'p = 2'
expect 0 env LD_PRELOAD="$PWD/coarse.so" "$loop" run bspprobe -n 2 --timeout 100 --discard
out_has 'BSPPROBE: the clock is too coarse for s, l and g: its smallest step is 10000 us'
out_lacks 'n-half'

# The table: what was measured, then the published machines, in every form.
expect 0 "$loop" bsp table two probe
out_has 'SGI Origin 2000'
[ "$(grep -c 'bspprobe' out)" -ge 80 ] || fail "published machines are missing"
[ "$(grep -c '  *2  bspbench .* measured ' out)" = 1 ] || fail "the measured machine is missing"
expect 0 "$loop" bsp table two --no-published --format csv
[ "$(wc -l <out)" = 2 ] || fail "one machine is one line"
expect 0 "$loop" bsp table --format html -o machines.html
grep -q 'Cray T3E' machines.html || fail "the page has no machines"

# A second of the T3E's operations; and a program beside its own time.
expect 0 "$loop" bsp predict --work 35e6 --h 0 --supersteps 0
grep 'Cray T3E  *8 ' out | grep -q '1.00 s' || fail "35e6 operations at 35 Mflop/s are a second"
valid 2 fingerprint --size 20 -o fingerprint
expect 0 "$loop" bsp predict --program fingerprint two
out_has 'measured: '
out_lacks 'Origin' # of 8 processors
expect 7 "$loop" bsp table fingerprint
err_has '`fingerprint` has no r, g and l'
expect 7 "$loop" bsp table nowhere
expect 2 "$loop" bsp predict
err_has 'nothing to predict'
expect 2 "$loop" bsp draw

valid 16 "$methods" --machine fattree-1024 --verify --discard
expect 2 "$loop" run bspbench -n 128 --machine paragon --set h1=20000 --set method=rma --timeout 60
err_has 'at most an hour of simulation: these are up to '
# DAXPYs are charged at the profile's rate.
for machine in paragon ncube2 meiko; do
    valid 4 bspbench --set h1=64 --machine "$machine" --discard
    "$loop" machine show "$machine" | awk '/ flops_per_second = / { printf "%.5g\n", $NF / 1e6 }' >rate
    out_has "p = 4, r = $(cat rate) Mflop/s"
done
finish
