#include "runner/cgroup.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Our group's folder and those above it; just the root where the path cannot be told (a container's view).
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

std::string first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

} // namespace

std::optional<double> cpu_quota_cores() {
    std::optional<double> tightest;
    for (const fs::path& folder : group_folders()) {
        std::istringstream line(first_line(folder / "cpu.max"));
        double quota = 0, period = 0;
        if (line >> quota >> period && period > 0)
            tightest = std::min(tightest.value_or(quota / period), quota / period);
    }
    return tightest;
}

std::optional<std::uint64_t> memory_limit_bytes() {
    std::optional<std::uint64_t> tightest;
    for (const fs::path& folder : group_folders()) {
        std::istringstream line(first_line(folder / "memory.max"));
        std::uint64_t bytes = 0;
        if (line >> bytes) tightest = std::min(tightest.value_or(bytes), bytes);
    }
    return tightest;
}

} // namespace loop::runner
