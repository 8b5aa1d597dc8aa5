# rates.sh LOOP: a rate that the cores of the ranks cannot reach is called impossible, a good one is not.
. "$(dirname -- "$0")/support.sh"

# The compiler removes the loop of the first phase, as nobody reads the sum.
program rates <<'END'
    \MAT(double, S1: 300, S2: 300) a, b, c;
    \INIT_ARRAY(a); \INIT_ARRAY(b);
    const int n = 400000000;
    \PHASE("removed") \FLOPS(2.0 * n) { double sum = 0; for (int i = 0; i < n; ++i) sum += 0.5 * i; }
    \PHASE("product") \LOOP (20) \MATPROD(c, a, b, LIBRARY: own);
    \RESULT("claimed", "Gflop/s", 9e6)
END
expect 0 "$loop" run rates.loop -n 1 -o one
out_line 'removed .* impossible'
out_says 'Phase "removed" (line '
out_says 'than the core of its rank can compute'
grep -q '^product .* impossible' out && fail "a product of matrices is called impossible"
python3 - <<'END' || fail "run.json has not what the limit needs"
import json
environment = json.load(open("one/run.json"))["environment"]
assert environment["vectors"] != "unknown" and "max_mhz" in environment, environment
END

# Without that phase, the result is next.
sed -i '/"removed"/d' rates.loop
expect 0 "$loop" run rates.loop -n 2 -o two
out_says 'Result `claimed` (line '
out_says 'than the 2 cores of its ranks can compute'
sed -i '/"claimed"/d' rates.loop
expect 0 "$loop" run rates.loop -n 2 -o good
out_lacks "impossible"
finish
