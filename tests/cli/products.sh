# products.sh LOOP: products of ints that do not fit in an int, in sizes and counts: all commands compute the same.
. "$(dirname -- "$0")/support.sh"

cat >wide.loop <<'END'
#include <unistd.h>
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \PHASE("triad") \FLOPS(2.0 * size, BYTES: 24 * size) { loop::keep(size); usleep(200000); }
    \RESULT("moved", "B", 24 * size)
    \CLOSE0();
}
END
expect 0 "$loop" run wide.loop -n 1 --size 100000000 -o measured
out_line 'triad .* 0.08333'
out_line 'moved .* 2.4e.09 +B'

expect 0 "$loop" count wide.loop -n 2 --size 100000000
out_line 'memory bytes +4.47 GiB'

# What a loop cannot count is reported; with ints, it would do nothing.
sed 's/\\PHASE.*/\\LOOP (24 * size) { }/' wide.loop >many.loop
expect 5 "$loop" run many.loop -n 1 --size 100000000 -o many
tr -s ' \n' ' ' <err | grep -qF '2400000000' || fail "the count is not in the message"

# Sizes of messages, also those that depend on the rank.
cat >sizes.loop <<'END'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \SEND(24 * size, 0 -> 1);
    \SEND(r -> 24 * size * (r + 1), r -> r + 1);
    \CLOSE0();
}
END
expect 0 "$loop" count sizes.loop -n 2 --size 100000000
out_line 'bytes +4.47 GiB'

has smpirun "SimGrid" || finish
has smpicxx "SimGrid" || finish
cp "$here/../../machines/ncube2.xml" .
sed 's|^flops_per_second = [0-9].*|flops_per_second = 1e9\nbytes_per_second = 2.4e9|' "$here/../../machines/ncube2.toml" >model.toml
expect 0 "$loop" run wide.loop -n 1 --size 100000000 --machine ./model.toml -o simulated
python3 -c 'import json
p = json.load(open("simulated/run.json"))["simulated"]["phases"]
assert abs(p[0]["seconds"] - 1) < 1e-6, p' || fail "the simulated machine does not charge 2.4e9 bytes"
finish
