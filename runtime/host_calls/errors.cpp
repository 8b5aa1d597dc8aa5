#include "host_calls/errors.h"

#include "session/failure.h"
#include "session/frames.h"
#include "session/settings.h"
#include "session/status.h"

#include <string>

namespace loop::runtime {

namespace {

// The launching command finds the line of the call from the frames. Without frames, names the construct
// before the call.
std::string failed_call(const RankPlace& place) {
    const std::string name = place.failed.empty() ? host_wait_name(place.waits) : place.failed;
    const std::string call = name.empty() ? "an MPI call of the host code" : name;
    if (frames_are_told() && !settings().records.empty()) return call;
    return concat(call, " ", seen_text(place));
}

// Stores where host code is, and returns what failed.
std::string tell_failure(int code) {
    tell_frames();
    tell_failed_function();
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(code, text, &length);
    return failed_call(place_of(*the_status)) + " failed (" + text + ")";
}

// `end_as_usual` is what happens without LOOP: the exit code of a recorded program stays the same.
template <class EndAsUsual>
void fail_in_host_code(int code, EndAsUsual end_as_usual) {
    if (place_of(*the_status).inside) return; // the construct checks the code itself
    const std::string problem = tell_failure(code);
    if (!settings().recorded) fail(Site{"", 0}, "", problem, exit_run_failed);
    print_error(concat("error: ", rank_text(), problem));
    tell_end(exit_run_failed);
    end_as_usual();
}

void on_mpi_error(MPI_Comm* comm, int* code, ...) {
    fail_in_host_code(*code, [&] {
        PMPI_Comm_set_errhandler(*comm, MPI_ERRORS_ARE_FATAL);
        PMPI_Comm_call_errhandler(*comm, *code);
    });
}

void on_window_error(MPI_Win* window, int* code, ...) {
    fail_in_host_code(*code, [&] {
        PMPI_Win_set_errhandler(*window, MPI_ERRORS_ARE_FATAL);
        PMPI_Win_call_errhandler(*window, *code);
    });
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

void fail_call(const char* name, const std::string& reason) {
    tell_frames();
    fail(Site{"", 0}, name, reason, exit_run_failed);
}

} // namespace loop::runtime
