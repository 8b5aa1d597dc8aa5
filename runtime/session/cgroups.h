#pragma once

#include <fstream>
#include <string>

namespace loop::runtime {

// Calls `visit(folder)` for this process's control group (cgroup v2) and for every group above it.
template <class Visit>
void for_each_group(Visit visit) {
    std::ifstream groups("/proc/self/cgroup");
    std::string path;
    for (std::string line; std::getline(groups, line);)
        if (line.compare(0, 3, "0::") == 0) path = line.substr(3);
    while (true) {
        visit("/sys/fs/cgroup" + path);
        if (path.empty()) return;
        path.erase(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/'));
    }
}

} // namespace loop::runtime
