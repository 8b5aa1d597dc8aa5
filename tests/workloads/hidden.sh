# The percentage of hidden communication in mmm_a, in a known case: rank 1 is 200 ms late for each transfer, so a transfer
# takes 200 ms on rank 0. A "product" of 0, 100, and 300 ms hides nothing, half, and all of it.
. "$(dirname -- "$0")/../cli/support.sh"
workloads=$1

hidden_beside() { # MILLISECONDS LEAST MOST
    cp "$workloads/mmm.h" .
    sed -e 's/^#include "mmm.h"/&\n#include <unistd.h>/' \
        -e "s/\\\\MATPROD(.*/if (me == 0) usleep(1000 * $1);/" \
        -e 's/const double begin = clock0();/& if (me == 1) usleep(200000);/' "$workloads/mmm_a.loop" >late.loop
    rm -rf kept
    expect 1 "$loop" run late.loop -n 2 --size 8 --timeout 60 -o kept # the changed product is wrong
    percent=$(sed -n 's/.*"name":"communication hidden"[^}]*"value":\([0-9]*\).*/\1/p' kept/records/rank-0.json)
    [ "${percent:-999}" -ge "$2" ] && [ "${percent:-999}" -le "$3" ] || fail "beside $1 ms: ${percent:-no} %"
}

hidden_beside 0 0 15
hidden_beside 100 35 65
hidden_beside 300 85 100
finish
