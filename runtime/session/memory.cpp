#include "session/memory.h"

#include <loop/control_groups.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

namespace loop::runtime {
namespace {

constexpr double unknown = 1e18;

// Returns the number after `word` at the start of a line; if `word` is "", the first number.
double number_in(const std::string& path, const std::string& word) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, word.size(), word) != 0) continue;
        try {
            return std::stod(line.substr(word.size()));
        } catch (const std::exception&) {
            return unknown; // "max"
        }
    }
    return unknown;
}

double system_bytes() {
    const double kib = number_in("/proc/meminfo", "MemAvailable:");
    return kib == unknown ? unknown : kib * 1024;
}

// Returns what a group may use beyond its current use; cached files can be evicted, so they count as free.
double group_bytes(const std::string& folder, const char* limit, const char* usage, const char* cache) {
    const double most = number_in(folder + limit, "");
    const double used = number_in(folder + usage, "");
    if (most >= unknown || used >= unknown) return unknown;
    const double cached = number_in(folder + "/memory.stat", cache);
    return std::max(0.0, most - used + (cached >= unknown ? 0 : cached));
}

double groups_bytes() {
    std::ifstream membership("/proc/self/cgroup");
    double least = unknown;
    for (const std::string& folder : control_group_folders(membership, "/sys/fs/cgroup", "memory"))
        least = std::min({least, group_bytes(folder, "/memory.max", "/memory.current", "inactive_file "),
                          group_bytes(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                      "total_inactive_file ")});
    return least;
}

double address_bytes() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
    const double pages = number_in("/proc/self/statm", "");
    const double used = pages >= unknown ? 0 : pages * static_cast<double>(sysconf(_SC_PAGESIZE));
    return std::max(0.0, static_cast<double>(limit.rlim_cur) - used);
}

} // namespace

double available_memory_bytes() {
    return std::min({system_bytes(), groups_bytes(), address_bytes()});
}

std::string bytes_text(double bytes) {
    const char* const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1024;
        ++unit;
    }
    char text[64];
    std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

} // namespace loop::runtime
