# \DEAL: what a run says about wrong arguments that only a run can find, and what its sheet counts.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich

program wrong <<'EOP'
    const int last = nodes - 1, own = me;
    if (bytes == 1) \DEAL (10, BY: last + 1) t { }
    if (bytes == 2) \DEAL (10, GIVE: last) t { }
    if (bytes == 3) \DEAL (10, RETURN: -last) t { }
    if (bytes == 4) \DEAL (10, CHUNK: 2 - nodes + 1) t { }
    if (bytes == 5) \DEAL (10 + (own == 2 ? 1 : 0)) t { }
    if (bytes == 6) \DEAL (10, BY: own == 1 ? 1 : 0) t { }
    if (bytes == 7) \DEAL (10, GIVE: own == 0 ? 16 : 8) t { }
    if (bytes == 8) \DEAL (10, RETURN: own == 1 ? 80 : 8, CHUNK: own == 1 ? 3 : 2) t { }
    if (bytes == 9) \DEAL (3e9) t { }
#define LEAVE break
    if (bytes == 10) \DEAL (10) t { if (t == 4) LEAVE; }
    if (bytes >= 20) \LOOP (6) i {
        if (i == 3 && own == bytes - 20) usleep(200000);
        \DEAL (10, GIVE: i == 3 && own == 1 ? 16 : 8) t { }
    }
EOP

says 1 '\DEAL: BY is 3, but the ranks are 0 to 2'
says 2 '\DEAL: GIVE is 2 bytes; it must be at least 8, for the number of a pass'
says 3 '\DEAL: RETURN is -2 bytes; it must not be negative'
says 4 '\DEAL: CHUNK is 0; it must be at least 1'
says 5 '\DEAL: different arguments: `COUNT` is 1'
says 6 '\DEAL: different arguments: `BY` is '
says 7 '\DEAL: different arguments: `GIVE` is '
says 8 '`RETURN` is 8'
says 8 '; `CHUNK` is '
# A rank that changes its mind in a later call is found, whether it is the first or the last one there.
for last in 20 21 22; do says $last '\DEAL: different arguments: `GIVE` is '; done
says 9 '\DEAL: the count is 3000000000; it must be at most 2147483647'
says 10 '\DEAL: a jump has left the statement after pass 4; end a pass by `continue`'

# The messages and bytes of all ranks: n chunks among p ranks take 2 (n + p - 1) messages.
program counted <<'EOP'
    \DEAL (25, GIVE: 64, RETURN: 1000, CHUNK: 4, BY: nodes - 1) t { \WORK(FLOPS: 1000); }
EOP
total() { # total KEY: the sum over the ranks
    python3 -c 'import glob, json, sys
print(sum(site[sys.argv[1]] for file in glob.glob("counted/records/rank-*.json")
    for site in json.loads(open(file).readline())["sites"]))' "$1"
}
for ranks in 1 2 4; do
    rm -rf counted
    expect 0 "$loop" run counted.loop -n $ranks -o counted
    grep -Eq '^.DEAL +[0-9]+ ' out || fail "the sheet does not count the messages of \DEAL"
    [ $ranks = 1 ] && wanted="0 0" || wanted="$((2 * (7 + ranks - 1))) $((7 * 1064))"
    [ "$(total messages_sent) $(total bytes_sent)" = "$wanted" ] || fail "$ranks ranks sent $(total messages_sent) $(total bytes_sent)"
    [ "$(total messages_received) $(total bytes_received)" = "$wanted" ] || fail "$ranks ranks received something else"
    [ "$(total calls)" = $ranks ] || fail "$(total calls) calls on $ranks ranks"
done

# A rank that never asks: what the others wait for.
program missing <<'EOP'
    if (me != 2) \DEAL (10) t { }
EOP
expect 6 "$loop" run missing.loop -n 4 --hang-limit 2 --discard
err_has 'missing participant: rank 0 waits in `\DEAL` at missing.loop:10 for rank 2, which has finished'
err_has 'rank 0 waits in `\DEAL` (count 10) at missing.loop:10 for a request from rank 2'
finish
