"""Every MPI call that moves data, or waits for other ranks, is recorded: intercepted.py ARCHIVE MPICXX

The archive of the runtime defines each function that the MPI library's header declares, except those below. A function
that a newer MPI library adds must be recorded (runtime/host_calls), or listed here with a reason."""
import re
import shutil
import subprocess
import sys

# They move no data and wait for nobody: questions, names, attributes, handles, datatypes, error handlers, and so on.
LOCAL = re.compile(r"""MPI_(
    T_.*|Info_.*|Session_.*|Errhandler_.*|Status_.*|Add_error_.*|Error_.*|Keyval_.*|Attr_.*|Address|Aint|Aint_.*
    |.*_(c2f|f2c|c2f08|f082c|f082f|f2f08)|.*_(errhandler|keyval|attr|name)|.*_[gs]et_info|Get_(address|count|elements|version).*
    |Get_library_version|Type_.*|Op_c.*|Pack_(external_)?size(_c)?|Group_(compare|rank|size|translate_ranks)
    |Comm_(compare|rank|size|remote_size|test_inter|get_parent)|Cart(dim)?_(coords|get|map|rank|shift)|Graph(dims)?_(get|map|neighbors.*)
    |Dims_create|Dist_graph_neighbors.*|Topo_test|Is_thread_main|Query_thread|Initialized|Finalized|Abort|Pcontrol
    |File_get_.*|File_set_atomicity|Register_datarep(_c)?|Win_shared_query(_c)?|Wtime|Wtick|Test_cancelled
    |(Open|Close)_port|(Publish|Unpublish|Lookup)_name
)""", re.VERBOSE)

# They are recorded elsewhere, or left out on purpose (docs/record.md).
OTHERS = {
    "MPI_Init": "runtime/preload", "MPI_Init_thread": "runtime/preload", "MPI_Finalize": "runtime/preload",
    "MPI_Comm_create_from_group": "sessions are not recorded",
    "MPI_Intercomm_create_from_groups": "sessions are not recorded",
    "MPI_Group_from_session_pset": "sessions are not recorded",
    "MPI_Grequest_start": "the program itself does what such a request stands for",
    "MPI_Grequest_complete": "the program itself does what such a request stands for",
    "MPI_Parrived": "a test, which moves nothing and which programs call in loops",
}


def declared(compiler):
    text = subprocess.run([compiler, "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-E", "-P", "-x", "c++", "-"],
                          check=True, capture_output=True, text=True, input="#include <mpi.h>\n").stdout
    return set(re.findall(r"\b(MPI_[A-Z][A-Za-z0-9_]*) *\(", text))


def defined(archive):
    text = subprocess.run(["nm", "--defined-only", archive], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^[0-9a-f]+ [TW] (MPI_\w+)$", text, re.MULTILINE))


def main(archive, compiler):
    if shutil.which(compiler) is None:
        print(f"SKIP: {compiler} is not installed")
        sys.exit(77)
    recorded = defined(archive)
    missing = sorted(name for name in declared(compiler) - recorded - set(OTHERS) if not LOCAL.fullmatch(name))
    if missing:
        sys.exit("not recorded, and not listed in tests/building/intercepted.py:\n  " + "\n  ".join(missing))
    if len(recorded) < 150:
        sys.exit(f"{archive} defines only {len(recorded)} MPI functions")


main(*sys.argv[1:])
