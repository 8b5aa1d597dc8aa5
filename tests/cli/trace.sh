# loop trace: exports for other tools, which can read them; other files are never overwritten.
. "$(dirname -- "$0")/support.sh"
picl_check=$1
needs mpiexec.mpich
needs otf2-print
program talk <<'EOF'
    \PHASE("talk")
    for (int i = 0; i < 5; ++i) \EXCHANGE(bytes, 1, 1);
    if (me == 0) MPI_Send(&i_am, 4, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
    if (me == 1) MPI_Recv(&i_am, 4, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    \VISIBLE_SYNC();
EOF
sed -i 's/int nodes, me, host, size;/int nodes, me, host, size, i_am = 0;/; s/&size, 0)/\&size, 1000)/' talk.loop
expect 0 "$loop" run talk.loop -n 4 -o run
[ "$failures" = 0 ] || finish

# 4 ranks exchange in pairs 5 times, plus one message of host code; what VISIBLE_SYNC sends depends on the MPI library.
for format in picl otf2 perfetto csv; do
    expect 0 "$loop" trace run --to $format -o made.$format
    expect 0 "$loop" trace run --to $format -o made.$format
done
sent=$(awk -F, '$3 == "send"' made.csv/events.csv | wc -l)
bytes=$(awk -F, '$3 == "send" { n += $10 } END { print n }' made.csv/events.csv)
[ "$(awk -F, '$3 == "send" && $5 == "EXCHANGE" { n += $10 } END { print n }' made.csv/events.csv)" = 2000 ] ||
    fail "EXCHANGE did not send 20 messages of 100 bytes"
[ "$(awk -F, '$3 == "send" && $5 == "MPI_Send" { print $1, $9, $10, $11 }' made.csv/events.csv)" = "0 1 4 7" ] ||
    fail "the message of host code"
[ "$(awk -F, 'NR > 1 && ($6 == "" || $7 == "")' made.csv/messages.csv | wc -l)" = 0 ] || fail "a message with one end"
expect 0 "$picl_check" made.picl
out_has " $sent messages, $bytes bytes, 0 unreceived"
expect 0 otf2-print made.otf2/traces.otf2
is_silent err
[ "$(grep -cE '^MPI_I?SEND ' out)" = "$sent" ] || fail "otf2-print counts other messages"
[ "$(awk '/^MPI_I?SEND / { sub(/.*Length: /, ""); n += $1 } END { print n }' out)" = "$bytes" ] ||
    fail "otf2-print counts other bytes"
# The archive gives the same result as the run.
expect 0 "$loop" trace made.otf2 --to csv -o again
[ "$(awk -F, '$3 == "receive"' again/events.csv | wc -l)" = "$sent" ] || fail "there and back"

# The table of events has each line of events.csv, by time; filters choose from it.
events=$(($(wc -l <made.csv/events.csv) - 1))
expect 0 "$loop" trace run --to text
is_silent err
[ "$(wc -l <out)" = $((events + 1)) ] || fail "the table has other events than events.csv"
tail -n +2 out | sort -s -n -k1,1 >sorted
tail -n +2 out | cmp -s - sorted || fail "the table is not ordered by time"
expect 0 "$loop" trace run --to text --event send --in EXCHANGE
[ "$(grep -c ' send  .*EXCHANGE talk.loop:.* to [0-3] .* 100 B ' out)" = 20 ] || fail "20 messages of 100 bytes"
[ "$(wc -l <out)" = 21 ] || fail "events that are no sends in EXCHANGE"
expect 0 "$loop" trace run --to text --ranks 0 --event send,receive --partner 1 --in MPI_Send
[ "$(wc -l <out)" = 2 ] || fail "the message of host code"
expect 0 "$loop" trace run --to text --ranks 2- --limit 3
[ "$(wc -l <out)" = 4 ] || fail "a table of 3 events"
err_has "these are the first 3 events"
expect 0 "$loop" trace run --to text --from 1h
err_has "no event passes the filters"
expect 0 "$loop" trace run --to text -o events.txt
expect 0 "$loop" trace run --to text -o events.txt
[ "$(wc -l <events.txt)" = $((events + 1)) ] || fail "the table in a file"
# A reader that has left is no error; a full disk is one.
python3 - "$loop" 2>err <<'END'
import os, subprocess, sys
reader, writer = os.pipe()
os.close(reader)
sys.exit(subprocess.call([sys.argv[1], "trace", "run", "--to", "text"], stdout=writer))
END
code=$?
[ $code = 0 ] || fail "no reader: exit code $code"
is_silent err
"$loop" trace run --to text >/dev/full 2>err
[ $? = 7 ] || fail "a full disk is not reported"
err_has "cannot write to stdout"
for wrong in "--ranks 4" "--ranks 3-1" "--ranks x" "--from soon" "--from 2ms --until 1ms" "--event sent" "--in EXCHANGED" \
    "--line 1" "--partner -1" "--limit 0"; do
    expect 2 "$loop" trace run --to text $wrong
    is_silent out
done
expect 2 "$loop" trace run --to csv --ranks 1 -o made.csv
err_has '`--ranks` is only for `--to text`'
expect 2 "$loop" trace run --to text --in EXCHANG
err_has 'did you mean `EXCHANGE`?'

# Files that LOOP did not write stay.
echo mine >mine
mkdir folder && echo mine >folder/events.csv
expect 7 "$loop" trace run --to picl -o mine
err_has "exists and is not a file of \`loop trace --to picl\`"
[ "$(cat mine)" = mine ] || fail "it was overwritten"
expect 7 "$loop" trace run --to csv -o folder
[ "$(cat folder/events.csv)" = mine ] || fail "it was overwritten"
expect 7 "$loop" trace run --to otf2 -o made.csv
expect 7 "$loop" trace run --to perfetto -o made.picl
expect 7 "$loop" trace run --to picl -o absent/x
err_has "there is no folder \`absent\`"
expect 7 "$loop" trace nothing --to picl -o x
expect 7 "$loop" trace mine.otf2 --to picl -o x
err_has "No such file or directory"
expect 2 "$loop" trace run --to svg -o x
err_has "formats: picl, otf2, perfetto, csv, text"
expect 2 "$loop" trace run --to picl
err_has '`--to picl` needs `-o OUT`'
echo mine >mine.txt
expect 7 "$loop" trace run --to text -o mine.txt
[ -e x ] && fail "a file of a trace that failed"
expect 7 "$loop" trace run --to picl -o /dev/full

# A truncated trace: the rest is exported, with a remark.
cp -r run cut
half=$(($(wc -c <cut/records/rank-2.trace) * 2 / 3))
head -c $half run/records/rank-2.trace >cut/records/rank-2.trace
expect 1 "$loop" trace cut --to picl -o cut.picl
err_has "rank 2"
"$picl_check" cut.picl >out 2>err || grep -q 'never sent' out || fail "the cut trace is no PICL"

if mkdir small && mount -t tmpfs -o size=64k loop-test small 2>/dev/null; then
    trap 'leave "umount small"' EXIT
    head -c 60k /dev/zero >small/filler
    for format in picl otf2 perfetto csv; do
        expect 7 "$loop" trace run --to $format -o small/made
        err_has "No space left on device"
        [ "$(ls -A small)" = filler ] || fail "something was left on the full disk"
    done
else
    leave_out "a full disk: no right to mount a small file system"
fi
finish
