#pragma once

#include "runner/system/interrupts.h"
#include "runner/system/process.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// Copies the output of a program to a terminal; stops if the terminal is closed.
class TerminalCopy {
public:
    /// -1: no terminal
    explicit TerminalCopy(int descriptor) : descriptor_(descriptor) {}
    void add(std::string_view text);
    char last_byte() const { return last_; } ///< 0: no output

private:
    int descriptor_;
    char last_ = 0;
};

/// One start of the launcher. `folder` receives the files `stdout` and `stderr`.
struct Launch {
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment;
    std::string mark; ///< `NAME=value` in the environment of this launch's processes and of no others
    std::string package;
    std::filesystem::path folder;
    std::optional<double> timeout_seconds;
    int show_output = -1; ///< descriptors that also receive what the program writes; -1 for none
    int show_errors = -1;
    /// Called once before the launch is stopped, while its ranks are alive; returns the processes of the
    /// ranks, which get time to write their traces before the launcher is stopped.
    std::function<std::vector<pid_t>()> before_stop;
    /// Polled after `before_stop`: whether ranks on other hosts have written their traces.
    std::function<bool()> have_flushed{};
    /// Asked once per second: whether every rank is done but for MPI_Finalize. If this persists, the launch
    /// is stopped.
    std::function<bool()> is_done{};
    /// Asked every `hang_poll_interval`: whether the ranks have waited for each other for too long.
    std::function<bool()> is_hung{};
    std::chrono::milliseconds hang_poll_interval{1000};
};

constexpr auto shutdown_timeout = std::chrono::seconds(10); ///< while they write their traces

struct LaunchEnd {
    ExitStatus status;
    double seconds = 0;
    bool timed_out = false;
    bool hung = false;                   ///< its ranks waited for each other
    std::vector<double> stall_seconds{}; ///< then: for how long each rank had been stalled
    bool lingered = false;               ///< every rank was done, and MPI_Finalize did not return
    int interrupted_by = 0;              ///< signal that the user sent, or 0
    bool at_once = false;                ///< the user sent a second one
    int swept = 0;                       ///< processes that outlived the launcher and were killed
    std::uint64_t memory_kills = 0; ///< processes that the system killed meanwhile because memory ran out
    char last_output = 0;           ///< the last byte on stdout, or 0
    std::string job{};              ///< its number in the queue; empty for a launch without one
    std::optional<double> queue_seconds{}; ///< that the job waited; absent: it never started
    std::string problem{}; ///< what the queue did to the job, or lost hosts: a sentence; empty: nothing

    bool was_stopped() const { return timed_out || hung || interrupted_by != 0; }
};

/// What happened to an incomplete launch, besides the reports of its ranks: a killed launcher, a system out
/// of memory.
std::vector<std::string> launcher_sentences(const LaunchEnd& end);

/// Starts the launcher in a session of its own and waits for it. When this returns no process of the launch
/// is left. A second signal while stopping kills at once. Failure: cannot start, or its output cannot be
/// written.
LaunchEnd run_launch(const Launch& launch, Interrupts& interrupts);

} // namespace loop::runner
