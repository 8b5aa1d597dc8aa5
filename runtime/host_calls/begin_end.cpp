#include "host_calls/around_mpi.h"
#include "host_calls/call_log.h"
#include "host_calls/followed_thread.h"
#include "host_calls/thread_use.h"
#include "host_calls/wait.h"
#include "session/failure.h"
#include "session/frames.h"
#include "session/mpi_state.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/status.h"

#include <mpi.h>

#include <cstdlib>

// Host code may call these functions; LOOP intercepts them through the profiling interface. MPI_Init after
// \OPEN0 and MPI_Finalize after \CLOSE0 do nothing. MPI_Abort stores its code in the status file. As
// launchers pass on only the low eight bits, a code outside 1 .. 255, which could look like success, becomes
// 1. In a recorded program, all of them do what they do without LOOP.
namespace {

bool is_recorded() {
    return loop::runtime::settings().recorded;
}

// `begin` calls MPI. Host code may communicate before \OPEN0.
template <class Begin>
int begin_with(Begin begin) {
    if (loop::runtime::around_mpi.begins != nullptr) loop::runtime::around_mpi.begins();
    const int code = begin();
    if (code != MPI_SUCCESS) return code;
    loop::runtime::trace::know_own_channels();
    if (loop::runtime::around_mpi.begun != nullptr) loop::runtime::around_mpi.begun();
    return code;
}

} // namespace

loop::runtime::AroundMpi loop::runtime::around_mpi;

extern "C" {

int MPI_Init(int* argc, char*** argv) {
    if (!is_recorded() && loop::runtime::mpi_is_initialised()) return MPI_SUCCESS;
    return begin_with([&] {
        const loop::runtime::BeginsMpi begins;
        return PMPI_Init(argc, argv);
    });
}

int MPI_Init_thread(int* argc, char*** argv, int wanted, int* provided) {
    return begin_with([&] {
        const loop::runtime::BeginsMpi begins;
        const int code = PMPI_Init_thread(argc, argv, wanted, provided);
        loop::runtime::trace::threads_take_turns = code == MPI_SUCCESS && *provided == MPI_THREAD_SERIALIZED;
        return code;
    });
}

int MPI_Finalize() {
    int finalised = 0;
    PMPI_Finalized(&finalised);
    if (finalised != 0) return is_recorded() ? PMPI_Finalize() : MPI_SUCCESS;
    loop::runtime::trace::check_finalize(__builtin_return_address(0));
    if (loop::runtime::around_mpi.ends != nullptr) loop::runtime::around_mpi.ends();
    loop::runtime::trace::close_call_log();
    const loop::runtime::trace::HostWait waits(loop::WaitKind::Finalize, __builtin_return_address(0));
    return loop::runtime::end_mpi();
}

int MPI_Abort(MPI_Comm comm, int code) {
    loop::runtime::tell_frame(__builtin_return_address(0));
    loop::runtime::end_status(loop::RankState::Aborted, code);
    loop::runtime::flush_at_crash("abort");
    if (loop::runtime::is_simulated) loop::runtime::end_run(code);
    const int passed_on = is_recorded() || (code >= 1 && code <= 255) ? code : 1;
    PMPI_Abort(comm, passed_on);
    // MPICH's MPI_Abort notifies the launcher and returns. Until the launcher ends the rank, it would
    // continue, and could even write its record.
    std::_Exit(passed_on);
}

} // extern "C"
