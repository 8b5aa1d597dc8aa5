#include "session/mpi_state.h"

#include "session/failure.h"
#include "session/frames.h"
#include "session/launcher.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/status.h"
#include "standing/processes.h"
#include "trace/host_wait.h"
#include "trace/trace.h"

#include <mpi.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace loop::runtime {

namespace {

// A library that cannot start may call exit() from within.
bool has_begun = false;

int threads_of_library = 0; // that came with MPI_Init, where host text called it

// MPI_Init, and which threads it makes.
template <class Begin>
int begin_counted(Begin begin) {
    const int before = count_threads(getpid());
    has_begun = true;
    const int code = begin();
    threads_of_library = count_threads(getpid()) - before;
    return code;
}

bool is_initialised() {
    int initialised = 0;
    PMPI_Initialized(&initialised);
    return initialised != 0;
}

} // namespace

bool mpi_has_begun() {
    return has_begun || is_initialised();
}

void begin_mpi() {
    has_begun = true;
    PMPI_Init(nullptr, nullptr);
}

bool mpi_is_up() {
    int finalised = 0;
    PMPI_Finalized(&finalised);
    return is_initialised() && finalised == 0;
}

namespace {

// Under another library's launcher every process is a program of one rank, and nothing else tells.
void require_own_launcher() {
    int ranks = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    PMPI_Get_library_version(library, &length);
    const bool is_open_mpi = std::strstr(library, "Open MPI") != nullptr;
    const Launcher launcher = launcher_of(is_open_mpi ? MpiFamily::OpenMpi : MpiFamily::Mpich);
    if (ranks > 1 || launcher.processes <= 1) return;
    const std::string name = is_open_mpi ? "Open MPI" : "MPICH";
    const std::string command = is_open_mpi ? "mpiexec.openmpi" : "mpiexec.mpich";
    if (launcher_rank() <= 0) {
        print_error(settings().program + ": error: " + launcher.name + " started " +
                    std::to_string(launcher.processes) +
                    " processes, but each takes itself for the only one: the program was built with " + name +
                    "; start it with " + name + "'s mpiexec (" + command + " on Debian)");
    }
    end_run(exit_run_failed);
}

} // namespace

bool initialise_mpi() {
    const bool is_ours = !is_initialised();
    if (is_ours) begin_mpi();
    if (!is_simulated) require_own_launcher();
    return is_ours;
}

void tell_threads(int ours) {
    int level = MPI_THREAD_SINGLE;
    if (is_simulated || PMPI_Query_thread(&level) != MPI_SUCCESS || level != MPI_THREAD_MULTIPLE) return;
    __atomic_store_n(&the_status->own_threads, 1 + threads_of_library + ours, __ATOMIC_RELAXED);
}

namespace {

// The line of the call the launching side finds; where there is none the construct before has to do.
std::string failed_call(const RankPlace& place) {
    const std::string name = place.failed.empty() ? host_wait_name(place.waits) : place.failed;
    const std::string call = name.empty() ? "an MPI call of the host text" : name;
    if (frames_are_told() && !settings().records.empty()) return call;
    return call + " after " + display_name(place.construct) + " in line " + std::to_string(place.line);
}

void fail_in_host_text(int code) {
    if (place_of(*the_status).inside) return; // the construct looks at the code itself
    tell_frames();
    tell_failed_function();
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(code, text, &length);
    fail(Site{"", 0}, "", failed_call(place_of(*the_status)) + " failed (" + text + ")", exit_run_failed);
}

void on_mpi_error(MPI_Comm*, int* code, ...) {
    fail_in_host_text(*code);
}

void on_window_error(MPI_Win*, int* code, ...) {
    fail_in_host_text(*code);
}

} // namespace

void watch_mpi_errors() {
    MPI_Errhandler ours;
    PMPI_Comm_create_errhandler(on_mpi_error, &ours);
    for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
        MPI_Errhandler current;
        PMPI_Comm_get_errhandler(comm, &current);
        if (current == MPI_ERRORS_ARE_FATAL) {
            PMPI_Comm_set_errhandler(comm, ours);
        } else {
            PMPI_Errhandler_free(&current);
        }
    }
    PMPI_Errhandler_free(&ours);
}

void watch_window_errors(MPI_Win window) {
    MPI_Errhandler current;
    if (PMPI_Win_get_errhandler(window, &current) != MPI_SUCCESS) return;
    const bool is_default = current == MPI_ERRORS_ARE_FATAL;
    if (!is_default) PMPI_Errhandler_free(&current);
    if (!is_default) return;
    MPI_Errhandler ours;
    PMPI_Win_create_errhandler(on_window_error, &ours);
    PMPI_Win_set_errhandler(window, ours);
    PMPI_Errhandler_free(&ours);
}

} // namespace loop::runtime

// Host text may call these itself, through the profiling interface they are ours. MPI_Init after \OPEN0 and
// MPI_Finalize after \CLOSE0 do nothing more; MPI_Abort leaves its code behind, and since launchers pass on
// the low eight bits only, a code outside 1 .. 255, which could look like success, becomes 1.
extern "C" {

int MPI_Init(int* argc, char*** argv) {
    if (loop::runtime::is_initialised()) return MPI_SUCCESS;
    return loop::runtime::begin_counted([&] { return PMPI_Init(argc, argv); });
}

int MPI_Init_thread(int* argc, char*** argv, int wanted, int* provided) {
    return loop::runtime::begin_counted([&] { return PMPI_Init_thread(argc, argv, wanted, provided); });
}

int MPI_Finalize() {
    int finalised = 0;
    PMPI_Finalized(&finalised);
    if (finalised != 0) return MPI_SUCCESS;
    const loop::runtime::trace::HostWait waits(loop::WaitKind::Finalize, __builtin_return_address(0));
    return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int code) {
    loop::runtime::tell_frame(__builtin_return_address(0));
    loop::runtime::end_status(loop::RankState::Aborted, code);
    loop::runtime::trace::write_last_words("abort", 0);
    if (loop::runtime::is_simulated) loop::runtime::end_run(code);
    const int passed_on = code >= 1 && code <= 255 ? code : 1;
    PMPI_Abort(comm, passed_on);
    // MPICH's tells the launcher and returns: until that ends it the rank would go on, and write its record even.
    std::_Exit(passed_on);
}

} // extern "C"
