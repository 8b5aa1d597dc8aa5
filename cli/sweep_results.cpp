#include "cli/sweep_results.h"

#include "report/sweep/results.h"
#include "report/sweep/sheet.h"
#include "report/sweep/sweep_page.h"
#include "report/text_file.h"
#include "runner/files.h"
#include "runner/process.h"

#include <fmt/core.h>

namespace loop::cli {

namespace fs = std::filesystem;

namespace {

/// gnuplot's own way of naming a folder, between single quotes.
std::string change_folder(const fs::path& folder) {
    std::string path;
    for (const char c : folder.string())
        path += c == '\'' ? std::string("''") : std::string(1, c);
    return "cd '" + path + "'";
}

/// Draws what can be drawn; the scripts and their data stay beside the pictures.
std::vector<report::DrawnPlot> draw(const std::vector<report::Plot>& plots, const fs::path& folder,
                                    const Terminal& terminal) {
    std::vector<report::DrawnPlot> drawn;
    if (plots.empty()) return drawn;
    fs::create_directories(folder);
    std::vector<runner::Command> commands;
    std::vector<fs::path> logs;
    for (const report::Plot& plot : plots) {
        report::write_text_file(folder / (plot.name + ".gp"), plot.script);
        report::write_text_file(folder / (plot.name + ".dat"), plot.data);
        commands.push_back(
            {{"gnuplot", "-e", change_folder(folder), (folder / (plot.name + ".gp")).string()}, {}, false});
        logs.push_back(folder / (plot.name + ".log"));
    }
    const bool can_draw = !runner::find_in_path("gnuplot").empty();
    if (!can_draw) terminal.say("no plots: gnuplot is not installed (Debian package gnuplot-nox)");
    std::vector<runner::ExitStatus> results(plots.size());
    if (can_draw) {
        runner::Interrupts interrupts;
        results = runner::run_all(commands, logs, 2, interrupts);
    }
    for (std::size_t i = 0; i < plots.size(); ++i) {
        const bool good = can_draw && results[i].good();
        if (can_draw && !good)
            terminal.say(fmt::format("gnuplot could not draw {}; see {}", plots[i].name, logs[i].string()));
        std::error_code ignored;
        if (good) fs::remove(logs[i], ignored);
        drawn.push_back(
            {plots[i], good ? report::text_of_file(folder / (plots[i].name + ".svg")).value_or("") : ""});
    }
    return drawn;
}

} // namespace

const std::vector<std::string> sweep_forms{"html", "text", "csv", "json"};

std::string sweep_form(const fs::path& folder, const std::string& form, const report::SheetOptions& options,
                       const Terminal& terminal) {
    const report::Sweep sweep = report::read_sweep(folder);
    const std::vector<report::Curve> curves = report::curves(sweep);
    if (form == "text") return report::sweep_sheet(sweep, curves, options);
    if (form == "csv") return report::points_csv(sweep, curves);
    if (form == "json") return report::sweep_results(sweep, curves).dump(2) + "\n";
    const runner::TemporaryDirectory plots;
    return report::sweep_page(sweep, curves, draw(report::plots(sweep, curves), plots.path(), terminal));
}

void show_sweep(const fs::path& folder, bool json, const Terminal& terminal) {
    const report::Sweep sweep = report::read_sweep(folder);
    const std::vector<report::Curve> curves = report::curves(sweep);
    const std::string results = report::sweep_results(sweep, curves).dump(2) + "\n";
    report::write_text_file(folder / "results.json", results);
    report::write_text_file(folder / "samples.csv", report::samples_csv(sweep));
    report::write_text_file(folder / "points.csv", report::points_csv(sweep, curves));
    report::write_text_file(folder / "sheet.txt", report::sweep_sheet(sweep, curves));
    terminal.print(
        json ? results : report::sweep_sheet(sweep, curves, {terminal.colour_on_output(), terminal.width()}));
    const auto drawn = draw(report::plots(sweep, curves), folder / "plots", terminal);
    report::write_text_file(folder / "sheet.html", report::sweep_page(sweep, curves, drawn));
}

} // namespace loop::cli
