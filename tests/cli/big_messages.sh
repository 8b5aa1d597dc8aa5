# big_messages.sh LOOP MACHINE: a message of more than 2 GiB, whose size no int can hold, is counted and verified.
. "$(dirname -- "$0")/support.sh"
machine=$1
needs mpicxx.mpich
needs mpicxx.openmpi

program big <<'EOP'
    \SEND((1LL << 31) + 5, 0 -> 1);
EOP
expect 0 "$loop" run big.loop -n 2 --machine "$machine" -o "$machine"
python3 - "$machine" <<'EOP' || fail "a message of 2 GiB + 5 bytes on $machine"
import json, sys
summary = json.load(open(sys.argv[1] + "/run.json"))["summary"]
site = next(site for site in summary["sites"] if site["construct"] == "SEND")
assert site["bytes_sent"] == site["bytes_received"] == 2 ** 31 + 5, site
payload = summary["payload"]
assert payload["verified"] and payload["messages"] == 1 and payload["wrong_messages"] == 0, payload
EOP
finish
