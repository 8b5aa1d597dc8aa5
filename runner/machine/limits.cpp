#include "runner/machine/limits.h"

#include "runner/system/files.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The folders of this process's control group and its parents; only the root if the path is unknown (in a
/// container).
std::vector<fs::path> group_folders() {
    const fs::path root = "/sys/fs/cgroup";
    std::vector<fs::path> folders{root};
    std::ifstream membership("/proc/self/cgroup");
    for (std::string line; std::getline(membership, line);) {
        if (line.rfind("0::/", 0) != 0) continue;
        fs::path folder = root;
        for (const fs::path& part : fs::path(line.substr(4)))
            folders.push_back(folder /= part);
    }
    return folders;
}

template <typename Number>
void tighten(std::optional<Number>& tightest, Number limit) {
    tightest = std::min(tightest.value_or(limit), limit);
}

/// With version 1, a container sees its own group as the root of each controller.
fs::path old_controller(const char* name) {
    return fs::path("/sys/fs/cgroup") / name;
}

} // namespace

std::vector<int> affinity_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cpus;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(static_cast<std::size_t>(cpu), &set)) cpus.push_back(cpu);
    return cpus;
}

int available_cores() {
    int cores = static_cast<int>(affinity_cpus().size());
    if (const auto quota = cpu_quota_cores())
        cores = std::min(cores, static_cast<int>(std::floor(*quota + 0.01)));
    return std::max(cores, 1);
}

std::optional<double> cpu_quota_cores() {
    std::optional<double> tightest;
    std::istringstream old_quota(first_line(old_controller("cpu") / "cpu.cfs_quota_us"));
    std::istringstream old_period(first_line(old_controller("cpu") / "cpu.cfs_period_us"));
    double old_time = 0, old_each = 0;
    if (old_quota >> old_time && old_period >> old_each && old_time > 0 && old_each > 0)
        tighten(tightest, old_time / old_each);
    for (const fs::path& folder : group_folders()) {
        std::istringstream line(first_line(folder / "cpu.max"));
        double quota = 0, period = 0;
        if (line >> quota >> period && period > 0) tighten(tightest, quota / period);
    }
    return tightest;
}

std::optional<std::uint64_t> memory_limit_bytes() {
    std::optional<std::uint64_t> tightest;
    std::istringstream old_limit(first_line(old_controller("memory") / "memory.limit_in_bytes"));
    std::uint64_t old_bytes = 0;
    // Version 1 reports a number near 2^63 if there is no limit.
    if (old_limit >> old_bytes && old_bytes < std::uint64_t(1) << 60) tighten(tightest, old_bytes);
    for (const fs::path& folder : group_folders()) {
        std::istringstream line(first_line(folder / "memory.max"));
        std::uint64_t bytes = 0;
        if (line >> bytes) tighten(tightest, bytes);
    }
    return tightest;
}

std::uint64_t processes_killed_for_memory() {
    std::ifstream file("/proc/vmstat");
    std::string key;
    for (std::uint64_t count = 0; file >> key >> count;)
        if (key == "oom_kill") return count;
    return 0;
}

} // namespace loop::runner
