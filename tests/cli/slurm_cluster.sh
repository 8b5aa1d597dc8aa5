# Sourced by tests that need a Slurm cluster. start_slurm starts a separate cluster of one node on this host and sets
# SLURM_CONF; stop_slurm stops it and removes its files. Needs root. munged runs as the user munge. If network_hosts.sh
# has started hosts, each of them is a node, under the controller on this host.

# free_port: prints a free port of this host, outside the range that the kernel assigns.
free_port() {
    python3 -c 'import random, socket
while True:
    port = random.randrange(20000, 32000)
    with socket.socket() as s:
        try:
            s.bind(("127.0.0.1", port))
        except OSError:
            continue
        print(port)
        break'
}

# slurm_nodes: prints the lines of slurm.conf about the nodes.
slurm_nodes() {
    if [ "${host_count:-0}" = 0 ]; then
        echo "NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=${slurm_cpus:-$(nproc)} State=UNKNOWN"
        return
    fi
    for i in $(seq "$host_count"); do echo "NodeName=node$i NodeAddr=$net.$i CPUs=$(nproc) State=UNKNOWN"; done
    echo "TmpFS=$slurm/tmp-%n" # PMIx of each node has files there, with equal names
}

# start_node NAME [COMMAND...]: starts a slurmd by the command; its process is the last of $slurmd_pids.
start_node() {
    node=$1
    shift
    "$@" slurmd -D -f "$SLURM_CONF" -N "$node" >"$slurm/slurmd-$node.out" 2>&1 &
    slurmd_pids="${slurmd_pids-} $!"
}

# $slurm_cpus: the number of CPUs of the node; with SlurmdParameters=config_overrides it may differ from the host's.
start_slurm() { # [LINE OF slurm.conf...]
    slurm=$(mktemp -d /tmp/loop-slurm.XXXXXX) && mkdir "$slurm/munge" "$slurm/spool" "$slurm/state" || return 1
    # Clients of the daemons are other users; munged's folder must belong to its user.
    chmod 755 "$slurm"
    dd if=/dev/urandom of="$slurm/munge/key" bs=128 count=1 2>/dev/null
    chmod 700 "$slurm/munge" && chmod 400 "$slurm/munge/key" && chown -R munge:munge "$slurm/munge" || return 1
    chmod 711 "$slurm/munge"
    setpriv --reuid=munge --regid=munge --clear-groups munged --force --socket="$slurm/munge/socket" \
        --key-file="$slurm/munge/key" --pid-file="$slurm/munge/pid" --log-file="$slurm/munge/log" \
        --seed-file="$slurm/munge/seed" || return 1
    SLURM_CONF=$slurm/slurm.conf
    export SLURM_CONF
    {
        cat <<EOF
ClusterName=loop
SlurmctldHost=$(hostname)($([ "${host_count:-0}" = 0 ] && echo 127.0.0.1 || echo "$net.100"))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge/socket
CredType=cred/munge
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd-%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd-%n.log
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
$(slurm_nodes)
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
        for line in "$@"; do printf '%s\n' "$line"; done
    } >"$SLURM_CONF"
    logs="$logs $slurm/slurm*.log $slurm/slurm*.out $slurm/munge/log"
    start_controller
    slurmd_pids=
    if [ "${host_count:-0}" = 0 ]; then
        start_node "$(hostname)"
    else
        for i in $(seq "$host_count"); do
            mkdir "$slurm/tmp-node$i" && start_node "node$i" on_host "$i"
        done
    fi
    nodes=$(slurm_nodes | grep -c ^NodeName)
    wait_while $slurmctld_pid "all nodes are idle" nodes_are_idle
}
nodes_are_idle() { [ "$(sinfo -h -N -o %T | grep -cx idle)" = "$nodes" ]; }
start_controller() {
    slurmctld -D -f "$SLURM_CONF" >>"$slurm/slurmctld.out" 2>&1 &
    slurmctld_pid=$!
}

stop_slurm() {
    [ -n "${slurm-}" ] || return 0
    if [ -n "${slurmctld_pid-}" ]; then scancel --user=root 2>/dev/null; fi
    for pid in ${slurmd_pids-} ${slurmctld_pid-}; do kill "$pid" 2>/dev/null; done
    for pid in ${slurmd_pids-} ${slurmctld_pid-}; do wait "$pid" 2>/dev/null; done
    if [ -f "$slurm/munge/pid" ]; then
        munged=$(cat "$slurm/munge/pid")
        kill "$munged" 2>/dev/null
        while kill -0 "$munged" 2>/dev/null; do sleep 0.1; done # it removes its socket
    fi
    rm -rf "$slurm"
    slurm=
}
