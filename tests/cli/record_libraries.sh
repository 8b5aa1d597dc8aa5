# `loop record` shows the lines of calls in libraries, also in those that a program closes before it ends.
. "$(dirname -- "$0")/support.sh"
with_mpi "$1"
needs "mpicc.$mpi"
source=$here/recorded_plugins.c
"mpicc.$mpi" -g -o plugins "$source" -ldl || fail "the program does not compile"
"mpicc.$mpi" -g -DLIBRARY -shared -fPIC -o libfirst.so "$source" || fail "a library does not compile"
"mpicc.$mpi" -g -DLIBRARY -DOTHER -shared -fPIC -o libother.so "$source" || fail "a library does not compile"

# line_of MARK: the place of the line of the program that ends with this comment, as messages show it.
line_of() { grep -nF "/* $1 */" "$source" | sed 's/:.*//; s/^/recorded_plugins.c:/'; }

expect 0 timeout -k 2 400 "$loop" record -o run -- $launcher -n 2 ./plugins
expect 0 "$loop" report run --format text
verdict_is VALID
for call in Bcast,bcast "Barrier,left out" Allreduce,other Allreduce,finish; do
    calls=2
    [ "$call" != Allreduce,finish ] || calls=4 # in both libraries
    out_says "MPI_${call%,*} $(line_of "${call#*,}") $calls"
done

# Of libraries without lines, the places in their files.
mkdir bare && cd bare || exit 1
"mpicc.$mpi" -DLIBRARY -shared -fPIC -o libfirst.so "$source" || fail "a library does not compile"
"mpicc.$mpi" -DLIBRARY -DOTHER -shared -fPIC -o libother.so "$source" || fail "a library does not compile"
expect 0 timeout -k 2 400 "$loop" record -o run -- $launcher -n 2 ../plugins
expect 0 "$loop" report run --format text
tr -s ' \n' ' ' <out >said
grep -Eq 'MPI_Bcast libfirst\.so\+0x[0-9a-f]+ 2 ' said || fail "the place of the broadcast is not named: $(cat said)"
[ "$(grep -Eo 'MPI_Allreduce lib(first|other)\.so\+0x[0-9a-f]+ 2 ' said | sort -u | wc -l)" = 3 ] ||
    fail "the places of the reductions are not named: $(cat said)"
cd ..

# Another program on each rank: each has its own lines.
"mpicc.$mpi" -g -o ring "$here/recorded_ring.c" || fail "the program does not compile"
sed 's/MPI_Allreduce/\n&/' "$here/recorded_ring.c" >other.c
"mpicc.$mpi" -g -o other other.c || fail "the program does not compile"
expect 0 timeout -k 2 400 "$loop" record -o two -- $launcher -n 1 ./ring 10 : -n 1 ./other 10
expect 0 "$loop" report two --format text
out_says 'MPI_Allreduce recorded_ring.c:39 10'
out_says 'MPI_Allreduce other.c:40 10'

# In messages, also of ranks that end in a library.
expect 5 timeout -k 2 400 "$loop" record --hang-limit 0.5 -o wrong -- $launcher -n 2 ./plugins 'left out'
tr -s ' \n' ' ' <err >said
grep -qF "$(line_of 'left out')" said || fail "the line of the call that a rank has left out is not named: $(cat said)"
expect 5 timeout -k 2 400 "$loop" record -o aborted -- $launcher -n 2 ./plugins abort
err_has "called MPI_Abort(3), at $(line_of aborts)"
finish
