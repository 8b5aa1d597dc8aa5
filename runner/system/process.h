#pragma once

#include "runner/system/files.h"
#include "runner/system/interrupts.h"

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace loop::runner {

/// A program to start. `arguments[0]` is searched in PATH; `environment` is added to the current environment.
/// No shell is used.
struct Command {
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment;
    bool new_session = false;
    bool reads_input = false; ///< has this command's stdin; false: /dev/null
};

/// Calls `observer` before each process that this command starts from now on, for `--verbose`. To be called
/// before other threads run.
void observe_processes(std::function<void(const Command&)> observer);

struct ExitStatus {
    int code = 0;   ///< exit code of the process
    int signal = 0; ///< the signal that killed it, or 0
    bool good() const { return code == 0 && signal == 0; }
};

/// A child process started by the current thread. It receives SIGTERM when that thread ends, even if the
/// command is killed. The destructor kills a child that is still running.
class Process {
public:
    /// Starts the child with the descriptors `output` and `errors` as stdout and
    /// stderr. Throws Failure if it cannot be started; `package` is named in the hint.
    Process(const Command& command, int output, int errors, const std::string& package = {});
    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process();

    pid_t id() const { return id_; }
    /// A descriptor that becomes readable when the process ends.
    int fd() const { return handle_.get(); }
    ExitStatus wait();

private:
    pid_t id_ = -1;
    Descriptor handle_;
};

/// Returns a descriptor that becomes readable when process `id` ends; not open if there is no such process.
Descriptor process_handle(pid_t id);

/// The path that `program` resolves to through PATH; empty if there is none.
std::filesystem::path find_in_path(const std::string& program);

/// Runs all commands, at most `at_once` at a time, each with stdout and stderr in the file of the same index.
/// A signal stops them all and throws Interrupted. `package`: see Process. `ended`, if set, is called several
/// times per second with the number of ended commands. Commands that still run after `limit` are killed.
std::vector<ExitStatus> run_all(const std::vector<Command>& commands,
                                const std::vector<std::filesystem::path>& outputs, int at_once,
                                Interrupts& interrupts, const std::string& package = {},
                                const std::function<void(std::size_t)>& ended = {},
                                std::chrono::seconds limit = std::chrono::hours(10000));

struct Answer {
    ExitStatus status;
    std::string text; ///< stdout and stderr
};

/// Runs a tool and returns its output; code 127 and no output if it cannot be started.
Answer ask(const std::vector<std::string>& arguments, Interrupts& interrupts);

/// The command that installs a Debian package; empty if `package` is empty.
std::string install_hint(const std::string& package);

/// "signal 11 (segmentation fault)".
std::string signal_text(int signal);

} // namespace loop::runner
