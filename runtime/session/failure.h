#pragma once

#include "session/concat.h"

#include <loop/rank_status.h>
#include <loop/site.h>

#include <string>

namespace loop::runtime {

constexpr int exit_run_failed = 5;
constexpr int exit_input_output = 7;

// As the author writes it: `\EXCHANGE`, but `send0`.
std::string display_name(Construct construct);

// `fingerprint.loop:12: ` or "" for no place.
std::string place_text(const Site& site);

// A message on stderr in one write, so that the messages of several ranks do not mix.
void print_error(const std::string& text);

// "x.loop:12: error: rank 3: \EXCHANGE: message", then the run ends with `code`.
[[noreturn]] void fail(const Site& site, const std::string& construct, const std::string& message,
                       int code = exit_run_failed);
[[noreturn]] void fail(const Site& site, Construct construct, const std::string& message);
template <class... Pieces>
[[noreturn]] void fail(const Site& site, Construct construct, const Pieces&... message) {
    fail(site, construct, concat(message...));
}

// A file that cannot be written: path and reason, exit code 7.
[[noreturn]] void fail_output(const std::string& path, int error_number);

// Called by what ends outside an open session.
[[noreturn]] void fail_not_open(Construct construct, const Site& site);

// What a rank that dies still writes: its trace, while one is recorded. `why` and, where it is one, the
// signal. For signal handlers too.
using CrashFlush = void (*)(const char* why, int signal);
extern CrashFlush crash_flush;
inline void flush_at_crash(const char* why, int signal = 0) noexcept {
    if (crash_flush != nullptr) crash_flush(why, signal);
}

// Ends all ranks where MPI is up or `loop run` has started them, else this process.
[[noreturn]] void end_run(int code);

// For the construct entered last: `what` says what was tried, the MPI library's text follows.
[[noreturn]] void fail_mpi(int mpi_code, const std::string& what);

inline void check_mpi(int mpi_code, const char* what) {
    if (mpi_code != 0) fail_mpi(mpi_code, what); // MPI_SUCCESS is 0 by the standard
}

} // namespace loop::runtime
