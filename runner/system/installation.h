#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loop::runner {

/// The files that belong to LOOP: in the checkout where it was built, or below ../share/loop if it is
/// installed.
struct Installation {
    std::filesystem::path runtime;   ///< sources of the runtime library
    std::filesystem::path workloads; ///< predefined `*.loop`
    std::filesystem::path machines;  ///< machine profiles, `*.toml`
    std::filesystem::path bundle;    ///< the files that `loop export` fills in
    std::filesystem::path artifact;  ///< those that `loop artifact` fills in
    std::filesystem::path licence;
    std::filesystem::path examples;
    std::filesystem::path documents; ///< docs/
    std::filesystem::path manual;    ///< share/man of an installed LOOP; empty in a checkout
    /// The user's own profiles: loop/machines in $XDG_CONFIG_HOME or ~/.config; empty if neither is known.
    std::filesystem::path own_machines{};
};

/// Finds the files relative to the running executable. Throws Failure if the runtime is not found.
Installation find_installation();

/// Names of the files in `folder` that end in `extension`, without the extension, sorted.
std::vector<std::string> names_in(const std::filesystem::path& folder, const std::string& extension);

} // namespace loop::runner
