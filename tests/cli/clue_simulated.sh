# loop clue on models of the thesis's machines: it finds the weaknesses of clusters A, C, and F, and that the order of
# ranks matters on networks that relay messages, but not on a switch. Small parts of the campaigns in docs/clue.md.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx
needs python3

weaknesses() {
    python3 -c 'import json, sys
print(",".join(o["about"] for o in json.load(open(sys.argv[1] + "/clue.json"))["observations"] if o["kind"] == "weakness"))' "$1"
}

clusters() { # WEAKNESSES MACHINE
    expect 0 "$loop" clue --machine "$2" -n 1,16 --size 6697 --iterations 1 --variations integer,double,rearranged -o "$2"
    found=$(weaknesses "$2")
    [ "$found" = "$1" ] || fail "$2 has the weaknesses \`$found\`, not \`$1\`"
}
clusters '' clue-a
clusters 'floating point' clue-c
clusters 'network' clue-f

networks() { # WEAKNESSES MACHINE
    expect 0 "$loop" clue --machine "$2" -n 1,16 --size 256 --iterations 20 --variations random-order -o "order-$2"
    found=$(weaknesses "order-$2")
    [ "$found" = "$1" ] || fail "$2 has the weaknesses \`$found\`, not \`$1\`"
}
networks '' clue-a
networks 'order of ranks' clue-ring
finish
