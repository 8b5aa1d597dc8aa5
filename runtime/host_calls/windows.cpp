// Creates windows for host code, so that MPI errors in a window are reported like those of any other call.
// The trace has begin and end of the calls. The calls that use a window are in one_sided.cpp.
#include "host_calls/buffer_uses.h"
#include "host_calls/call.h"
#include "host_calls/collectives.h"
#include "host_calls/errors.h"
#include "host_calls/known_windows.h"
#include "host_calls/logged_operations.h"
#include "session/simulation.h"

#include <loop/calls.h>

using namespace loop::runtime::trace;

// `bytes`, `unit`: of this rank's part. `Function`: the same, also with large counts.
#define LOOP_WINDOW(Name, parameters, arguments, bytes, unit)                                                \
    LOOP_WINDOW_BY(Name, Name, parameters, arguments, nullptr, bytes, unit)
// `memory`: of the program, for the window; null: MPI allocates it.
#define LOOP_WINDOW_BY(Name, Function, parameters, arguments, memory, bytes, unit)                           \
    LOOP_HOST_CALL int MPI_##Function parameters {                                                           \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        if (checks_memory()) check_uses(at, use_of_bytes(loop::BufferRole::Window, memory, bytes));          \
        log_unlike(at, comm);                                                                                \
        LOOP_WAITS_ALL(Name, comm, not_uniform, no_root, MPI_DATATYPE_NULL);                                 \
        const HostCall call(LOOP_BEGIN_AND_END(Function));                                                   \
        const int code = logged(PMPI_##Function arguments, loop::log_misses_collectives);                    \
        if (code != MPI_SUCCESS) return code;                                                                \
        if (!loop::runtime::is_simulated) loop::runtime::watch_window_errors(*window);                       \
        know_window(at, comm, *window, bytes, unit);                                                         \
        return code;                                                                                         \
    }
LOOP_WINDOW_BY(Win_create, Win_create,
               (void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* window),
               (base, bytes, unit, info, comm, window), base, bytes, unit)
LOOP_WINDOW(Win_allocate,
            (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
            (bytes, unit, info, comm, base, window), bytes, unit)
LOOP_WINDOW(Win_allocate_shared,
            (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
            (bytes, unit, info, comm, base, window), bytes, unit)
LOOP_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* window), (info, comm, window), -1, 1)
#if MPI_VERSION >= 4
LOOP_WINDOW_BY(Win_create, Win_create_c,
               (void* base, MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm, MPI_Win* window),
               (base, bytes, unit, info, comm, window), base, bytes, static_cast<int>(unit))
LOOP_WINDOW_BY(Win_allocate, Win_allocate_c,
               (MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
               (bytes, unit, info, comm, base, window), nullptr, bytes, static_cast<int>(unit))
LOOP_WINDOW_BY(Win_allocate_shared, Win_allocate_shared_c,
               (MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
               (bytes, unit, info, comm, base, window), nullptr, bytes, static_cast<int>(unit))
#endif

LOOP_HOST_CALL int MPI_Win_free(MPI_Win* window) {
    const MPI_Win handle = window == nullptr ? MPI_WIN_NULL : *window;
    const CalledAt at = LOOP_CALLED_AT(Win_free);
    log_window_collective(at, handle);
    const WindowWait wait(loop::WaitKind::Win_free, at, handle, -1, false);
    const HostCall call(LOOP_BEGIN_AND_END(Win_free));
    const int code = logged(PMPI_Win_free(window), loop::log_misses_collectives);
    if (code == MPI_SUCCESS && is_logged_thread()) forget_window(at, handle);
    return code;
}
