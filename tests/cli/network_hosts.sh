# Sourced by tests that need several hosts; they source own_network.sh first. start_hosts COUNT makes network namespaces
# joined by a bridge. Each has a name (node1, node2, ...), an address ($net.1, $net.2, ...), and a monotonic clock 1000 s
# ahead of the one before. stop_hosts removes them. This machine is on the bridge as $net.100. ./enter replaces ssh.
# Needs root and iproute2.
# on_host NUMBER COMMAND... runs a command on a host.
# kill_host NUMBER kills all processes on a host.
# With doors=yes, each host has a PID namespace too, and ./enter uses the network. cut_host NUMBER and join_host NUMBER
# disconnect and reconnect a host. processes_on NUMBER counts the processes that do not belong to the host itself.

# The tag distinguishes simultaneous tests; interface names have at most 15 characters.
tag=$(printf %x $$)
bridge=lb$tag
net=10.$((64 + $$ / 200 % 128)).$(($$ % 200 + 20))
host_count=0
# The hosts see this machine's /sys, and UCX uses only interfaces whose names it finds there.
interface=$(ls /sys/class/net | grep -vx lo | head -n 1)
interface=${interface:-eth0}

# If not, the reason is in the file err.
hosts_can_be_made() {
    ip netns add "lh$tag-1" 2>err && ip netns del "lh$tag-1" && unshare --time --monotonic 1 true 2>err
}

on_host() { # NUMBER COMMAND...
    holder=$(cat "$work/holder-$1")
    shift
    nsenter --target "$holder" --net --uts --time "$@"
}

# All processes on the host die, as if it lost power; its name and its network stay.
kill_host() { ip netns pids "lh$tag-$1" | grep -vx "$(cat "$work/holder-$1")" | xargs kill -9; }

cut_host() { ip link set "lv$tag$1" down; }
join_host() { # returns when all others reach it again
    ip link set "lv$tag$1" up
    for i in $(seq "$host_count"); do
        wait_until "host $1 is back" ip netns exec "lh$tag-$i" python3 "$here/host_door.py" call "$net.$1" true || return
    done
}
processes_on() { ip netns pids "lh$tag-$1" | while read -r pid; do tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null; done |
    grep -cE 'hydra|orted|program$'; }

start_hosts() { # COUNT
    host_count=$1
    logs="$logs host-*.log enter.log"
    ip link add "$bridge" type bridge && ip link set "$bridge" up && ip addr add "$net.100/24" dev "$bridge" || return 1
    for i in $(seq "$host_count"); do
        ip netns add "lh$tag-$i" && ip link add "lv$tag$i" type veth peer name "$interface" netns "lh$tag-$i" || return 1
        ip link set "lv$tag$i" master "$bridge" up
        ip -n "lh$tag-$i" addr add "$net.$i/24" dev "$interface"
        ip -n "lh$tag-$i" link set "$interface" up
        ip -n "lh$tag-$i" link set lo up
        # A sleeping process, or the door, keeps the namespaces alive.
        stays="sleep 1000"
        [ -z "${doors-}" ] || stays="python3 '$here/host_door.py' serve $net.$i"
        ip netns exec "lh$tag-$i" unshare ${doors:+--pid --mount-proc} --uts --time --monotonic $(((i - 1) * 1000)) --fork \
            sh -c "hostname node$i && echo \$\$ >'$work/holder-$i' && exec $stays" >"$work/host-$i.log" 2>&1 &
    done
    for i in $(seq "$host_count"); do
        wait_until "host $i has started" [ -s "holder-$i" ] || return 1
    done
    if [ -n "${doors-}" ]; then
        printf '#!/bin/sh\nexec python3 "%s/host_door.py" call "$@"\n' "$here" >enter
        chmod +x enter
        return
    fi
    # Replaces ssh; launchers call it with options, then the host's address.
    cat >enter <<EOP
#!/bin/sh
while :; do
    case \$1 in -*) shift ;; *) break ;; esac
done
host=\${1##*.}
shift
echo "host \$host: \$*" >>"$work/enter.log"
holder=\$(cat "$work/holder-\$host" 2>/dev/null) || { echo "ssh: connect to host \$host: No route to host" >&2; exit 255; }
exec nsenter --target "\$holder" --net --uts --time sh -c "\$*"
EOP
    chmod +x enter
}

# hosts_profile MPI: LOOP's profile for several hosts (mpich or openmpi), adapted. The hosts do not know this machine's
# name, so hydra gets the address at which they reach it.
hosts_profile() {
    shipped=hosts
    [ "$1" = mpich ] || shipped=hosts-$1
    sed -e 's/^name = .*/name = "three"/' \
        -e 's|^reach = .*|reach = ["{profile_directory}/enter", "{host}", "true"]|' \
        -e 's|"-launcher", "ssh"|"-launcher", "ssh", "-launcher-exec", "{profile_directory}/enter", "-localhost", "'"$net.100"'"|' \
        -e 's|"--host", |"--mca", "plm_rsh_agent", "{profile_directory}/enter", &|' \
        -e '/^UCX_ERROR/a UCX_TLS = "tcp,self"\nUCX_NET_DEVICES = "'"$interface"'"' \
        "$here/../../machines/$shipped.toml"
    [ "$1" = mpich ] || printf 'OMPI_MCA_btl_tcp_if_include = "%s.0/24"\nOMPI_MCA_oob_tcp_if_include = "%s.0/24"\n' "$net" "$net"
}

# Bytes that the bridge has received from the hosts.
bytes_through_bridge() {
    awk -v name="lv$tag" 'index($1, name) == 1 { sub(/.*:/, ""); sum += $1 } END { print sum }' /proc/net/dev
}

stop_hosts() {
    for i in $(seq "$host_count"); do
        ip netns pids "lh$tag-$i" 2>/dev/null | xargs -r kill -9 2>/dev/null
        ip netns del "lh$tag-$i" 2>/dev/null
    done
    ip link del "$bridge" 2>/dev/null
}
