#include "runner/leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <thread>

namespace loop::runner {

namespace {

/// As much as can be read: a process may end while it is looked at, and then reading fails.
std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

constexpr unsigned kernel_thread = 0x00200000; // PF_KTHREAD of Linux

struct Stat {
    char state = 'X';
    pid_t session = 0;
    unsigned flags = 0;
};

/// The name in the second field may hold anything, so reading starts behind its last parenthesis.
Stat stat_of(const std::string& folder) {
    const std::string text = content(folder + "/stat");
    const std::size_t name_end = text.rfind(')');
    Stat result;
    int parent = 0, group = 0, session = 0, terminal = 0, owner = 0;
    unsigned flags = 0;
    if (name_end != std::string::npos &&
        std::sscanf(text.c_str() + name_end + 1, " %c %d %d %d %d %d %u", &result.state, &parent, &group, &session,
                    &terminal, &owner, &flags) == 7) {
        result.session = session;
        result.flags = flags;
    }
    return result;
}

bool is_ours(const std::string& folder) {
    struct stat status {};
    return ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

/// A process that becomes another program has none for a moment.
std::string environment_of(const std::string& folder, const Stat& stat) {
    std::string text = content(folder + "/environ");
    for (int look = 0; look < 10 && text.empty() && (stat.flags & kernel_thread) == 0 && is_ours(folder); ++look) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        text = content(folder + "/environ");
    }
    return text;
}

bool has_entry(const std::string& environment, const std::string& entry) {
    const std::string framed = std::string(1, '\0') + environment;
    return framed.find(std::string(1, '\0') + entry + std::string(1, '\0')) != std::string::npos;
}

} // namespace

std::vector<pid_t> processes_of_launch(pid_t session, const std::string& entry) {
    std::vector<pid_t> found;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
    while (const dirent* item = proc ? ::readdir(proc.get()) : nullptr) {
        const std::string_view name = item->d_name;
        pid_t id = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), id).ptr != name.data() + name.size())
            continue;
        if (id == ::getpid()) continue;
        const std::string folder = "/proc/" + std::string(name);
        const Stat stat = stat_of(folder);
        if (stat.state == 'Z' || stat.state == 'X') continue;
        if ((session > 0 && stat.session == session) || has_entry(environment_of(folder, stat), entry))
            found.push_back(id);
    }
    return found;
}

void end_launch(const std::string& entry) {
    // A process may have been forking while we looked.
    for (int round = 0; round < 200; ++round) {
        const std::vector<pid_t> alive = processes_of_launch(0, entry);
        if (alive.empty()) return;
        for (const pid_t id : alive)
            ::kill(id, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

} // namespace loop::runner
