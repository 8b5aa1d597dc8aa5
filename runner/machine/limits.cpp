#include "runner/machine/limits.h"

#include "runner/system/files.h"

#include <loop/control_groups.h>

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> folders_of(const ControlGroups& groups, const std::string& controller) {
    std::istringstream membership(groups.membership);
    return control_group_folders(membership, groups.root, controller);
}

template <typename Number>
void tighten(std::optional<Number>& tightest, Number limit) {
    tightest = std::min(tightest.value_or(limit), limit);
}

/// The quota of a group: version 2 has it in one file, version 1 in two.
std::optional<double> quota_in(const fs::path& folder) {
    std::istringstream words(first_line(folder / "cpu.max") + " " + first_line(folder / "cpu.cfs_quota_us") +
                             " " + first_line(folder / "cpu.cfs_period_us"));
    double quota = 0, period = 0;
    return words >> quota >> period && quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

/// The counters in a group's cpu.stat. Version 2 counts the time in microseconds, version 1 in nanoseconds.
std::optional<Throttling> throttling_in(const fs::path& folder) {
    std::ifstream file(folder / "cpu.stat");
    std::optional<Throttling> result;
    std::string key;
    for (std::uint64_t value = 0; file >> key >> value;) {
        if (!result && key == "nr_throttled") result.emplace();
        if (key == "nr_throttled") result->times = value;
        if (result && key == "throttled_usec") result->seconds = static_cast<double>(value) * 1e-6;
        if (result && key == "throttled_time") result->seconds = static_cast<double>(value) * 1e-9;
    }
    return result;
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

ControlGroups ControlGroups::own() {
    std::ifstream file("/proc/self/cgroup");
    ControlGroups groups;
    groups.membership.assign(std::istreambuf_iterator<char>(file), {});
    return groups;
}

std::optional<double> cpu_quota_cores(const ControlGroups& groups) {
    std::optional<double> tightest;
    for (const std::string& folder : folders_of(groups, "cpu"))
        if (const auto quota = quota_in(folder)) tighten(tightest, *quota);
    return tightest;
}

std::optional<std::uint64_t> memory_limit_bytes(const ControlGroups& groups) {
    // Version 1 reports a number near 2^63 if there is no limit.
    constexpr std::uint64_t no_limit = std::uint64_t(1) << 60;
    std::optional<std::uint64_t> tightest;
    for (const fs::path folder : folders_of(groups, "memory"))
        for (const char* name : {"memory.max", "memory.limit_in_bytes"}) {
            std::istringstream line(first_line(folder / name));
            std::uint64_t bytes = 0;
            if (line >> bytes && bytes < no_limit) tighten(tightest, bytes);
        }
    return tightest;
}

std::map<std::string, Throttling> throttling(const ControlGroups& groups) {
    std::map<std::string, Throttling> all;
    for (const std::string& folder : folders_of(groups, "cpu"))
        if (const auto one = throttling_in(folder)) all[folder] = *one;
    return all;
}

Throttling longest_throttling(const std::map<std::string, Throttling>& before,
                              const std::map<std::string, Throttling>& after) {
    Throttling longest;
    for (const auto& [folder, now] : after) {
        const auto found = before.find(folder);
        const Throttling then = found == before.end() ? Throttling{} : found->second;
        if (now.times > then.times && now.seconds - then.seconds > longest.seconds)
            longest = {now.times - then.times, now.seconds - then.seconds};
    }
    return longest;
}

std::uint64_t processes_killed_for_memory() {
    std::ifstream file("/proc/vmstat");
    std::string key;
    for (std::uint64_t count = 0; file >> key >> count;)
        if (key == "oom_kill") return count;
    return 0;
}

} // namespace loop::runner
