#include "app/report/report.h"

#include "app/input/newest_run.h"
#include "app/input/report_files.h"
#include "app/output/open_file.h"
#include "app/report/figure_files.h"
#include "app/sweep/sweep_results.h"
#include "base/network/topology.h"
#include "base/text/strings.h"
#include "report/document/output_formats.h"
#include "report/figures/figure.h"
#include "report/sheet/sections.h"
#include "report/sweep/sweep.h"
#include "runner/campaign/campaign.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

/// The given format, or that of the output's extension, or the first known one.
std::string chosen_format(const ReportOptions& options, const std::vector<std::string>& known) {
    std::string format = options.format;
    if (format.empty()) {
        const bool is_folder = options.figure == "all";
        const std::string end = is_folder ? "" : fs::path(options.output).extension().string();
        format = end.size() > 1 ? report::output_format_of(end.substr(1)) : known[0];
    }
    if (std::find(known.begin(), known.end(), format) == known.end())
        throw Failure(
            ExitCode::Usage,
            fmt::format("`{}` is not a format of a {}", format, options.figure.empty() ? "sheet" : "figure"),
            "formats: " + joined(known, ", "));
    return format;
}

report::ViewLimits view_limits(const ReportOptions& options) {
    report::ViewLimits limits;
    limits.intervals = options.intervals.value_or(limits.intervals);
    if (!options.from && !options.to) return limits;
    const double from = options.from.value_or(0), to = options.to.value_or(1e9);
    if (!(from < to))
        throw Failure(ExitCode::Usage, fmt::format("--from {} is not before --to {}", from, to));
    limits.range =
        report::TimeRange{static_cast<std::int64_t>(from * 1e9), static_cast<std::int64_t>(to * 1e9)};
    return limits;
}

/// Writes to `-o FILE` if given, else to the terminal if it is text, else next to the run's other files.
void deliver(const std::string& text, const fs::path& own_place, bool is_text, const ReportOptions& options,
             const Terminal& terminal) {
    if (options.output == "-" || (options.output.empty() && is_text)) {
        if (options.open)
            throw Failure(ExitCode::Usage, "`--open` needs a file, but this goes to the terminal",
                          "give `-o FILE`, or leave out `--format`");
        terminal.print(text);
        return;
    }
    const fs::path path = options.output.empty() ? own_place : fs::path(options.output);
    if (options.output.empty())
        runner::replace_file(path, text);
    else
        runner::write_file_atomically(path, text);
    terminal.info("written: " + shown_path(path));
    if (options.open) open_file(path);
}

/// Whether trace files are missing, damaged, or incomplete because a rank was killed. A full buffer does not
/// count: its size is the program's choice.
bool is_damaged(const LoadedRun& run) {
    if (!run.directory.trace) return false;
    const auto& ranks = run.directory.trace->ranks;
    return std::any_of(ranks.begin(), ranks.end(), [](const report::RankTrace& rank) {
        return !rank.present || (!rank.complete && rank.dropped == 0);
    });
}

/// Rejects options for the diagrams of one launch, which the sheet of a sweep lacks.
void refuse_what_sweeps_lack(const ReportOptions& options) {
    const auto refuse = [](const char* option, const char* hint) {
        throw Failure(ExitCode::Usage, fmt::format("`{}` does not apply to the sheet of a sweep", option),
                      hint);
    };
    if (!options.figure.empty()) refuse("--figure", "see the folder `plots` of the sweep for its figures");
    const char* hint = "the sheet of a sweep has no diagram of one launch; `loop run` makes one";
    if (!options.width.empty()) refuse("--width", hint);
    if (!options.network.empty()) refuse("--network", hint);
    if (!options.bsp.inputs.empty()) refuse("--bsp", "a prediction is for one run: give one of its points");
    if (options.launch != 0) refuse("--launch", hint);
    if (options.from) refuse("--from", hint);
    if (options.to) refuse("--to", hint);
    if (options.intervals) refuse("--intervals", hint);
    if (options.show_excluded) refuse("--show-excluded", hint);
}

std::vector<double> bandwidths(const ReportOptions& options) {
    std::vector<double> all;
    if (options.bandwidths.empty()) return all;
    for (const std::string& text : split_list(options.bandwidths)) {
        const auto number = number_in<double>(trimmed(text));
        if (!(number > 0) || !std::isfinite(*number))
            throw Failure(ExitCode::Usage,
                          fmt::format("`{}` in `--bandwidth {}` must be a number of MB/s greater than 0",
                                      text, options.bandwidths));
        all.push_back(*number);
    }
    return all;
}

/// Says what is wrong with damaged results; returns the exit code.
int code_for_damages(const std::string& what, const std::vector<std::string>& problems,
                     const Terminal& terminal) {
    std::string first = problems.empty() ? "" : ": " + problems[0];
    if (problems.size() > 1) first += fmt::format("; and {} more", problems.size() - 1);
    terminal.error(what + " is incomplete; only the readable part is shown" + first);
    return static_cast<int>(ExitCode::InputOutput);
}

int report_sweep(const ReportOptions& options, const Terminal& terminal) {
    refuse_what_sweeps_lack(options);
    const std::string format = chosen_format(options, report::output_formats());
    const bool colour = options.output.empty() && terminal.color_on_output();
    try {
        const SweepSheet sheet = sweep_form(
            options.run,
            {format, {colour, terminal.width()}, options.x, options.heat_map, bandwidths(options)});
        deliver(sheet.text, fs::path(options.run) / "sheet.html", format != "html", options, terminal);
        return sheet.damages.empty() ? 0 : code_for_damages("the sweep", sheet.damages, terminal);
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

/// Writes each figure to its own file NAME.FORMAT in a folder.
void write_figures(const LoadedRun& run, const std::vector<std::string>& names, const std::string& format,
                   double width_mm, const ReportOptions& options, const Terminal& terminal) {
    if (options.output == "-")
        throw Failure(ExitCode::Usage, "`--figure all` writes several files, so `-o -` cannot take them",
                      "give a folder");
    // An archive is not modified.
    const fs::path own_place = run.directory.is_imported
                                   ? fs::path(run.directory.run.source.name + "-figures")
                                   : fs::path(options.run) / "figures";
    const fs::path folder = options.output.empty() ? own_place : fs::path(options.output);
    options.output.empty() ? runner::make_own_folder(folder) : runner::make_folder(folder);
    const std::vector<std::string> texts = figure_texts(run, names, format, width_mm);
    for (std::size_t i = 0; i < names.size(); ++i)
        runner::replace_file(folder / (names[i] + "." + format), texts[i]);
    terminal.info(fmt::format("written: {} figures in {}", names.size(), shown_path(folder)));
    if (options.open) open_file(folder);
}

/// Says if the trace is damaged.
int exit_code_of(const LoadedRun& run, const Terminal& terminal) {
    if (!is_damaged(run)) return 0;
    return code_for_damages("the trace", run.directory.trace->problems, terminal);
}

report::Document document_of(const LoadedRun& run, const ReportOptions& options) {
    try {
        return report::sheet_document(run.input(), view_limits(options));
    } catch (const report::ChoiceError& error) {
        throw failure_of(error, std::string("topologies: ") + network::topology_forms);
    }
}

int report_run(const ReportOptions& options, const Terminal& terminal) {
    if (!options.bandwidths.empty())
        throw Failure(ExitCode::Usage, "`--bandwidth` is only for surfaces of Apex-Map",
                      "`loop apexmap` measures them");
    if (!options.x.empty() || options.heat_map)
        throw Failure(ExitCode::Usage, "`--x` and `--heat-map` are only for sweeps",
                      "a run has one point; `loop sweep` measures several");
    const bool is_figure = !options.figure.empty();
    if (!is_figure && !options.width.empty())
        throw Failure(ExitCode::Usage, "`--width` is only for figures", "name one with `--figure`, or all");
    if (is_figure && (options.from || options.to || options.intervals))
        throw Failure(ExitCode::Usage, "`--from`, `--to`, and `--intervals` are only for sheets",
                      "a figure shows the whole run");
    const std::string format = chosen_format(options, is_figure ? figure_formats : report::output_formats());
    const double width_mm = print_width(options.width);
    const auto run =
        load_run(options.run, options.launch,
                 options.show_excluded ? report::ExcludedTime::Shown : report::ExcludedTime::LeftOut,
                 prediction_for_sheet(options.bsp));
    run->network = options.network;
    const auto names = is_figure ? chosen_figures(options.figure, *run) : std::vector<std::string>();
    if (names.size() > 1) {
        write_figures(*run, names, format, width_mm, options, terminal);
        return exit_code_of(*run, terminal);
    }
    const std::string text = is_figure
                                 ? figure_texts(*run, names, format, width_mm)[0]
                                 : form_for(options.output, document_of(*run, options), format, terminal);
    const std::string name = is_figure ? options.figure + "." + format : "sheet.html";
    // An archive is not modified.
    const fs::path own_place = run->directory.is_imported
                                   ? fs::path(run->directory.run.source.name + "-" + name)
                                   : fs::path(options.run) / name;
    deliver(text, own_place, !is_figure && format != "html", options, terminal);
    return exit_code_of(*run, terminal);
}

} // namespace

int write_report(ReportOptions options, const Terminal& terminal) {
    if (options.run.empty()) {
        options.run = newest_run_here().string();
        terminal.info("the newest run here is " + options.run);
    }
    return report::is_sweep(options.run) ? report_sweep(options, terminal) : report_run(options, terminal);
}

} // namespace loop::app
