#pragma once

#include "session/concat.h"

#include <loop/rank_status.h>
#include <loop/site.h>

#include <string>

namespace loop::runtime {

constexpr int exit_run_failed = 5;
constexpr int exit_input_output = 7;

// Returns the name as in the source: `\EXCHANGE`, but `send0`.
std::string display_name(Construct construct);

// Returns where a rank was last seen: `after \EXCHANGE in line 12`, or `in ...` if it is inside;
// `after MPI_Init` in a recorded program, which has no constructs; `before the first construct`. Local.
std::string seen_text(const RankPlace& place);

// Returns for example `rank 3: `; "" if the rank is unknown.
std::string rank_text();

// Returns for example `fingerprint.loop:12: `; "" if the site is unknown.
std::string place_text(const Site& site);
// `12`, or `12:45` if the site has a column.
std::string line_text(const Site& site);

// Prints a message on stderr in one write, so that messages of several ranks do not mix.
void print_error(const std::string& text);

// Prints "x.loop:12: error: rank 3: \EXCHANGE: message" and ends the run with `code`.
[[noreturn]] void fail(const Site& site, const std::string& construct, const std::string& message,
                       int code = exit_run_failed);
[[noreturn]] void fail(const Site& site, Construct construct, const std::string& message);
template <class... Pieces>
[[noreturn]] void fail(const Site& site, Construct construct, const Pieces&... message) {
    fail(site, construct, concat(message...));
}

// For a file that cannot be written: prints path and reason; exit code 7.
[[noreturn]] void fail_output(const std::string& path, int error_number);

// For a construct that is called outside an open session.
[[noreturn]] void fail_not_open(Construct construct, const Site& site);

// Writes the trace of a rank that fails, if one is being recorded. `why`: the reason. `signal`: the signal
// number, or 0. Safe in signal handlers.
using CrashFlush = void (*)(const char* why, int signal);
extern CrashFlush crash_flush;
inline void flush_at_crash(const char* why, int signal = 0) noexcept {
    if (crash_flush != nullptr) crash_flush(why, signal);
}

// Ends all ranks if MPI is up or if `loop run` started them, else only this process.
[[noreturn]] void end_run(int code);
// The part of end_run() that LOOP's files need: status, and trace. The program is ended by the caller.
void tell_end(int code);

// Whether one of them was called: MPI_Abort of some libraries calls exit().
bool run_is_ending();

// Reports a failed MPI call in the construct entered last. The message says what was attempted (`what`) and
// the MPI library's error text.
[[noreturn]] void fail_mpi(int mpi_code, const std::string& what);

inline void check_mpi(int mpi_code, const char* what) {
    if (mpi_code != 0) fail_mpi(mpi_code, what); // the MPI standard defines MPI_SUCCESS as 0
}

} // namespace loop::runtime
