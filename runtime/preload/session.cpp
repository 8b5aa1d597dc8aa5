// `loop record` preloads this library into an MPI program: the session opens in MPI_Init and closes in
// MPI_Finalize. Other programs that are started on the way, such as launchers, are left alone.
#include "session/session.h"

#include "host_calls/around_mpi.h"
#include "host_calls/call_log.h"
#include "lifecycle/crash_flush.h"
#include "lifecycle/open_close.h"
#include "lifecycle/trace.h"
#include "output/notes.h"
#include "preload/call_sites.h"
#include "preload/same_library.h"
#include "session/concat.h"
#include "session/settings.h"
#include "session/status.h"
#include "trace/events_file.h"

#include <loop/record_session.h>

#include <mpi.h>
#include <unistd.h>

#include <climits>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace loop::runtime {
namespace {

constexpr Site whole_program{"", 0};
constexpr std::size_t events_per_entry = 8; // of the call log, in memory at first

std::string path_of_program() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "unknown program";
}

std::string folder_of_records() {
    const char* const folder = std::getenv(record_folder_variable);
    return folder != nullptr ? folder : "";
}

void take_settings() {
    Settings& s = settings();
    s.file = path_of_program();
    s.program = s.file.substr(s.file.rfind('/') + 1);
    s.records = folder_of_records();
    s.watched = true;
}

long number_in(const char* variable, long otherwise) {
    const char* const text = std::getenv(variable);
    return text != nullptr ? std::atol(text) : otherwise;
}

// Its rank is that of another process, too: their files would have the same names.
bool is_spawned() {
    MPI_Comm parent = MPI_COMM_NULL;
    return PMPI_Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL;
}

void begin_recorded() {
    require_same_mpi_library();
    leave_handlers_of_program();
}

void open_recorded() {
    if (folder_of_records().empty() || is_spawned()) return;
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    take_settings();
    know_call_sites(rank);
    open_status(rank);
    const long events = number_in(recorded_events_variable, default_recorded_events);
    trace::open_call_log(rank, static_cast<std::size_t>(events) / events_per_entry);
    const auto disk = static_cast<std::uint64_t>(number_in(recorded_disk_variable, default_recorded_disk));
    trace::keep_records_in(concat(settings().records, "/rank-", rank, ".events"), disk << 20);
    open_session(Construct::Open0, events, whole_program);
    trace::start_gaps(the_session.yielding);
    if (the_session.yielding)
        add_note("ranks outnumber cores: in the log of calls (rank-R.calls), computation is the thread's "
                 "processor time; times of the trace, which the sheet shows, include waiting for a core");
    if (trace::the_call_log.header != nullptr) trace::the_call_log.header->places = trace::gaps.unit;
}

void close_recorded() {
    trace::gaps.on = false;
    trace::close_call_log(); // to close the session, the rank may have to wait for others, which hang
    if (the_session.stage == Stage::Open) close_session(Construct::Close0, whole_program);
}

// Precedes the constructors of all other libraries, also of the C library: there is no environment yet.
struct Preloaded {
    Preloaded() {
        settings().recorded = true;
        around_mpi = {begin_recorded, open_recorded, close_recorded};
    }
};
const Preloaded preloaded;

// The linker calls it after the exit handlers of the program, but before the destructors of most libraries.
__attribute__((destructor)) void leave() {
    tell_exit_of_recorded();
    trace::go_on();
}

} // namespace
} // namespace loop::runtime
