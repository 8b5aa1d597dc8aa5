# loop characterize --check of a program: its words, and its time per word. It traces a program of LOOP, which takes a minute.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs valgrind
needs cc

cc -O1 -static "$here/gather.c" -o gather || fail "no C compiler"
expect 0 "$loop" characterize --json --check -- ./gather -n 3000
python3 - <<'EOF' || fail "the JSON of the check"
import json
found = json.load(open("out"))
check = found["check"]
assert found["origin"] == "./gather -n 3000" and found["words_read"] > 3000
assert len(check["streams"]) == len(found["streams"])
for stream, checked in zip(found["streams"], check["streams"]):
    assert 0 <= checked["ks_reuse"] <= 1 and 0 <= checked["ks_runs"] <= 1
    read = checked["program"]["words_read"]
    assert abs(read - checked["original"]["words_read"]) <= max(stream["L"], 0.01 * read), checked
    assert checked["program"]["L"] == stream["L"], checked
assert check["ks_threshold"] == 0.1
assert check["original_ns_per_word"] > 0 and check["program_ns_per_word"] > 0 and check["native_runs"] == 5
EOF
finish
