#pragma once

#include "runner/house.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

/// How programs are built and started on one machine. Command lines are argument vectors; no shell sees them.
struct MachineProfile {
    std::string name;
    std::string description;
    std::vector<std::string> compiler;
    std::vector<std::string> flags;
    std::string
        compiler_package; ///< the Debian package that brings the compiler, for the message when it is missing
    std::vector<std::string> launcher; ///< `{ranks}` and `{program}` are replaced
    std::string launcher_package;
    std::map<std::string, std::string> environment; ///< set for the launcher and the ranks
};

/// Reads a profile; `origin` names it in messages. Unknown keys and wrong types are failures (Usage).
MachineProfile parse_profile(std::string_view text, const std::string& origin);

/// The profile called `name` in the house, or the file of that name when it has a `/` or ends in `.toml`.
MachineProfile find_profile(const House& house, const std::string& name);

/// The launcher's arguments for `ranks` ranks of `program`.
std::vector<std::string> launch_arguments(const MachineProfile& profile, int ranks,
                                          const std::filesystem::path& program);

} // namespace loop::runner
