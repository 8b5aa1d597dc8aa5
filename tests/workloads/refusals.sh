# Workloads refuse invalid arguments before anything is measured: exit code 2 and a message.
. "$(dirname -- "$0")/../cli/support.sh"

refused() { # SENTENCE NAME ARGUMENT...
    sentence=$1
    shift
    expect 2 "$loop" run "$@" --timeout 60
    err_has "$sentence"
    is_silent out
}

refused 'required: a row for each rank; there are 5 ranks and 4 rows (--size)' cg -n 5 --size 4
refused 'required: a row for each rank; there are 3 ranks and 2 rows of the grid (--size)' cg -n 3 --size 5 --set matrix=sparse
refused 'required: a matrix `dense` or `sparse`; it is `full`' cg -n 2 --set matrix=full
refused 'required: a row of the matrices for each rank; there are 3 ranks and 2 rows (--size)' mmm_s -n 3 --size 2
refused 'required: a row of the matrices for each rank; there are 1 ranks and 0 rows (--size)' mmm_a -n 1 --size 0
refused 'required: a row of the grid for each rank; there are 4 ranks and 3 rows (--size)' red_black -n 4 --size 3
refused 'required: a power of two of points; the size is 100' fft -n 2 --size 100
refused 'required: a power of two of points; the size is 0' fft -n 1 --size 0
refused 'required: a row of points for each rank; there are 5 ranks and 4 rows, 8 points each' fft -n 5 --size 32
refused 'required: a move `zero`, `me`, `alter` or `pairs`; it is `fast`' fft -n 1 --set move=fast
refused '--size' red_black -n 1 --size -1
finish
