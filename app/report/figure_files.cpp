#include "app/report/figure_files.h"

#include "app/output/converted_pictures.h"
#include "base/network/topology.h"
#include "base/text/strings.h"
#include "report/figures/figure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

namespace {

constexpr double mm_per_inch = 25.4, pixels_per_inch = 96, max_width_mm = 2000;

double millimeters_of(std::string_view unit) {
    for (const auto& [name, length] : {std::pair("mm", 1.0), std::pair("cm", 10.0),
                                       std::pair("in", mm_per_inch), std::pair("pt", mm_per_inch / 72)})
        if (unit == name) return length;
    return 0;
}

double pixels(double width_mm) {
    return width_mm / mm_per_inch * pixels_per_inch;
}

constexpr const char* network_figure = "network";

std::shared_ptr<const report::NetworkLoad> network_of(const LoadedRun& run) {
    try {
        return report::network_load_of(run.input());
    } catch (const report::FormatError& error) {
        throw failure_of(error, std::string("topologies: ") + network::topology_forms);
    }
}

/// Whether the figure compares times of ranks whose clocks disagree. Requires a trace.
bool is_unknown(const LoadedRun& run, const std::string& name) {
    return report::figure_named(name)->compares_ranks && !run.analysis->clocks.agree();
}

} // namespace

double print_width(const std::string& text) {
    if (text.empty()) return 0;
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const double width = number * millimeters_of(trimmed(end));
    if (!(width > 0) || !std::isfinite(width))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is not a width", text),
                      "write a number and mm, cm, in, or pt, such as 84mm");
    const double least = std::ceil(report::min_figure_width / pixels_per_inch * mm_per_inch);
    if (width < least)
        throw Failure(ExitCode::Usage,
                      fmt::format("`--width {}` is too narrow: the text would not fit", text),
                      fmt::format("figures need at least {:g}mm", least));
    if (width > max_width_mm)
        throw Failure(ExitCode::Usage, fmt::format("`--width {}` is too wide", text),
                      fmt::format("figures have at most {:g}mm", max_width_mm));
    return width;
}

std::vector<std::string> chosen_figures(const std::string& name, const LoadedRun& run) {
    if (name == "all") {
        std::vector<std::string> names = report::figure_names();
        const auto cannot_be_drawn = [&](const std::string& one) {
            return run.analysis && (one == network_figure ? !network_of(run) : is_unknown(run, one));
        };
        names.erase(std::remove_if(names.begin(), names.end(), cannot_be_drawn), names.end());
        return names;
    }
    if (report::figure_named(name) == nullptr)
        throw Failure(ExitCode::Usage, fmt::format("unknown figure `{}`", name),
                      "figures: all, " + joined(report::figure_names(), ", "));
    return {name};
}

std::vector<std::string> figure_texts(const LoadedRun& run, const std::vector<std::string>& names,
                                      const std::string& format, double width_mm) {
    if (!run.analysis)
        throw Failure(ExitCode::InputOutput, "this run recorded no trace, so there is nothing to draw",
                      "make the last argument of `\\OPEN0` greater than 0, and run without --no-trace");
    const bool wants_network = std::find(names.begin(), names.end(), network_figure) != names.end();
    const auto load = wants_network || !run.network.empty() ? network_of(run) : nullptr;
    std::vector<std::string> texts;
    for (const std::string& name : names) {
        if (name == network_figure && !load)
            throw Failure(ExitCode::InputOutput, "the profile of this run's machine has no `topology`",
                          "give one with `--network`, such as mesh:4x4");
        if (is_unknown(run, name))
            throw Failure(ExitCode::InputOutput,
                          fmt::format("the figure `{}` cannot be drawn: {}", name,
                                      report::clock_check_text(*run.directory.trace, run.analysis->clocks)));
        const report::Svg svg = report::figure_named(name)->draw(
            {*run.directory.trace, *run.analysis, pixels(width_mm), load.get()});
        texts.push_back(svg.file(fmt::format("{}: {}", run.directory.run.source.name, name), width_mm));
    }
    return format == "svg" ? texts : converted_pictures(texts, format, width_mm);
}

} // namespace loop::app
