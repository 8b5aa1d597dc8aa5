#include "runner/system/installation.h"

#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Only absolute paths count: relative ones would depend on the current folder.
fs::path own_machines() {
    const char* configured = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    if (configured != nullptr && fs::path(configured).is_absolute())
        return fs::path(configured) / "loop" / "machines";
    if (home != nullptr && fs::path(home).is_absolute()) return fs::path(home) / ".config/loop/machines";
    return {};
}

Installation installation_at(const fs::path& root) {
    std::error_code ignored;
    const bool is_checkout = fs::is_directory(root / "docs", ignored);
    const fs::path share = root.parent_path();
    return {root / "runtime",
            root / "workloads",
            root / "machines",
            root / "runner/bundle/templates",
            root / "runner/artifact/templates",
            root / "LICENSE",
            is_checkout ? root / "examples" : share / "doc/loop/examples",
            is_checkout ? root / "docs" : share / "doc/loop/docs",
            is_checkout ? fs::path() : share / "man",
            own_machines()};
}

bool has_runtime(const Installation& installation) {
    std::error_code ignored;
    return fs::is_directory(installation.runtime / "include" / "loop", ignored);
}

} // namespace

Installation find_installation() {
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    const fs::path bin = executable.parent_path();
    for (const fs::path& root : {bin / "../..", bin / "../share/loop", bin / "../../..", bin / ".."}) {
        const Installation installation = installation_at(root.lexically_normal());
        if (has_runtime(installation)) return installation;
    }
    throw Failure(ExitCode::InputOutput,
                  fmt::format("the runtime's sources were not found near `{}`", executable.string()),
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
