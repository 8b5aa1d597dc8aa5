#include "trace/import/otf2.h"

#include "base/formats/run_record.h"
#include "trace/analysis/messages/clock_check.h"
#include "trace/analysis/waits/inferred_waits.h"
#include "trace/import/otf2_archive.h"
#include "trace/import/trace_pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> anchors_in(const fs::path& folder) {
    std::vector<fs::path> anchors;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".otf2") anchors.push_back(entry.path());
    return anchors;
}

/// Throws for a pipe or a device, for which a reader would wait. A missing file is reported by who reads it.
void require_readable(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
        throw ImportError(fmt::format("`{}` cannot be read: it is not a regular file", file.string()));
}

fs::path anchor_of(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        const std::vector<fs::path> anchors = anchors_in(path);
        if (anchors.size() == 1) return anchors[0];
        throw ImportError(fmt::format("`{}` has {} files *.otf2; name one of them", path.string(),
                                      anchors.empty() ? "no" : std::to_string(anchors.size())));
    }
    require_readable(path);
    std::ifstream file(path, std::ios::binary);
    if (!file) throw ImportError(fmt::format("`{}` cannot be read: {}", path.string(), std::strerror(errno)));
    return path;
}

/// The anchor, the definitions next to it, and the events below it.
std::vector<fs::path> files_of(const fs::path& anchor) {
    std::error_code error;
    std::vector<fs::path> files{anchor, fs::path(anchor).replace_extension(".def")};
    for (fs::recursive_directory_iterator it(fs::path(anchor).replace_extension(), error), end;
         !error && it != end; it.increment(error))
        files.push_back(it->path());
    return files;
}

std::uintmax_t bytes_of(const fs::path& anchor) {
    std::uintmax_t bytes = 0;
    for (const fs::path& file : files_of(anchor)) {
        std::error_code unknown;
        const std::uintmax_t size = fs::file_size(file, unknown);
        if (!unknown) bytes += size;
    }
    return bytes;
}

/// Limits memory and time, as a damaged archive may request any amount; a good one needs less than this. The
/// clock has a limit, too: a process that waits takes no time of a processor.
void limit_ourselves(std::uintmax_t archive_bytes) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const rlim_t seconds = 30 + archive_bytes / 1000000;
    const rlimit time{seconds, seconds};
    ::setrlimit(RLIMIT_CPU, &time);
    ::alarm(static_cast<unsigned>(std::min<rlim_t>(10 * seconds, std::numeric_limits<unsigned>::max())));
#ifndef __SANITIZE_ADDRESS__ // AddressSanitizer needs more address space than any limit
    const rlim_t bytes = (rlim_t(1) << 31) + 64 * archive_bytes;
    const rlimit memory{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
}

[[noreturn]] void read_and_send(int fd, const std::string& anchor) {
    limit_ourselves(bytes_of(anchor));
    // Suppress the messages that the library prints when it aborts.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    bool sent = false;
    try {
        const Trace trace = read_otf2_archive(anchor);
        sent = send_text(fd, "") && send_trace(fd, trace);
    } catch (const std::bad_alloc&) {
        sent = send_text(fd, "it needs more memory than there is");
    } catch (const std::exception& error) {
        sent = send_text(fd, error.what());
    }
    ::_exit(sent ? 0 : 1);
}

std::string death_of(int status) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "reading it took too long";
    if (WIFSIGNALED(status))
        return fmt::format("the OTF2 library gave up on it (signal {}): the archive is damaged",
                           WTERMSIG(status));
    return "reading it ended early: the archive is damaged";
}

/// A child process and the reading end of the pipe from it.
struct Child {
    pid_t pid = -1;
    int fd = -1;

    int wait() const {
        ::close(fd);
        int status = 0;
        while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        return status;
    }
};

/// Makes Ctrl-C and the death of the parent end the reader, whatever signals the parent blocks.
void end_with_parent() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

Child start(const std::string& anchor) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw ImportError(fmt::format("no pipe for reading it: {}", std::strerror(errno)));
    const pid_t pid = ::fork();
    if (pid < 0) {
        const int error = errno;
        ::close(ends[0]);
        ::close(ends[1]);
        throw ImportError(fmt::format("no process for reading it: {}", std::strerror(error)));
    }
    if (pid == 0) {
        ::close(ends[0]);
        end_with_parent();
        read_and_send(ends[1], anchor);
    }
    ::close(ends[1]);
    return {pid, ends[0]};
}

} // namespace

bool is_otf2(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error))
        return !fs::exists(path / formats::run_file_name, error) && anchors_in(path).size() == 1;
    return path.extension() == ".otf2";
}

Trace read_otf2(const fs::path& path) {
    const std::string anchor = anchor_of(path).string();
    for (const fs::path& file : files_of(anchor))
        require_readable(file);
    const Child child = start(anchor);
    std::string problem;
    Trace trace;
    const bool answered = receive_text(child.fd, problem);
    const bool whole = answered && problem.empty() && receive_trace(child.fd, trace);
    const int status = child.wait();
    if (!answered || (problem.empty() && !whole)) problem = death_of(status);
    if (!problem.empty()) throw ImportError(fmt::format("`{}` cannot be imported: {}", anchor, problem));
    if (has_waits(trace)) return trace;
    if (check_clocks(trace).agree())
        infer_waits(trace);
    else
        trace.problems.emplace_back("the archive does not say when ranks wait, and LOOP cannot infer it from "
                                    "clocks that disagree: waiting is part of the overhead");
    return trace;
}

} // namespace loop::report
