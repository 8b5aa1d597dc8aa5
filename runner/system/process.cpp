#include "runner/system/process.h"

#include "runner/system/failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): only glibc declares it

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> environment_with(const std::map<std::string, std::string>& added) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (added.count(text.substr(0, text.find('='))) == 0) result.push_back(text);
    }
    for (const auto& [name, value] : added)
        result.push_back(name + "=" + value);
    return result;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> result;
    for (const std::string& word : words)
        result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
}

/// What a child needs to call exec, prepared before the fork: after it, no memory may be allocated.
class ExecPlan {
public:
    ExecPlan(const Command& command, const fs::path& program, int output, int errors)
        : program_(program.string()), environment_(environment_with(command.environment)),
          argument_pointers_(pointers(command.arguments)), environment_pointers_(pointers(environment_)),
          new_session_(command.new_session), reads_input_(command.reads_input), output_(output),
          errors_(errors), parent_(::getpid()) {}
    ExecPlan(const ExecPlan&) = delete;
    ExecPlan& operator=(const ExecPlan&) = delete;

    /// Called in the child. Returns only on failure, with `errno` set. Unblocks all signals. If the command
    /// is killed, the child receives SIGTERM, so that a launcher ends its ranks.
    void take_over() const {
        for (int signal = 1; signal < NSIG; ++signal)
            ::signal(signal, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent_) ::_exit(127); // the parent ended before prctl()
        // A child without its own session gets its own process group, so that it can be stopped with its
        // children.
        const int grouped = new_session_ ? static_cast<int>(::setsid()) : ::setpgid(0, 0);
        const int input = reads_input_ ? ::dup(0) : ::open("/dev/null", O_RDONLY);
        if (grouped < 0 || input < 0 || ::dup2(input, 0) < 0 || ::dup2(output_, 1) < 0 ||
            ::dup2(errors_, 2) < 0)
            return;
        if (input > 2) ::close(input);
        ::execve(program_.c_str(), argument_pointers_.data(), environment_pointers_.data());
    }

private:
    std::string program_;
    std::vector<std::string> environment_;
    std::vector<char*> argument_pointers_, environment_pointers_;
    bool new_session_, reads_input_;
    int output_, errors_;
    pid_t parent_;
};

/// Starts the child. Returns 0, or the errno value of exec; the child has then exited.
int start(const ExecPlan& successor, pid_t& id) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
    const Descriptor read_end(ends[0]);
    Descriptor write_end(ends[1]);
    id = ::fork();
    if (id < 0) return errno;
    if (id == 0) {
        successor.take_over();
        const int error = errno;
        [[maybe_unused]] const ssize_t written = ::write(write_end.get(), &error, sizeof error);
        ::_exit(127);
    }
    write_end.close();
    int error = 0;
    ssize_t count = 0;
    while ((count = ::read(read_end.get(), &error, sizeof error)) < 0 && errno == EINTR)
        continue;
    if (count <= 0) return 0; // exec closed the write end
    ::waitpid(id, nullptr, 0);
    return error;
}

std::function<void(const Command&)>& process_observer() {
    static std::function<void(const Command&)> observer;
    return observer;
}

[[noreturn]] void cannot_start(const std::string& program, int error, const std::string& package) {
    throw Failure(ExitCode::RunFailed, fmt::format("cannot start `{}`: {}", program, std::strerror(error)),
                  error == ENOENT ? install_hint(package) : "");
}

} // namespace

void observe_processes(std::function<void(const Command&)> observer) {
    process_observer() = std::move(observer);
}

Process::Process(const Command& command, int output, int errors, const std::string& package) {
    if (process_observer()) process_observer()(command);
    const std::string& program = command.arguments.at(0);
    const fs::path path = program.find('/') == std::string::npos ? find_in_path(program) : fs::path(program);
    const int error = path.empty() ? ENOENT : start(ExecPlan(command, path, output, errors), id_);
    if (error != 0) {
        id_ = -1;
        cannot_start(program, error, package);
    }
    handle_ = process_handle(id_);
    if (!handle_.is_open())
        throw Failure(ExitCode::RunFailed, "cannot watch processes: Linux 5.3 or later is required");
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)), handle_(std::move(other.handle_)) {}

Process::~Process() {
    if (id_ < 0) return;
    ::kill(-id_, SIGKILL);
    wait();
}

ExitStatus Process::wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR)
        continue;
    id_ = -1;
    ExitStatus result;
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    return result;
}

Descriptor process_handle(pid_t id) {
    // Not pidfd_open(): glibc 2.36 declares it without C linkage.
    return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
}

fs::path find_in_path(const std::string& program) {
    if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0 ? program : "";
    const char* configured = std::getenv("PATH");
    std::string rest = configured != nullptr ? configured : "/usr/local/bin:/usr/bin:/bin";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const fs::path candidate = fs::path(rest.substr(0, end)) / program;
        std::error_code ignored;
        if (fs::is_regular_file(candidate, ignored) && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
        rest.erase(0, std::min(end + 1, rest.size()));
    }
    return {};
}

std::vector<ExitStatus> run_all(const std::vector<Command>& commands, const std::vector<fs::path>& outputs,
                                int at_once, Interrupts& interrupts, const std::string& package,
                                const std::function<void(std::size_t)>& ended, std::chrono::seconds limit) {
    const std::chrono::milliseconds look(ended ? 250 : 3600000);
    const auto deadline = std::chrono::steady_clock::now() + limit;
    std::vector<ExitStatus> results(commands.size(), {0, SIGKILL});
    std::map<std::size_t, Process> running;
    std::size_t next = 0;
    while (next < commands.size() || !running.empty()) {
        while (next < commands.size() && running.size() < static_cast<std::size_t>(at_once)) {
            const Descriptor output = create_file(outputs[next]);
            running.emplace(next, Process(commands[next], output.get(), output.get(), package));
            ++next;
        }
        std::vector<pollfd> waits{{interrupts.fd(), POLLIN, 0}};
        for (const auto& [index, process] : running)
            waits.push_back({process.fd(), POLLIN, 0});
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) break;
        ::poll(waits.data(), waits.size(), static_cast<int>(std::min(look, left).count()));
        if (const int signal = interrupts.take()) throw Interrupted{signal};
        std::size_t position = 0;
        for (auto entry = running.begin(); entry != running.end();) {
            if (waits[++position].revents == 0) {
                ++entry;
                continue;
            }
            results[entry->first] = entry->second.wait();
            entry = running.erase(entry);
        }
        if (ended) ended(next - running.size());
    }
    return results;
}

Answer ask(const std::vector<std::string>& arguments, Interrupts& interrupts) {
    if (find_in_path(arguments[0]).empty()) return {{127, 0}, ""};
    const Descriptor memory(::memfd_create("answer", MFD_CLOEXEC)); // temporary folders may be read-only
    if (!memory.is_open()) refuse_file("create", "a file in memory", errno);
    const fs::path words = fmt::format("/proc/self/fd/{}", memory.get());
    Answer answer;
    answer.status = run_all({Command{arguments, {}, false}}, {words}, 1, interrupts)[0];
    answer.text = read_file(words);
    return answer;
}

std::string install_hint(const std::string& package) {
    return package.empty() ? ""
                           : fmt::format("install the Debian package `{0}`: apt-get install {0}", package);
}

std::string signal_text(int signal) {
    std::string name = ::strsignal(signal);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return fmt::format("signal {} ({})", signal, name);
}

} // namespace loop::runner
