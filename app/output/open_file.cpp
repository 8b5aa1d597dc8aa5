#include "app/output/open_file.h"

#include "app/output/terminal.h"
#include "runner/system/failure.h"
#include "runner/system/process.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>

namespace loop::app {

void open_file(const std::filesystem::path& file) {
    const std::string name = shown_path(file);
    const bool has_screen = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
    if (!has_screen)
        throw runner::Failure(runner::ExitCode::InputOutput,
                              fmt::format("cannot open {}: there is no screen here", name),
                              "copy it to a machine with a screen, and open it in a browser");
    if (runner::find_in_path("xdg-open").empty())
        throw runner::Failure(
            runner::ExitCode::InputOutput, fmt::format("cannot open {}: `xdg-open` is not installed", name),
            fmt::format("open it in a browser, or install xdg-open: {}", runner::install_hint("xdg-utils")));
    runner::Process opener({{"xdg-open", file.string()}, {}, {}}, STDERR_FILENO, STDERR_FILENO);
    if (!opener.wait().good())
        throw runner::Failure(runner::ExitCode::InputOutput,
                              fmt::format("`xdg-open` could not open {}", name), "open it in a browser");
}

} // namespace loop::app
