# loop clue on models with one planted limit, in two strengths each: it names the limit, or says that it was not tested,
# and names no other.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx
needs python3
machines=$here/../../machines

# Copies a model and its platform under a new name, changed by a sed script.
plant() { # NAME FROM SCRIPT
    platform=$(sed -n 's/^platform = "\(.*\.xml\)"/\1/p' "$machines/$2.toml")
    sed "s|^platform = .*xml\"|platform = \"$1.xml\"|" "$machines/$2.toml" >"$1.toml"
    sed -e "$3" "$machines/$platform" >"$1.xml"
    cmp -s "$machines/$platform" "$1.xml" && fail "nothing was planted in $1"
}

named() { # FOLDER: what is named as a weakness, but for how far the machine scales
    python3 -c 'import json, sys
print(", ".join(o["about"] for o in json.load(open(sys.argv[1] + "/clue.json"))["observations"]
                if o["kind"] == "weakness" and o["about"] != "scaling"))' "$1"
}

size=256
names() { # LIMITS NAME [ARGUMENT...]
    limits=$1 name=$2
    shift 2
    expect 0 "$loop" clue --machine "./$name.toml" -n 1,8 --size $size --variations rearranged,random-order -o "on-$name" "$@"
    found=$(named "on-$name")
    [ "$found" = "$limits" ] || fail "on $name, \`$found\` is named, not \`$limits\`"
    out_lacks "node's memory"
}

plant latency clue-a 's/lat="20us"/lat="500us"/'
names latency latency
plant long-latency clue-a 's/lat="20us"/lat="2ms"/'
names latency long-latency
plant bandwidth clue-a 's/bw="12.5MBps"/bw="1.25MBps"/'
names network bandwidth
plant low-bandwidth clue-a 's/bw="12.5MBps"/bw="0.25MBps"/'
names network low-bandwidth
size=1024 # the ring's messages do not matter
for speed in 0.85 0.7; do
    plant slow-$speed clue-ring "s/id=\"node-3\" speed=\"1Gf\"/id=\"node-3\" speed=\"${speed}Gf\"/"
    names 'slow rank' slow-$speed
    out_says 'rank 3 on node-3 computes'
done
size=256
# Hosts that are slow at times of their own: in each iteration, ranks wait for another one, but all compute equally long
# in sum.
for part in 3 6; do
    script=
    for host in 0 1 2 3 4 5 6 7; do
        awk -v host=$host -v part=$part 'BEGIN {
            state = 12345 + 777 * host
            for (slot = 0; slot < 2000; ++slot) {
                state = (state * 16807) % 2147483647
                printf "%g %g\n", slot * 0.0025, state % 1000 < 300 ? part / 10 : 1
            } }' >"speed-$host.$part"
        script="$script;s|id=\"node-$host\" speed=\"1Gf\"|& speed_file=\"speed-$host.$part\"|"
    done
    plant noise-$part clue-ring "${script#;}"
    names noise noise-$part --iterations 150
done
# Every rank has its neighbors on the torus seven nodes away, so that messages share the links of the ring.
for bandwidth in 4 1; do
    script="s/12.5MBps/${bandwidth}MBps/g"
    for node in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        script="$script;s/\"node-$node\"/\"place-$((node * 7 % 16))\"/g"
    done
    plant mapping-$bandwidth clue-ring "$script;s/place-/node-/g"
    expect 0 "$loop" clue --machine ./mapping-$bandwidth.toml -n 1,16 --size 256 --variations rearranged,random-order \
        -o far-$bandwidth
    found=$(named far-$bandwidth)
    [ "$found" = 'network, order of ranks' ] || fail "a bad mapping is not named, but \`$found\`"
    out_says 'neighbors at random places increase efficiency on 16 ranks'
    out_lacks "node's memory"
done
# A model that LOOP ships has no slow memory.
expect 0 "$loop" clue --machine fattree-1024 -n 1,64 --size 200 --variations rearranged,random-order -o fattree
found=$(named fattree)
[ -z "$found" ] || fail "a fat tree that is 96 % efficient has the limit \`$found\`"
out_lacks "node's memory"
finish
