# grid.sh LOOP [all]: workloads are VALID over sizes, iterations, and ranks. `all` is the complete grid and takes an hour;
# otherwise, only the points at which verifications were once too strict.
. "$(dirname -- "$0")/../cli/support.sh"
extent=${1:-some}
runs=0

# valid RANKS NAME ARGUMENT...
valid() {
    ranks=$1
    shift
    runs=$((runs + 1))
    "$loop" run "$@" -n "$ranks" --launches 1 --no-trace --discard --timeout 300 >out 2>err </dev/null
    code=$?
    if [ $code != 0 ]; then fail "loop run $* -n $ranks returned $code"; fi
}

# over "RANKS" "SIZES" "ITERATIONS" NAME ARGUMENT...: runs all combinations; `-` as size or iterations means the
# workload's default.
over() {
    over_ranks=$1 over_sizes=$2 over_iterations=$3
    shift 3
    for r in $over_ranks; do
        for s in $over_sizes; do
            for i in $over_iterations; do
                chosen=
                [ "$s" = - ] || chosen="--size $s"
                [ "$i" = - ] || chosen="$chosen --iterations $i"
                # shellcheck disable=SC2086
                valid "$r" "$@" $chosen
            done
        done
    done
}

if [ "$extent" != all ]; then
    over "2 5" 256 "25 60" cg
    over 2 3000 8 cg
    over 3 37 200 cg
    over 4 256 400 cg --set matrix=sparse
    finish
fi

every="1 2 3 4 5 7 8 11 13 16"
over "$every" "0 1 2 100 1000" - fingerprint
over "$every" "16 37 100 256" "0 1 8 25 30 40 60 400" cg
over "1 2 3 16" "1000 3000" "8 25" cg
over 1 "1 2 3" "1 8 60" cg
over "$every" "256 400" "0 1 8 60 200" cg --set matrix=sparse
over "1 2 7 16" "10000" "8 100 400" cg --set matrix=sparse
over "$every" "16 17 64 100 257" - mmm_s
over "$every" "16 17 64 100 257" - mmm_a
over "$every" "16 17 33 100 512" "0 1 5 20" red_black
over 1 "1 2 3" "1 5" red_black
over "$every" "256 512 4096 65536" "0 1 3" fft
over 1 "1 2 4 8 1048576" 1 fft
for move in zero me pairs; do over "1 3 8 16" "256 65536" 1 fft --set move=$move; done
for version in basic async rma; do
    over "1 3 7 16" - - apexmap --set version=$version --set M=86016 --set L=1,16 --set alpha=1,0.1 --set N=3
done
over 1 - - apexmap --set version=sequential --set M=86016 --set L=1,16 --set alpha=1,0.1 --set N=3
over "1 2 3 4 7 16" "1 2 3 50" "1 5" clue
for type in double int32 int64; do over "1 4 5" "20" "3" clue --set type=$type; done
for neighbours in four scattered; do over "1 4 5" "20" "3" clue --set neighbours=$neighbours; done
over "1 2 3 16" - - triad --set elements=1000 --set passes=3
over "2 3 16" - - pingpong --set most=4096 --set batches=3
for method in put alltoallv rma; do
    over "1 2 3 4 7 16" - - bspbench --set n=64 --set h1=32 --set batches=3 --set passes=2 --set levels=false --set method=$method
done
over "1 2 3 4 7 16" - - bspprobe --set dot=1000 --set mat=10 --set words=64 --set seconds=0.001
echo "$runs runs"
finish
