# A changed workload with wrong results is INVALID: each line below changes one place.
. "$(dirname -- "$0")/../cli/support.sh"
workloads=$1

wrong() { # FILE FROM TO NAME ARGUMENT...: the first FROM in the workload, or in its header, becomes TO (sed's words)
    file=$1 from=$2 to=$3 name=$4
    shift 4
    cp "$workloads"/*.h "$workloads/$name.loop" .
    sed "0,/$from/s/$from/$to/" "$workloads/$file" >"$file"
    if cmp -s "$file" "$workloads/$file"; then fail "$file has no $from"; fi
    expect 1 "$loop" run "$name.loop" -n 3 --timeout 60 "$@"
    verdict_is INVALID
    rm -f ./*.h "$name.loop"
}

wrong mmm_s.loop 'part, owner, C' 'part, me, C' mmm_s --size 20
wrong mmm_s.loop 'FROM: B' 'FROM: arriving' mmm_s --size 20
wrong mmm.h 'nodes - 1) % nodes' 'nodes - 2) % nodes' mmm_a --size 20
wrong mmm_a.loop ', 1, 1, FROM: B, INTO: arriving) {' ', 2, 1, FROM: B, INTO: arriving) {' mmm_a --size 20
wrong red_black.loop 'copy_n(halos\[0\]' 'copy_n(halos[1]' red_black --size 20
wrong red_black.loop '0\.25 \* (above' '0.2500000001 * (above' red_black --size 20
wrong cg.loop 'rho \/ before : 0' '0.999 * rho \/ before : 0' cg --size 50
wrong cg.loop 'BCAST(whole, 8LL \* n)' 'BCAST(whole, 8LL * n - 8)' cg --size 50
wrong cg.loop 'halos\[1\], p' 'halos[0], p' cg --size 100 --set matrix=sparse
wrong fft.h ', &turn_at(row, begin)' '' fft --size 256
wrong fft.loop 'FROM: out, INTO: in);' 'FROM: out, INTO: out);' fft --size 256 --set move=zero
wrong fft.loop 'copy_n(out\[me\]' 'copy_n(out[0]' fft --size 256
finish
