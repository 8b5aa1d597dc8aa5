#pragma once

#include <algorithm>
#include <istream>
#include <string>
#include <vector>

// Which control groups limit a process. For the runtime and for LOOP's command.
namespace loop {

// The folders of the control groups of a process that may limit `controller` ("cpu", "memory"), of versions 1
// and 2: its own and every group above it, of which the tightest limit holds. `membership` has the lines of
// /proc/PID/cgroup, `root` is usually /sys/fs/cgroup. Folders need not exist: in a container, the lines may
// name groups as the host sees them, and the container's own group is the root of its controller.
inline std::vector<std::string> control_group_folders(std::istream& membership, const std::string& root,
                                                      const std::string& controller) {
    std::vector<std::string> folders;
    const auto add = [&](const std::string& folder) {
        if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
    };
    const auto add_all = [&](const std::string& base, std::string path) {
        if (path.find("/..") != std::string::npos) path.clear(); // above the root that this process sees
        for (; !path.empty(); path.erase(path.find_last_of('/')))
            if (path.back() != '/') add(base + path);
        add(base);
    };
    for (std::string line; std::getline(membership, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos || second + 1 == line.size() || line[second + 1] != '/') continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string path = line.substr(second + 1);
        if (controllers.empty()) {
            add_all(root, path);
            add_all(root + "/unified", path); // where version 1 is in use, too
        } else if (("," + controllers + ",").find("," + controller + ",") != std::string::npos) {
            add_all(root + "/" + controller, path);
            if (controllers != controller) add_all(root + "/" + controllers, path);
        }
    }
    add(root);
    add(root + "/" + controller);
    return folders;
}

} // namespace loop
