# What verbs print with --json.
. "$(dirname -- "$0")/support.sh"
needs python3

# value EXPRESSION: prints what a Python expression makes of the JSON in `out`.
value() { python3 -c 'import json, sys; d = json.load(open("out")); print(eval(sys.argv[1]))' "$1"; }
# is EXPRESSION VALUE
is() {
    seen=$(value "$1") || fail "no JSON"
    [ "$seen" = "$2" ] || fail "$1 is $seen, not $2"
}

program good </dev/null
printf 'int main() { \\EXCHANG(1, 1, 2); }\n' >bad.loop
expect 3 "$loop" check --json good.loop bad.loop
is_silent err
is 'd["schema"]' loop-check/1
is '[f["file"] for f in d["files"]]' "['good.loop', 'bad.loop']"
is 'd["files"][0]["diagnostics"], d["files"][0]["has_constructs"]' "([], True)"
is 'd["files"][1]["diagnostics"][0]["code"]' unknown-construct
is 'd["files"][1]["diagnostics"][0]["severity"]' error
is 'd["files"][1]["diagnostics"][0]["range"]' \
    "{'begin': {'line': 1, 'column': 14}, 'end': {'line': 1, 'column': 22}}"
is '"EXCHANGE" in d["files"][1]["diagnostics"][0]["hint"]' True
# A remark is no problem: `check` succeeds, and other verbs do not show it.
program charged <<'EOP'
    double x = 1;
    \LOOP (3) { for (int i = 0; i < 9; ++i) x = x * 2; }
EOP
expect 0 "$loop" check --json charged.loop
is '[(p["severity"], p["code"]) for p in d["files"][0]["diagnostics"]]' "[('remark', 'undeclared-flops')]"
expect 0 "$loop" check charged.loop
err_has 'put `\FLOPS(9.0)` before it'
expect 0 "$loop" compile charged.loop -o charged.cpp
is_silent err
expect 7 "$loop" check --json none.loop good.loop
is 'd["files"][0]["problem"]' 'cannot read `none.loop`: No such file or directory'
is 'len(d["files"])' 2

expect 0 "$loop" list --json
is 'd["schema"]' loop-list/1
is '[p["name"] for p in d["programs"] if p["name"] == "fingerprint"]' "['fingerprint']"
is '[q["type"] for p in d["programs"] if p["name"] == "cg" for q in p["parameters"] if q["name"] == "matrix"]' \
    "['std::string']"
expect 0 "$loop" list --json --parameters good.loop
is '[p["name"] for p in d["programs"]]' "['good']"

expect 0 "$loop" explain --json exchange
is 'd["schema"], len(d["subjects"])' "('loop-explain/1', 1)"
is 'd["subjects"][0]["subject"]' '\EXCHANGE'
is '"partners" in d["subjects"][0]["text"]' True
expect 0 "$loop" explain --json
is 'len(d["subjects"]) > 50' True
is 'all(s["summary"] for s in d["subjects"])' True
expect 2 "$loop" explain --json nothing

expect 0 "$loop" machine list --json
is 'd["schema"]' loop-machines/1
is '[m["simulated"] for m in d["machines"] if m["name"] in ("local", "paragon")]' "[False, True]"

"$loop" doctor --json >out 2>err
is 'd["schema"]' loop-doctor/1
is '{i["state"] for i in d["items"]} <= {"ok", "remark", "problem"}' True
is 'd["works"] == all(i["state"] != "problem" for i in d["items"])' True

has mpiexec.mpich "\`loop machine check\`" || finish
expect 0 "$loop" machine check local --json
is 'd["schema"], d["machine"], d["works"]' "('loop-machine-check/1', 'local', True)"
is 'len(d["facts"]) > 3' True
finish
