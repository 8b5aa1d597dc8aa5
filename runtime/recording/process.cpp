#include "recording/process.h"

#include "session/failure.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace loop::recording {

using runtime::concat;

namespace {

int report_pipe = -1;

void write_all(int file, const void* data, std::size_t bytes) {
    const char* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = write(file, at, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail_at_start("cannot pass on what was recorded");
        at += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

// "HASH GROUPS COMMUNICATION MEMORY CALLS BYTES RANK RANK ...\n", as many lines on receiving calls, the bytes
// of the tables, and the text.
std::string packed(const Report& report) {
    std::string line = concat(report.hash, " ", report.groups, " ", report.communication, " ", report.memory,
                              " ", report.received.size(), " ", report.tables.size());
    for (const int rank : report.asked)
        line += concat(" ", rank);
    line += "\n";
    for (const std::string& each : report.received)
        line += each + "\n";
    return line + report.tables + report.text;
}

bool unpack(const std::string& message, Report& report) {
    std::size_t end = message.find('\n');
    if (end == std::string::npos) return false;
    char* next = nullptr;
    report.hash = std::strtoull(message.c_str(), &next, 10);
    report.groups = std::strtoull(next, &next, 10);
    report.communication = std::strtoull(next, &next, 10);
    report.memory = std::strtoll(next, &next, 10);
    const auto calls = std::strtoull(next, &next, 10);
    const auto bytes_of_tables = std::strtoull(next, &next, 10);
    while (next < message.c_str() + end)
        report.asked.insert(static_cast<int>(std::strtol(next, &next, 10)));
    for (std::size_t call = 0; call < calls; ++call) {
        const std::size_t begin = end + 1;
        end = message.find('\n', begin);
        if (end == std::string::npos) return false;
        report.received.insert(message.substr(begin, end - begin));
    }
    if (message.size() - (end + 1) < bytes_of_tables) return false;
    report.tables = message.substr(end + 1, bytes_of_tables);
    report.text = message.substr(end + 1 + bytes_of_tables);
    return true;
}

// The most that this process has had; 0 if the system does not tell.
long long most_memory_so_far() {
    std::FILE* const file = std::fopen("/proc/self/status", "re");
    if (file == nullptr) return 0;
    long long kibibytes = 0;
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr)
        if (std::sscanf(line, "VmPeak: %lld", &kibibytes) == 1) break;
    std::fclose(file);
    return kibibytes * 1024;
}

using Clock = std::chrono::steady_clock;

// For poll.
int milliseconds_until(Clock::time_point end) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, 1000000));
}

} // namespace

void fail_at_start(const std::string& message) {
    runtime::print_error("error: " + message);
    std::_Exit(runtime::exit_run_failed);
}

bool Process::start() {
    int ends[2];
    if (pipe(ends) != 0) fail_at_start("cannot make a pipe");
    process_ = fork();
    if (process_ < 0) fail_at_start("cannot start a process");
    close(ends[process_ == 0 ? 0 : 1]);
    if (process_ == 0)
        report_pipe = ends[1];
    else
        pipe_ = ends[0];
    return process_ == 0;
}

bool Process::reports_within(double seconds) const {
    const auto end = Clock::now() + std::chrono::microseconds(static_cast<long long>(seconds * 1e6));
    for (;;) {
        pollfd ready{pipe_, POLLIN, 0};
        const int found = poll(&ready, 1, milliseconds_until(end));
        if (found >= 0 || errno != EINTR) return found != 0;
    }
}

void Process::stop() const {
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

// Returns false if the time is over.
bool Process::read_all(double limit, std::string& text) const {
    const auto end = Clock::now() + std::chrono::microseconds(static_cast<long long>(limit * 1e6));
    char part[65536];
    for (;;) {
        if (limit > 0) {
            pollfd ready{pipe_, POLLIN, 0};
            const int found = poll(&ready, 1, milliseconds_until(end));
            if (found == 0) return false;
            if (found < 0 && errno == EINTR) continue;
        }
        const ssize_t bytes = read(pipe_, part, sizeof part);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes <= 0) return true;
        text.append(part, static_cast<std::size_t>(bytes));
    }
}

bool Process::wait_for_report(double limit, Report& report) {
    std::string message;
    const bool is_in_time = read_all(limit, message);
    close(pipe_);
    if (!is_in_time) kill(process_, SIGKILL);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    if (!is_in_time) {
        end_ = "does not end";
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && unpack(message, report)) return true;
    if (WIFEXITED(status)) exit_code_ = WEXITSTATUS(status);
    if (WIFSIGNALED(status))
        end_ = concat("is ended by signal ", WTERMSIG(status));
    else
        end_ = exit_code_ != 0 ? concat("ends with exit code ", exit_code_) : "ends before \\CLOSE0";
    return false;
}

void send_report(Report report) {
    report.memory = most_memory_so_far();
    const std::string message = packed(report);
    std::fflush(nullptr);
    write_all(report_pipe, message.data(), message.size());
    std::_Exit(0);
}

void make_silent(long long most_memory) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const int output : {STDOUT_FILENO, STDERR_FILENO})
        dup2(nowhere, output);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    rlimit memory{};
    if (most_memory == 0 || getrlimit(RLIMIT_AS, &memory) != 0) return;
    memory.rlim_cur = std::min(memory.rlim_cur, static_cast<rlim_t>(most_memory));
    setrlimit(RLIMIT_AS, &memory);
}

} // namespace loop::recording
