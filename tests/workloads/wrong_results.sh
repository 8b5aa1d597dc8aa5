# A workload that computes something else is INVALID: each line changes one place of one.
. "$(dirname -- "$0")/../cli/support.sh"
workloads=$1
cp "$workloads"/*.h .

wrong() { # NAME FROM TO ARGUMENT...: the first FROM becomes TO (sed's words)
    name=$1 from=$2 to=$3
    shift 3
    sed "0,/$from/s/$from/$to/" "$workloads/$name.loop" >"$name.loop"
    if cmp -s "$name.loop" "$workloads/$name.loop"; then fail "$name.loop has no $from"; fi
    expect 1 "$loop" run "$name.loop" -n 3 --timeout 60 "$@"
    out_has INVALID
    rm -f "$name.loop"
}

wrong mmm_s '= part\[i\]\[j\]' '= part[i][j] + (i + j == 0)' --size 20
wrong mmm_s 'FROM: B' 'FROM: arriving' --size 20
wrong mmm_a 'nodes - 1) % nodes' 'nodes - 2) % nodes' --size 20
wrong mmm_a 'bytes, 1, 1, FROM: B, INTO: arriving) {' 'bytes, 2, 1, FROM: B, INTO: arriving) {' --size 20
wrong red_black 'copy_n(halos\[0\]' 'copy_n(halos[1]' --size 20
wrong red_black '0\.25 \* (above' '0.2500000001 * (above' --size 20
wrong cg 'rho \/ before : 0' '0.999 * rho \/ before : 0' --size 50
wrong cg 'BCAST(whole, 8LL \* n)' 'BCAST(whole, 8LL * n - 8)' --size 50
wrong cg 'copy_n(halos\[1\], width' 'copy_n(halos[0], width' --size 100 --set matrix=sparse
wrong fft ', turn\[row\] + begin' '' --size 256
wrong fft 'FROM: out, INTO: in);' 'FROM: out, INTO: out);' --size 256 --set move=zero
wrong fft 'copy_n(out\[me\]' 'copy_n(out[0]' --size 256
finish
