#include "session/mpi_state.h"

#include "session/failure.h"
#include "session/launcher.h"
#include "session/settings.h"
#include "session/simulated_alltoall.h"
#include "session/simulation.h"
#include "session/status.h"
#include "stall/processes.h"

#include <mpi.h>
#include <unistd.h>

#include <cstring>
#include <string>

namespace loop::runtime {

namespace {

// A library that fails to start may call exit() inside MPI_Init.
bool has_begun = false;

int (*end_with)() = PMPI_Finalize;

bool do_threads_communicate = false;

int threads_of_library = 0; // created by MPI_Init

bool has_outsiders = false;

} // namespace

bool mpi_is_initialised() {
    int initialised = 0;
    PMPI_Initialized(&initialised);
    return initialised != 0;
}

BeginsMpi::BeginsMpi() : threads_before_(count_threads(getpid())) {
    has_begun = true;
    mend_simulated_alltoall();
}

BeginsMpi::~BeginsMpi() {
    threads_of_library = count_threads(getpid()) - threads_before_;
}

bool mpi_has_begun() {
    return has_begun || mpi_is_initialised();
}

void want_threads_to_communicate() {
    do_threads_communicate = true;
}

bool threads_communicate() {
    return do_threads_communicate;
}

void begin_mpi() {
    const BeginsMpi begins;
    int level = 0;
    if (do_threads_communicate)
        PMPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level);
    else
        PMPI_Init(nullptr, nullptr);
}

int end_mpi() {
    return end_with();
}

void end_mpi_with(int (*end)()) {
    end_with = end;
}

bool mpi_is_up() {
    int finalised = 0;
    PMPI_Finalized(&finalised);
    return mpi_is_initialised() && finalised == 0;
}

namespace {

// Under another library's launcher, every process is a run of one rank, without any error message.
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
        print_error(concat(settings().program, ": error: ", launcher.name, " started ", launcher.processes,
                           " processes, but the program was built with ", name,
                           ", and each process is a run of its own"
                           "; start it with ",
                           name, "'s mpiexec (", command, " on Debian)"));
    }
    end_status(RankState::Failed, wrong_launcher);
    end_run(exit_run_failed);
}

} // namespace

bool initialise_mpi() {
    const bool is_ours = !mpi_is_initialised();
    if (is_ours) begin_mpi();
    if (!is_simulated) require_own_launcher();
    return is_ours;
}

void tell_threads(int ours) {
    int level = MPI_THREAD_SINGLE;
    if (has_outsiders) return tell_outsiders();
    if (is_simulated || PMPI_Query_thread(&level) != MPI_SUCCESS || level != MPI_THREAD_MULTIPLE) return;
    __atomic_store_n(&the_status->own_threads, 1 + threads_of_library + ours, __ATOMIC_RELAXED);
}

void tell_outsiders() {
    has_outsiders = true;
    __atomic_store_n(&the_status->own_threads, helped_by_outsiders, __ATOMIC_RELAXED);
}

} // namespace loop::runtime
