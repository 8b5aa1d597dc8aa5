# `loop record` of programs that load their MPI library at run time: interpreters, plugins, dlopen.
. "$(dirname -- "$0")/support.sh"
with_mpi "$1"
case $mpi in
mpich) library=libmpich.so.12 ;;
*) library=libmpi.so.40 ;;
esac
needs "mpicc.$mpi"
cc -g -o loaded "$here/recorded_loaded.c" -ldl || fail "the program does not compile"

# record CODE COMMAND...: on two ranks.
record() {
    wanted=$1
    shift
    rm -rf run
    expect "$wanted" timeout -k 2 400 "$loop" record -o run -- $launcher -n 2 "$@"
}

# records_calls PROGRAM: each of its two ranks has called MPI_Barrier twice.
records_calls() {
    expect 0 "$loop" report run --format text
    verdict_is VALID
    out_line "$1[0-9.]*  2 ranks on .*"
    out_has 'MPI_Barrier'
    expect 0 "$loop" trace run --to csv -o run.csv
    barriers=$(awk -F, '$5 == "MPI_Barrier" && $3 == "collective"' run.csv/events.csv | wc -l)
    [ "$barriers" = 4 ] || fail "$1: $barriers barriers are recorded"
    rm -rf run.csv
}

for way in local global default next; do
    record 0 ./loaded $library $way
    err_has "\`./loaded\` is not linked with an MPI library; it must load"
    records_calls loaded
done

# A script of a shell, as a word of the command and by itself.
printf '#!/bin/sh\nexec ./loaded %s local\n' $library >start.sh
chmod +x start.sh
for start in 'sh start.sh' ./start.sh; do
    record 0 $start
    records_calls loaded
done

# Python: by ctypes, which uses dlsym, and by an extension that is linked with MPI.
cat >direct.py <<'EOP'
import ctypes
import sys
mpi = ctypes.CDLL(sys.argv[1])
mpi.MPI_Init(None, None)
world = ctypes.c_int(0x44000000) if "mpich" in sys.argv[1] else ctypes.byref(ctypes.c_byte.in_dll(mpi, "ompi_mpi_comm_world"))
for _ in range(2):
    mpi.MPI_Barrier(world)
mpi.MPI_Finalize()
EOP
cat >extension.py <<'EOP'
from mpi4py import MPI
MPI.COMM_WORLD.Barrier()
MPI.COMM_WORLD.Barrier()
EOP
if has python3 Python; then
    python=$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')
    record 0 "$python" direct.py $library
    records_calls "${python##*/}"
fi

# Lua, whose compiler calls functions of libraries directly.
cat >direct.lua <<'EOP'
local library = arg[1]
local is_mpich = library:find("mpich") ~= nil
local ffi = require("ffi")
ffi.cdef("int MPI_Init(int *, char ***); int MPI_Finalize(void); int MPI_Barrier(" .. (is_mpich and "int" or "void *") .. ");")
ffi.cdef("extern char ompi_mpi_comm_world[1];")
local mpi = ffi.load(library, true)
mpi.MPI_Init(nil, nil)
local world = is_mpich and 0x44000000 or mpi.ompi_mpi_comm_world
for _ = 1, 2 do mpi.MPI_Barrier(world) end
mpi.MPI_Finalize()
EOP
if has luajit Lua; then
    record 0 luajit direct.lua $library
    records_calls luajit
fi

if [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import mpi4py' 2>/dev/null; then
    extension=$(/usr/bin/python3 -c 'import glob, mpi4py; print(glob.glob(mpi4py.__path__[0] + "/MPI.*.so")[0])')
    if ldd "$extension" | grep -qF "$library"; then
        record 0 /usr/bin/python3 extension.py
        records_calls python
    else # it was built for the other library
        record 5 /usr/bin/python3 extension.py
        err_has 'error: the program loads the MPI library'
        err_has 'start the program with the launcher of its own library'
    fi
else
    leave_out 'mpi4py: python3-mpi4py is not installed'
fi

# Without a launcher in the command, that of PATH counts.
mkdir bin
ln -s "$(command -v "${launcher%% *}")" bin/mpiexec
PATH=$work/bin:$PATH
expect 0 timeout -k 2 400 "$loop" record -o single --program ./loaded -- ./loaded $library local
err_has "as \`mpiexec.$mpi\` does"

# A program that does not call MPI, and one without a launcher, which may be any program.
record 5 sh -c true
err_has 'no rank was recorded'
err_has 'does the program load'
expect 2 "$loop" record -o none -- env ./loaded $library local
err_has '`./loaded` does not use MPI'
err_has 'start it with the launcher of that library, such as mpiexec, or name it: `--program ./loaded`'
[ ! -e none ] || fail "a refused command left a folder"
finish
