#include "app/output/converted_pictures.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

constexpr const char* program = "rsvg-convert";

/// Print is 300 dots per inch. Without a width in print, a unit of the figure is a pixel, or two in PNG.
std::vector<std::string> converter(const std::string& format, double width_mm) {
    std::vector<std::string> command{program, "--format", format};
    if (width_mm > 0)
        command.insert(command.end(), {"--dpi-x", format == "png" ? "300" : "96", "--dpi-y",
                                       format == "png" ? "300" : "96"});
    else
        command.insert(command.end(), {"--zoom", format == "png" ? "2" : "1"});
    return command;
}

} // namespace

std::vector<std::string> converted_pictures(const std::vector<std::string>& svgs, const std::string& format,
                                            double width_mm) {
    const runner::TemporaryDirectory folder;
    std::vector<runner::Command> commands;
    std::vector<fs::path> messages, results;
    for (std::size_t i = 0; i < svgs.size(); ++i) {
        const fs::path from = folder.path() / fmt::format("{}.svg", i);
        results.push_back(folder.path() / fmt::format("{}.result", i));
        messages.push_back(folder.path() / fmt::format("{}.messages", i));
        runner::write_file(from, svgs[i]);
        std::vector<std::string> words = converter(format, width_mm);
        words.insert(words.end(), {"--output", results.back().string(), from.string()});
        commands.push_back({words, {}, {}});
    }
    runner::Interrupts interrupts;
    const auto ends = runner::run_all(commands, messages, 2, interrupts, "librsvg2-bin");
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < svgs.size(); ++i) {
        if (!ends[i].good())
            throw Failure(ExitCode::InputOutput, "rsvg-convert failed: " + runner::read_file(messages[i]));
        texts.push_back(runner::read_file(results[i]));
    }
    return texts;
}

bool can_convert_pictures() {
    return !runner::find_in_path(program).empty();
}

} // namespace loop::app
