#include "runner/launch/orphans.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

/// Returns as much as can be read: reading fails when the process ends.
std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

constexpr unsigned kernel_thread = 0x00200000; // Linux's PF_KTHREAD

struct Stat {
    char state = 'X';
    pid_t session = 0;
    unsigned flags = 0;
};

/// The name in the second field may contain any character, so parsing starts after its last parenthesis.
Stat stat_of(const std::string& folder) {
    const std::string text = content(folder + "/stat");
    const std::size_t name_end = text.rfind(')');
    Stat result;
    int parent = 0, group = 0, session = 0, terminal = 0, owner = 0;
    unsigned flags = 0;
    if (name_end != std::string::npos &&
        std::sscanf(text.c_str() + name_end + 1, " %c %d %d %d %d %d %u", &result.state, &parent, &group,
                    &session, &terminal, &owner, &flags) == 7) {
        result.session = session;
        result.flags = flags;
    }
    return result;
}

bool is_ours(const std::string& folder) {
    struct stat status {};
    return ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

std::string folder_of(pid_t id) {
    return "/proc/" + std::to_string(id);
}

bool has_entry(const std::string& environment, const std::string& entry) {
    const std::string framed = std::string(1, '\0') + environment;
    return framed.find(std::string(1, '\0') + entry + std::string(1, '\0')) != std::string::npos;
}

/// Checks processes without an environment again: during exec a process has none for a short time, or longer
/// if its core is busy. Some processes never have one.
void look_again(std::vector<pid_t> without_environment, const std::string& entry, std::vector<pid_t>& found) {
    auto moment = std::chrono::microseconds(200);
    for (int look = 0; look < 8 && !without_environment.empty(); ++look) {
        std::this_thread::sleep_for(moment);
        moment *= 2;
        const auto has_one = [&](pid_t id) {
            const std::string environment = content(folder_of(id) + "/environ");
            if (has_entry(environment, entry)) found.push_back(id);
            return !environment.empty();
        };
        without_environment.erase(
            std::remove_if(without_environment.begin(), without_environment.end(), has_one),
            without_environment.end());
    }
}

} // namespace

std::vector<pid_t> processes_of_launch(pid_t session, const std::string& entry) {
    std::vector<pid_t> found, without_environment;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
    while (const dirent* item = proc ? ::readdir(proc.get()) : nullptr) {
        const std::string_view name = item->d_name;
        pid_t id = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), id).ptr != name.data() + name.size())
            continue;
        if (id == ::getpid()) continue;
        const Stat stat = stat_of(folder_of(id));
        if (stat.state == 'Z' || stat.state == 'X') continue;
        const std::string environment = content(folder_of(id) + "/environ");
        if ((session > 0 && stat.session == session) || has_entry(environment, entry))
            found.push_back(id);
        else if (environment.empty() && (stat.flags & kernel_thread) == 0 && is_ours(folder_of(id)))
            without_environment.push_back(id);
    }
    look_again(without_environment, entry, found);
    return found;
}

bool is_of_launch(pid_t id, const std::string& entry) {
    return has_entry(content(folder_of(id) + "/environ"), entry);
}

int signal_launch(pid_t session, const std::string& entry, int signal) {
    const std::vector<pid_t> alive = processes_of_launch(session, entry);
    for (const pid_t id : alive)
        ::kill(id, signal);
    return static_cast<int>(alive.size());
}

int kill_launch(pid_t session, const std::string& entry) {
    int killed = 0;
    for (int round = 0; round < 200; ++round) {
        const int found = signal_launch(session, entry, SIGKILL);
        if (found == 0) break;
        killed = std::max(killed, found);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return killed;
}

} // namespace loop::runner
