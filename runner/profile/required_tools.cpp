#include "runner/profile/required_tools.h"

#include "runner/profile/launcher_words.h"
#include "runner/system/process.h"

#include <fmt/core.h>

namespace loop::runner {

bool RequiredTool::is_installed() const {
    return !find_in_path(program).empty();
}

std::string RequiredTool::problem(const MachineProfile& profile) const {
    return about_key(profile, key, fmt::format("`{}` is not installed", program));
}

std::string RequiredTool::remedy() const {
    return package.empty() ? ""
                           : fmt::format("the Debian package `{0}` brings it: apt-get install {0}", package);
}

std::vector<RequiredTool> required_tools(const MachineProfile& profile) {
    std::vector<RequiredTool> tools{
        {"build.compiler", profile.compiler[0], profile.compiler_package, ExitCode::BuildFailed}};
    if (!profile.queue) {
        tools.push_back(
            {"launch.command", profile.launcher[0], profile.launcher_package, ExitCode::RunFailed});
        return tools;
    }
    const Queue& queue = *profile.queue;
    tools.push_back({"queue.submit", queue.submit[0], queue.package, ExitCode::RunFailed});
    tools.push_back({"queue.state", queue.state[0], queue.package, ExitCode::RunFailed});
    tools.push_back({"queue.cancel", queue.cancel[0], queue.package, ExitCode::RunFailed});
    return tools;
}

} // namespace loop::runner
