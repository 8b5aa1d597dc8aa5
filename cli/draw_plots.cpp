#include "cli/draw_plots.h"

#include "report/read/text_file.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

namespace loop::cli {

namespace fs = std::filesystem;

namespace {

/// The gnuplot command that changes the folder, with the folder in single quotes.
std::string change_folder(const fs::path& folder) {
    std::string path;
    for (const char c : folder.string())
        path += c == '\'' ? std::string("''") : std::string(1, c);
    return "cd '" + path + "'";
}

} // namespace

std::vector<report::DrawnPlot> draw_plots(const std::vector<report::Plot>& plots, const fs::path& folder,
                                          const Terminal& terminal) {
    std::vector<report::DrawnPlot> drawn;
    if (plots.empty()) return drawn;
    std::vector<runner::Command> commands;
    std::vector<fs::path> logs;
    for (const report::Plot& plot : plots) {
        runner::replace_file(folder / (plot.name + ".gp"), plot.script);
        runner::replace_file(folder / (plot.name + ".dat"), plot.data);
        commands.push_back(
            {{"gnuplot", "-e", change_folder(folder), (folder / (plot.name + ".gp")).string()}, {}, false});
        logs.push_back(folder / (plot.name + ".log"));
    }
    const bool can_draw = !runner::find_in_path("gnuplot").empty();
    if (!can_draw) terminal.info("no plots: gnuplot is not installed (Debian package gnuplot-nox)");
    std::error_code ignored;
    for (const report::Plot& plot : plots)
        for (const char* form : {".svg", ".pdf", ".png"}) // gnuplot would follow a link
            if (can_draw) fs::remove(folder / (plot.name + form), ignored);
    std::vector<runner::ExitStatus> results(plots.size());
    if (can_draw) {
        runner::Interrupts interrupts;
        results = runner::run_all(commands, logs, 2, interrupts);
    }
    for (std::size_t i = 0; i < plots.size(); ++i) {
        const bool good = can_draw && results[i].good();
        if (can_draw && !good)
            terminal.info(fmt::format("gnuplot could not draw {}; see {}", plots[i].name, logs[i].string()));
        if (good) fs::remove(logs[i], ignored);
        drawn.push_back(
            {plots[i], good ? report::text_of_file(folder / (plots[i].name + ".svg")).value_or("") : ""});
    }
    return drawn;
}

std::vector<report::DrawnPlot> plots_for(const std::string& form, const std::vector<report::Plot>& plots,
                                         const Terminal& terminal) {
    if (form != "html") return {};
    const runner::TemporaryDirectory folder;
    return draw_plots(plots, folder.path(), terminal);
}

} // namespace loop::cli
