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
trap 'leave stop_hosts' EXIT
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
    --machine ./three.toml --timeout 25 -o lost >out 2>err &
pid=$!
wait_while $pid "the second point has begun" [ -e started ]
cut_host 2
wait $pid
code=$?
[ $code = 6 ] || fail "a lost host gave $code, not 6"
err_has "machine \`three\`, \`launch.hosts\`: \`$net.2\` no longer answers"
grep -q "\`$net.2\` no longer answers" lost/points/002-*/run.json || fail "run.json does not name the host"
[ "$(grep -c '"outcome":"good"' lost/journal.jsonl)" = 1 ] || fail "the good launch is lost"
expect 0 "$loop" report lost --format text
out_line '8 +3 +1 +[0-9.]+ [mun]?s +[0-9.]+'
out_has '2 points: 1 done, 1 failed, 0 still need launches'
is_free() { [ "$(processes_on "$1")" = 0 ]; }
for i in 1 3; do wait_until "no processes are left on host $i" is_free $i; done

# The host is back.
join_host 2
touch mended
expect 0 alone "$loop" sweep --resume lost --retry-failed
[ "$(grep -c '"outcome":"good"' lost/journal.jsonl)" = 2 ] || fail "the lost launch was not made again"
finish
