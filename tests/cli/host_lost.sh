# host_lost.sh LOOP MPI: a host loses its connection during a run. Hosts are three network namespaces with separate
# processes, reached only through the network. The message names the host, complete launches are kept, nothing remains
# on the other hosts, and the sweep continues when the host is back.
. "$(dirname -- "$0")/own_network.sh"
. "$(dirname -- "$0")/support.sh"
mpi=$1
. "$here/network_hosts.sh"
[ "$(id -u)" = 0 ] || skip "making namespaces needs root"
needs ip unshare python3 mpiexec.$mpi mpicxx.$mpi
hosts_can_be_made || skip "this root may not make namespaces: $(cat err)"
trap 'stop_hosts; cd /; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
doors=yes
start_hosts 3 || { echo "the hosts did not start"; exit 1; }
hosts_profile $mpi | sed "s/^hosts = .*/hosts = [\"$net.1\", \"$net.2\", \"$net.3\"]/" >three.toml
# loop sees only its own processes, as if the hosts were machines.
alone() { unshare --pid --mount-proc --fork --kill-child "$@"; }

program talk <<'BODY'
    const int rounds = bytes == 14 && access("mended", F_OK) != 0 ? 1000000000 : 10;
    \PHASE("talk") \LOOP (rounds) {
        \COMMUNICATE(bytes, 1, 1);
        if (me == 0 && rounds > 10) { FILE* mark = fopen("started", "w"); fclose(mark); }
    }
BODY
alone "$loop" sweep talk.loop -n 3 --set bytes=8,14 --order nested --launches 1 --warm-ups 0 \
    --machine ./three.toml --timeout 10 -o lost >out 2>err &
pid=$!
tries=0
while [ ! -e started ] && kill -0 $pid 2>/dev/null && [ $tries -lt 3000 ]; do sleep 0.1; tries=$((tries + 1)); done
[ -e started ] || fail "the second point did not begin"
cut_host 2
wait $pid
code=$?
[ $code = 6 ] || fail "a lost host gave $code, not 6"
err_has "machine \`three\`, \`launch.hosts\`: \`$net.2\` no longer answers"
grep -q "\`$net.2\` no longer answers" lost/points/002-*/run.json || fail "run.json does not name the host"
[ "$(grep -c '"outcome":"good"' lost/journal.jsonl)" = 1 ] || fail "the good launch is lost"
expect 0 "$loop" report lost --format text
out_has "talk"
for i in 1 3; do
    tries=0
    while [ "$(processes_on $i)" != 0 ] && [ $tries -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
    [ "$(processes_on $i)" = 0 ] || fail "processes are left on host $i"
done

# The host is back.
join_host 2
touch mended
expect 0 alone "$loop" sweep --resume lost --retry-failed
[ "$(grep -c '"outcome":"good"' lost/journal.jsonl)" = 2 ] || fail "the lost launch was not made again"
finish
