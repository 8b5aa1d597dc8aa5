#include "runner/process.h"

#include "runner/failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

extern char** environ;

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

/// posix_spawn's two attribute objects, with nothing blocked and nothing ignored in the child.
class SpawnAttributes {
public:
    SpawnAttributes(const Command& command, int output, int errors) {
        posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        // Without a session of its own a child at least gets a process group, so that it can be stopped with
        // its children.
        short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
        flags =
            static_cast<short>(flags | (command.new_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP));
        posix_spawnattr_setflags(&attributes_, flags);

        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, output, 1);
        posix_spawn_file_actions_adddup2(&actions_, errors, 2);
    }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    ~SpawnAttributes() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }

    const posix_spawnattr_t* attributes() const { return &attributes_; }
    const posix_spawn_file_actions_t* actions() const { return &actions_; }

private:
    posix_spawnattr_t attributes_;
    posix_spawn_file_actions_t actions_;
};

[[noreturn]] void cannot_start(const std::string& program, int error, const std::string& package) {
    std::string hint;
    if (error == ENOENT && !package.empty())
        hint = fmt::format("the Debian package `{0}` brings it: apt-get install {0}", package);
    throw Failure(ExitCode::RunFailed, fmt::format("cannot start `{}`: {}", program, std::strerror(error)),
                  hint);
}

} // namespace

Process::Process(const Command& command, int output, int errors, const std::string& package) {
    const std::string& program = command.arguments.at(0);
    const std::vector<std::string> environment = environment_with(command.environment);
    const SpawnAttributes attributes(command, output, errors);
    const int error = posix_spawnp(&id_, program.c_str(), attributes.actions(), attributes.attributes(),
                                   pointers(command.arguments).data(), pointers(environment).data());
    if (error != 0) {
        id_ = -1;
        cannot_start(program, error, package);
    }
    handle_ = process_handle(id_);
    if (!handle_.is_open())
        throw Failure(ExitCode::RunFailed, "processes cannot be watched: Linux 5.3 or later is needed");
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
                                int at_once, Interrupts& interrupts, const std::string& package) {
    std::vector<ExitStatus> results(commands.size());
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
        ::poll(waits.data(), waits.size(), -1);
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
    }
    return results;
}

std::string signal_text(int signal) {
    std::string name = ::strsignal(signal);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return fmt::format("signal {} ({})", signal, name);
}

} // namespace loop::runner
