#include "session/failure.h"

#include "session/launcher.h"
#include "session/mpi_state.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/status.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace loop::runtime {
namespace {

std::atomic<bool> is_ending{false};

void end_all_ranks(int code) {
    if (launcher_waits_for_start && !mpi_has_begun() && launcher_rank() >= 0 && !settings().records.empty())
        begin_mpi();
    if (!mpi_is_up()) return;
    usleep(200000); // a launcher drops output that it has not forwarded yet: let it read our last message
    PMPI_Abort(MPI_COMM_WORLD, code);
}

} // namespace

CrashFlush crash_flush = nullptr;

std::string display_name(Construct construct) {
    const std::string name = construct_name(construct);
    const bool picl = is_library_call(construct);
    return picl || name.empty() ? name : "\\" + name;
}

std::string seen_text(const RankPlace& place) {
    if (settings().recorded) return "after MPI_Init";
    if (place.construct == Construct::None) return "before the first construct";
    return concat(place.inside ? "in " : "after ", display_name(place.construct), " in line ", place.line);
}

std::string rank_text() {
    const int rank = the_session.stage == Stage::Before ? launcher_rank() : the_session.rank;
    return rank < 0 ? "" : concat("rank ", rank, ": ");
}

std::string place_text(const Site& site) {
    return site.line > 0 ? concat(site.file, ":", line_text(site), ": ") : "";
}

std::string line_text(const Site& site) {
    return site.column > 0 ? concat(site.line, ":", site.column) : std::to_string(site.line);
}

void print_error(const std::string& text) {
    std::fflush(stdout);
    const std::string line = text + "\n";
    if (write(STDERR_FILENO, line.data(), line.size()) < 0) return; // nowhere to report it
}

void fail(const Site& site, const std::string& construct, const std::string& message, int code) {
    print_error(place_text(site) + "error: " + rank_text() + (construct.empty() ? "" : construct + ": ") +
                message);
    end_run(code);
}

void fail(const Site& site, Construct construct, const std::string& message) {
    fail(site, display_name(construct), message, exit_run_failed);
}

void fail_output(const std::string& path, int error_number) {
    print_error(settings().program + ": error: " + rank_text() + "cannot write `" + path +
                "`: " + std::strerror(error_number));
    end_run(exit_input_output);
}

void fail_mpi(int mpi_code, const std::string& what) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (PMPI_Error_string(mpi_code, text, &length) != MPI_SUCCESS) length = 0;
    std::string reason(text, static_cast<std::size_t>(length));
    for (char& c : reason) {
        if (c == '\n') c = ' ';
    }
    fail(the_session.site, the_session.construct, what + " failed (" + reason + ")");
}

void fail_not_open(Construct construct, const Site& site) {
    fail(site, construct,
         the_session.stage == Stage::Threads
             ? "called by a thread of \\THREADS, or of a loop with THREADS: threads may only execute \\WORK"
         : the_session.stage == Stage::Closed ? "called after \\CLOSE0"
                                              : "called before \\OPEN0");
}

bool run_is_ending() {
    return is_ending;
}

void tell_end(int code) {
    is_ending = true;
    end_status(RankState::Failed, code);
    flush_at_crash("abort");
}

void end_run(int code) {
    tell_end(code);
    if (!is_simulated) end_all_ranks(code); // a simulation is one process: it ends with the run
    std::_Exit(code);
}

} // namespace loop::runtime
