#pragma once

#include "runner/launch/launcher_banner.h"
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
    /// -1: discards the output
    explicit TerminalCopy(int descriptor) : descriptor_(descriptor) {}
    /// Leaves out the launcher's words about a failed rank.
    void add(std::string_view text);
    void end();                              ///< nothing follows
    char last_byte() const { return last_; } ///< 0 before the first output

private:
    void show(const std::string& text);

    int descriptor_;
    char last_ = 0;
    LauncherBanner banner_;
};

/// One start of the launcher. `folder` receives the files `stdout` and `stderr`.
struct Launch {
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment;
    std::string mark;    ///< `NAME=value` in the environment, by which LOOP finds the launch's processes
    std::string package; ///< Debian package of the launcher, named if the launcher is missing
    std::filesystem::path folder;
    /// A command of the user: it reads and writes what this command would, so `folder` gets no files, and
    /// what it leaves running when it ends by itself goes on.
    bool direct = false;
    std::optional<double> timeout_seconds;
    int show_output = -1; ///< descriptors that also receive what the program writes; -1 for none
    int show_errors = -1;
    /// Called once before the launch is stopped, while its ranks are alive. Returns the processes of the
    /// ranks; they get time to write their traces before the launcher is stopped.
    std::function<std::vector<pid_t>()> before_stop;
    /// Polled after `before_stop`: whether the ranks on other hosts have written their traces.
    std::function<bool()> have_flushed{};
    /// Asked about once per second: whether every rank has finished except for MPI_Finalize. If MPI_Finalize
    /// then does not return, the launch is stopped (LingerWatch).
    std::function<bool()> is_done{};
    /// Polled every `hang_poll_interval`: whether the ranks have waited for each other for too long.
    std::function<bool()> is_hung{};
    std::chrono::milliseconds hang_poll_interval{1000};
};

constexpr auto shutdown_timeout = std::chrono::seconds(10); ///< time for ranks to write their traces

struct LaunchEnd {
    ExitStatus status;
    double seconds = 0;
    bool timed_out = false;
    bool hung = false;                   ///< its ranks waited for each other
    std::vector<double> stall_seconds{}; ///< if hung: for how long each rank had been stalled
    bool lingered = false;               ///< every rank had finished, but MPI_Finalize did not return
    int interrupted_by = 0;              ///< signal that the user sent, or 0
    bool at_once = false;                ///< the user sent a second signal
    int swept = 0;                       ///< processes that outlived the launcher and were killed
    std::uint64_t memory_kills = 0; ///< processes that the OOM killer of this host ended during the launch
    char last_output = 0;           ///< the last byte on stdout, or 0
    std::string job{};              ///< the job's number in the queue; empty without a queue
    std::optional<double> queue_seconds{}; ///< the job's wait in the queue; absent: it never started
    std::string problem{};                 ///< one sentence if the queue ended the job or hosts were lost

    bool was_stopped() const { return timed_out || hung || interrupted_by != 0; }
};

/// Reasons for an incomplete launch that the ranks cannot report: the launcher was killed, the system ran out
/// of memory.
std::vector<std::string> launcher_sentences(const LaunchEnd& end);

/// Starts the launcher in a session of its own and waits for it. No process of the launch is left when this
/// returns, unless it was direct and ended by itself. While it stops a launch, a signal kills all processes
/// immediately. Throws Failure if the launcher cannot start or its output cannot be written.
LaunchEnd run_launch(const Launch& launch, Interrupts& interrupts);

} // namespace loop::runner
