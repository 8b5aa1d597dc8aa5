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
