# loop characterize: a stream of addresses gives M, L, and alpha, and a program with the same locality that runs.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs valgrind

# Two streams: rows of 64 words, and single words scattered over 4096.
awk 'BEGIN { for (i = 0; i < 20000; ++i) {
    if (i % 64 == 0) for (k = 0; k < 64; ++k) printf "%d 8\n", 1048576 + 512 * (i / 64 % 50) + 8 * k
    printf "0x%x\n", 8 * (i * 1597 % 4096) } }' >addresses.txt
expect 0 "$loop" characterize addresses.txt -o alike.loop
out_has "addresses.txt: 40032 addresses, 40032 reads of 8-byte words; 7296 distinct words on 912 lines of 64 bytes"
err_has "program with this locality: alike.loop"
"$loop" characterize - --json <addresses.txt >json || fail "from stdin"
python3 - <<'EOF' || fail "the JSON"
import json
found = json.load(open("json"))
assert found["schema"] == "loop-locality/1" and found["origin"] == "stdin"
assert [stream["L"] for stream in found["streams"]] == [1, 64], found
EOF
expect 0 "$loop" check alike.loop
is_silent err
# The program reads as many words: 20000 single ones, and 313 rows of 64.
awk '/^.PARAM\(long long [ILN]_/ { sub(/,/, "", $5); value[$3] = $5 }
    END { print value["I_short"] * value["N_short"] * value["L_short"], value["I_long"] * value["N_long"] * value["L_long"] }' alike.loop >words
[ "$(cat words)" = "20000 20032" ] || fail "the program reads other words: $(cat words)"
expect 0 "$loop" run alike.loop -n 2 --discard
out_has "short runs: time a word"
out_has "long runs: time a word"

# A parallel program: each rank reads its own half of the memory three times as often as the other one, and its stack.
for rank in 0 1; do
    awk -v rank=$rank 'BEGIN { for (i = 0; i < 4000; ++i) {
        if (i % 4 == 0) owner = 1 - rank; else owner = rank
        printf "0x%x 8\n", 1048576 + 32768 * owner + 8 * (i * 1597 % 4096) % 32768
        if (i % 8 == 0) printf "%d 8\n", 8589934592 + 8 * (i % 64) } }' >rank$rank.txt
done
printf 'rank,begin,end\n0,0x100000,0x108000\n1,0x108000,0x110000\n' >ranges.csv
expect 0 "$loop" characterize rank0.txt rank1.txt --owned ranges.csv -o both.loop
out_has "2 ranks (rank0.txt to rank1.txt): 8000 addresses"
out_has "remote: 25.0 % of the addresses are in the memory of another rank; Apex-Map"
out_has "1000 addresses are in memory that no rank owns, and are left out"
err_has "program with this locality: both.loop, for 2 ranks"
"$loop" characterize rank0.txt - --owned ranges.csv --json <rank1.txt >json || fail "from stdin"
python3 - <<'EOF' || fail "the JSON of two ranks"
import json
found = json.load(open("json"))
assert found["remote"] == 0.25 and 0 < found["remote_expected"] < 1, found
assert [rank["no_owner"] for rank in found["ranks"]] == [500, 500]
assert [rank["own_share"] for rank in found["ranks"]] == [0.5, 0.5]
assert found["addresses"] == 8000 and [rank["addresses"] for rank in found["ranks"]] == [4000, 4000]
EOF
expect 0 "$loop" run both.loop -n 2 --discard
out_has "remote fraction expected"
# Without ranges, M, L, and alpha are still those of all ranks.
expect 0 "$loop" characterize rank0.txt rank1.txt
for rank in 0 1; do grep -q "^rank $rank  *4500 " out || fail "rank $rank has other addresses"; done
out_lacks "remote"
# A rank without memory; ranges that overlap, belong to no rank, or are no ranges; a rank outside of all ranges.
head -n 2 ranges.csv >half.csv
expect 0 "$loop" characterize rank0.txt rank1.txt --owned half.csv
out_has "rank 1: no memory is theirs, so all their accesses are remote"
echo '1,0x107fff,0x107fff' >>ranges.csv
expect 7 "$loop" characterize rank0.txt rank1.txt --owned ranges.csv
err_has 'error: `ranges.csv`: line 4: expected an end after the beginning, found `1,0x107fff,0x107fff`'
printf '0,0,64\n1,32,96\n' >ranges.csv
expect 7 "$loop" characterize rank0.txt rank1.txt --owned ranges.csv
err_has 'error: `ranges.csv`: lines 1 and 2: the ranges overlap; both contain the byte at 0x20'
expect 7 "$loop" characterize rank0.txt --owned half.csv rank1.txt absent.txt
err_has 'cannot read `absent.txt`: No such file or directory'
printf '2,0,64\n' >ranges.csv
expect 7 "$loop" characterize rank0.txt rank1.txt --owned ranges.csv
err_has 'error: `ranges.csv`: line 1: rank 2 has a range, but no stream: there are ranks 0 to 1'
printf '0,0,64\n' >ranges.csv
expect 7 "$loop" characterize rank0.txt rank1.txt --owned ranges.csv
err_has 'error: rank 0: none of the addresses of `rank0.txt` is in a range of `ranges.csv`'
expect 7 "$loop" characterize rank0.txt /dev/null
err_has 'error: rank 1: `/dev/null` has no address'
expect 7 "$loop" characterize rank0.txt rank1.txt --owned absent.csv
err_has 'absent.csv'
expect 2 "$loop" characterize - - <rank0.txt
err_has 'only one rank can be read from stdin'

# The same as 8 bytes per address; a missing byte is reported.
python3 -c '
import struct, sys
for line in open("addresses.txt"):
    sys.stdout.buffer.write(struct.pack("<Q", int(line.split()[0], 0)))' >addresses.bin
expect 0 "$loop" characterize --format binary addresses.bin
out_has "addresses.bin: 40032 addresses, 40032 reads of 8-byte words"
head -c 1001 addresses.bin >cut.bin
expect 7 "$loop" characterize --format binary cut.bin
err_has 'error: `cut.bin`: expected 8 bytes per address; 1001 bytes are 1 too many'

# Invalid streams.
printf '1\n2\nthree\n' >garbage.txt
expect 7 "$loop" characterize garbage.txt -o unwritten.loop
err_has 'error: `garbage.txt`: line 3: expected an address, decimal or 0x hexadecimal, found `three`'
[ ! -e unwritten.loop ] || fail "a program of garbage"
expect 7 "$loop" characterize /dev/null
err_has 'error: `/dev/null` has no address'
echo 4096 >one.txt
expect 7 "$loop" characterize one.txt
err_has 'error: `one.txt` has only one address'
expect 7 "$loop" characterize absent.txt
err_has 'cannot read `absent.txt`: No such file or directory'
expect 7 "$loop" characterize .
expect 2 "$loop" characterize
expect 2 "$loop" characterize one.txt --format xml
expect 2 "$loop" characterize one.txt --word 12 --line 64
err_has 'error: `--line` (64 bytes) must be a multiple of `--word` (12 bytes)'
expect 2 "$loop" characterize addresses.txt -o addresses.txt
[ "$(wc -l <addresses.txt)" = 40032 ] || fail "the addresses were overwritten"
awk 'BEGIN { for (i = 0; i < 1000; ++i) printf "%d\n", i * 65536 }' >far.txt
expect 7 "$loop" characterize --memory 1 far.txt
err_has 'needs more than 1 MiB of memory'
expect 7 "$loop" characterize addresses.txt -o absent/x.loop

valgrind --tool=lackey --trace-mem=yes --log-file=lackey.txt true
expect 0 "$loop" characterize --format lackey lackey.txt
finish
