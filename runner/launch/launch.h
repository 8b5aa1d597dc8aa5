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

/// What a program writes, on its way to a terminal: one that no longer listens is dropped.
class Shown {
public:
    /// -1: nobody looks.
    explicit Shown(int descriptor) : descriptor_(descriptor) {}
    void add(std::string_view text);
    char last_byte() const { return last_; } ///< 0: there was none

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
    /// Called once when the launch is going to be stopped, ranks still alive; returns the processes of the
    /// ranks, which are given time for their last words before the launcher is asked to end.
    std::function<std::vector<pid_t>()> before_stop;
    /// Asked again and again after `before_stop`: whether ranks on other hosts have said their last words.
    std::function<bool()> have_told{};
    /// Asked once a second: whether every rank is done but for MPI_Finalize. A launch that stays so is
    /// stopped.
    std::function<bool()> is_done{};
    /// Asked every `between_hang_looks`: whether the ranks wait for each other for too long.
    std::function<bool()> is_hung{};
    std::chrono::milliseconds between_hang_looks{1000};
};

constexpr auto patience_with_ranks = std::chrono::seconds(10); ///< while they write their traces

struct LaunchEnd {
    ExitStatus status;
    double seconds = 0;
    bool timed_out = false;
    bool hung = false;                     ///< its ranks waited for each other
    std::vector<double> standing{};        ///< then: seconds that each rank had stood where it was
    bool lingered = false;                 ///< every rank was done, and MPI_Finalize did not return
    int interrupted_by = 0;                ///< signal that the user sent, or 0
    bool at_once = false;                  ///< the user sent a second one
    int swept = 0;                         ///< processes that outlived the launcher and were killed
    std::uint64_t memory_kills = 0;        ///< processes that this host's system killed meanwhile for want of memory
    char last_output = 0;                  ///< the last byte on stdout, or 0
    std::string job{};                     ///< its number in the queue; empty for a launch without one
    std::optional<double> queue_seconds{}; ///< that the job waited; absent: it never started
    std::string problem{};                 ///< what the queue did to the job, or lost hosts: a sentence; empty: nothing

    bool was_stopped() const { return timed_out || hung || interrupted_by != 0; }
};

/// What befell a launch that is not complete, beside what its ranks say: a launcher that was killed, a system without
/// memory.
std::vector<std::string> launcher_sentences(const LaunchEnd& end);

/// Starts the launcher in a session of its own and waits for it. When this returns no process of the launch
/// is left. A second signal while stopping kills at once. Failure: cannot start, or its output cannot be
/// written.
LaunchEnd run_launch(const Launch& launch, Interrupts& interrupts);

} // namespace loop::runner
