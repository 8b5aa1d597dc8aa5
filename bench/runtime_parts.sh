#!/bin/sh
# Measures the cost of building the runtime library: CPU seconds of each part, for the given machines (default: local and
# local-openmpi). Each unit is compiled as by `loop machine prepare`, with an empty cache.
#   sh bench/runtime_parts.sh [LOOP [MACHINE...]]
loop=$(realpath -- "${1:-build/bin/loop}") || exit 1
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- local local-openmpi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset LOOP_PREBUILT
export LOOP_CACHE="$work/cache" REAL="" TIMES="$work/times"

# This script calls the profile's compiler and measures its time.
cat >"$work/timed" <<'EOS'
#!/bin/bash
TIMEFORMAT='%U %S'
for word; do case $word in */build-*/*.o) unit=$(basename "$word" .o) ;; esac; done
{ time "$REAL" "$@" 2>&3; } 3>&2 2>"$TIMES.$$"
code=$?
[ -n "$unit" ] && echo "${unit%-*} $(tail -n 1 "$TIMES.$$")" >>"$TIMES"
rm -f "$TIMES.$$"
exit $code
EOS
chmod +x "$work/timed"
for machine; do
    REAL=$("$loop" machine show "$machine" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["compiler"][0])') || exit 1
    file=$("$loop" machine show "$machine" | sed -n 's/^file  *//p')
    sed "s,\"$REAL\",\"$work/timed\"," "$file" >"$work/timed.toml"
    : >"$TIMES"
    echo "$machine"
    "$loop" machine prepare "$work/timed.toml" >/dev/null || exit 1
    awk '{ of[$1] += $2 + $3; all += $2 + $3 } END { for (part in of) printf "  %-10s %6.1f s\n", part, of[part]; printf "  %-10s %6.1f s\n", "all", all }' "$TIMES" | sort
    rm -rf "$LOOP_CACHE"
done
