# transport.sh LOOP: what decides how MPI moves messages: variables, and the space in /dev/shm.
. "$(dirname -- "$0")/support.sh"

program talk <<'END'
    \LOOP (20) \COMMUNICATE(100000, 1, 1);
END
sed -i "s/size, 0);/size, 10000);/" talk.loop

# Variables of MPI are in run.json, and comparisons name those that differ. Others are nowhere.
expect 0 env SOME_VARIABLE=sentinel-91c3 MPICH_ASYNC_PROGRESS=0 "$loop" run talk.loop -n 2 -o usual
expect 0 env UCX_RNDV_THRESH=1024 "$loop" run talk.loop -n 2 -o changed
if grep -rq sentinel-91c3 usual; then fail "a variable of the user is recorded"; fi
python3 - <<'END' || fail "the variables in run.json"
import json
variables = [json.load(open(run + "/run.json"))["environment"]["variables"] for run in ("usual", "changed")]
assert variables[0]["MPICH_ASYNC_PROGRESS"] == "0" and "UCX_RNDV_THRESH" not in variables[0], variables
assert variables[1]["UCX_RNDV_THRESH"] == "1024" and variables[1]["UCX_TLS"] == "self,sm", variables
END
expect 0 "$loop" compare usual changed
out_has "variables.UCX_RNDV_THRESH"
out_has "variables.MPICH_ASYNC_PROGRESS"
out_lacks "variables.UCX_TLS"
expect 0 "$loop" report changed --format markdown
out_says 'UCX\_RNDV\_THRESH: 1024'

# MPI may be told not to share memory within a host, by a variable or by a file.
transport_of() {
    python3 -c 'import json, sys
for rank in json.load(open(sys.argv[1] + "/run.json"))["launches"][0]["ranks"]:
    print(rank["rank"], rank["record"]["mpi"].get("transport"))' "$1"
}
out_of_run=$(transport_of usual)
case $out_of_run in
*"0 {'device': 'ch4:"*"'MPIR_CVAR_NOLOCAL': '0'"*"1 None"*) ;;
*) fail "the transport of MPICH: $out_of_run" ;;
esac
expect 0 env MPIR_CVAR_NOLOCAL=1 "$loop" run talk.loop -n 2 -o apart
out_says "slow messages: ranks of one host share no memory, as MPIR_CVAR_NOLOCAL is 1; unset it"
expect 0 "$loop" compare usual apart
out_has "transport.MPIR_CVAR_NOLOCAL"
out_lacks "transport.device"
expect 0 "$loop" report apart --format markdown
out_says 'MPIR\_CVAR\_NOLOCAL: 1'
expect 0 env MPIR_CVAR_ODD_EVEN_CLIQUES=1 "$loop" run talk.loop -n 2 -o cliques
out_says "even and odd ranks of one host share no memory, as MPIR_CVAR_ODD_EVEN_CLIQUES is 1; unset it"
expect 0 env MPIR_CVAR_NOLOCAL=1 "$loop" run talk.loop -n 1 -o alone
out_lacks "slow messages"
if has mpicxx.openmpi "Open MPI"; then
    expect 0 "$loop" run talk.loop -n 2 --machine local-openmpi -o shared
    out_lacks "slow messages"
    expect 0 env OMPI_MCA_btl=tcp,self "$loop" run talk.loop -n 2 --machine local-openmpi -o tcp
    out_says "slow messages: ranks of one host share no memory, as Open MPI did not load its component"
    mkdir .openmpi
    printf 'btl = tcp,self\n' >.openmpi/mca-params.conf
    expect 0 env HOME="$work" LOOP_CACHE="${LOOP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/loop}" "$loop" run talk.loop \
        -n 2 --machine local-openmpi -o file
    out_says "slow messages: ranks of one host share no memory, as Open MPI did not load its component"
    expect 0 "$loop" compare shared tcp
    out_has "transport.components"
fi

# With little space in /dev/shm, MPICH fails, and Open MPI uses TCP.
unshare -m true 2>/dev/null || skip "mount namespaces cannot be made here"
cat >small <<'END'
mount -t tmpfs -o size=1m tmpfs /dev/shm || exit 77
exec "$@"
END
unshare -m sh small true 2>/dev/null || skip "a small /dev/shm cannot be mounted here"
expect 5 unshare -m sh small "$loop" run talk.loop -n 2 -o failed
tr -s ' \n' ' ' <err | grep -qF 'MPI found too little space in /dev/shm; ranks of one host exchange messages' ||
    fail "stderr does not say why MPICH failed"
has mpicxx.openmpi "Open MPI" || finish
expect 0 "$loop" run talk.loop -n 2 --machine local-openmpi -o enough
out_lacks "slow messages"
expect 0 unshare -m sh small "$loop" run talk.loop -n 2 --machine local-openmpi -o slow
out_says "slow messages: /dev/shm had 1.00 MiB free"
expect 0 "$loop" compare enough slow
out_has "shared_memory_free_bytes"
finish
