#include "runner/system/house.h"

#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Paths that are not whole would depend on the folder that we happen to be in.
fs::path own_machines() {
    const char* configured = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    if (configured != nullptr && fs::path(configured).is_absolute())
        return fs::path(configured) / "loop" / "machines";
    if (home != nullptr && fs::path(home).is_absolute()) return fs::path(home) / ".config/loop/machines";
    return {};
}

House house_at(const fs::path& root) {
    return {root / "runtime", root / "workloads", root / "machines",
            root / "runner/bundle/templates", root / "LICENSE", own_machines()};
}

bool lives_in(const House& house) {
    std::error_code ignored;
    return fs::is_directory(house.runtime / "include" / "loop", ignored);
}

} // namespace

House find_house() {
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    const fs::path bin = executable.parent_path();
    for (const fs::path& root : {bin / "../..", bin / "../share/loop", bin / "../../..", bin / ".."}) {
        const House house = house_at(root.lexically_normal());
        if (lives_in(house)) return house;
    }
    throw Failure(ExitCode::InputOutput,
                  fmt::format("the runtime's sources are not near `{}`", executable.string()),
                  "expected them in ../../runtime (a checkout) or ../share/loop/runtime (installed)");
}

std::vector<std::string> names_in(const fs::path& folder, const std::string& extension) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace loop::runner
