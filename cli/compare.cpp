#include "cli/draw_plots.h"
#include "cli/report_files.h"
#include "cli/verbs.h"
#include "report/compare/forms.h"
#include "report/surface/study.h"
#include "runner/bundle/bundle.h"
#include "runner/campaign/campaign.h"
#include "runner/failure.h"
#include "runner/files.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

struct CompareOptions {
    std::vector<std::string> inputs;
    std::string base, phase, output, fail_if_slower, plots;
    std::string format = "text";
};

std::vector<report::Contender> contenders(const CompareOptions& options) {
    std::vector<report::Contender> all;
    for (const std::string& input : options.inputs) {
        runner::complete_carried_run(input);
        for (report::Contender& contender : report::load_contenders(input, {options.phase}))
            all.push_back(std::move(contender));
    }
    report::name_contenders(all);
    if (!options.phase.empty()) report::require_phase(all, options.phase);
    return all;
}

std::string form(const report::Comparison& comparison, const CompareOptions& options, const Terminal& terminal) {
    if (options.format == "json") return report::comparison_json(comparison).dump(2) + "\n";
    if (options.format == "csv") return report::comparison_csv(comparison);
    if (options.format == "html") return report::comparison_html(comparison);
    const bool colour = options.output.empty() && terminal.colour_on_output();
    return report::comparison_text(comparison, {colour, terminal.width()});
}

using NamedSweeps = std::vector<std::pair<std::string, report::Sweep>>;

/// The inputs, where all of them are sweeps that have measured surfaces of Apex-Map; else none.
NamedSweeps surface_sweeps(const CompareOptions& options) {
    NamedSweeps sweeps;
    for (const std::string& input : options.inputs) {
        if (!report::is_sweep(input)) return {};
        report::Sweep sweep = report::read_sweep(input);
        if (report::study_of(sweep).surfaces.empty()) return {};
        sweeps.emplace_back(fs::path(input).lexically_normal().filename().string(), std::move(sweep));
        if (sweeps.back().first.empty()) sweeps.back().first = input;
    }
    return sweeps;
}

std::string surfaces_form(const report::SurfaceStudy& study, const CompareOptions& options,
                          const Terminal& terminal) {
    if (options.format == "json") return report::surface_results(study).dump(2) + "\n";
    if (options.format == "csv") return report::ratio_csv(study);
    if (options.format != "html")
        return report::surface_sheet(
            study, {options.output.empty() && terminal.colour_on_output(), terminal.width()});
    const runner::TemporaryDirectory plots;
    return report::surface_page(study, draw_plots(report::surface_plots(study), plots.path(), terminal));
}

/// Bandwidths over localities, not times: their ratio is a surface too.
int compare_surfaces(const NamedSweeps& sweeps, const CompareOptions& options, const Terminal& terminal) {
    const report::SurfaceStudy study = report::compared(sweeps, options.base);
    if (!options.plots.empty())
        draw_plots(report::surface_plots(study), fs::absolute(options.plots), terminal);
    const std::string text = surfaces_form(study, options, terminal);
    if (options.output.empty())
        terminal.print(text);
    else
        runner::write_file_atomically(options.output, text);
    return 0;
}

int compare(const CompareOptions& options, Context& context) {
    const double limit = options.fail_if_slower.empty()
                             ? 0
                             : runner::parse_fraction(options.fail_if_slower, "--fail-if-slower");
    try {
        // Who asks for a phase or a limit asks for times.
        const bool wants_times = !options.phase.empty() || limit != 0;
        const NamedSweeps sweeps = wants_times ? NamedSweeps() : surface_sweeps(options);
        if (!sweeps.empty()) return compare_surfaces(sweeps, options, context.terminal);
        if (!options.plots.empty())
            throw Failure(ExitCode::Usage, "`--plots` draws surfaces of Apex-Map, and these are not",
                          "`loop apexmap` measures them; `--format html` has pictures of the others");
        const report::Comparison comparison = report::compare(contenders(options), options.base);
        const std::string text = form(comparison, options, context.terminal);
        if (options.output.empty())
            context.terminal.print(text);
        else
            runner::write_file_atomically(options.output, text);
        if (limit == 0) return 0;
        const std::vector<std::string> slower = comparison.slower_than(limit);
        for (const std::string& line : slower)
            context.terminal.error(line);
        return static_cast<int>(slower.empty() ? ExitCode::Good : ExitCode::Finding);
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

} // namespace

Action define_compare(Arguments& app) {
    auto options = std::make_shared<CompareOptions>();
    app.add_option("RUN|SWEEP|TABLE", options->inputs,
                   "folders of runs and sweeps, run.json files, tables of published times `.csv` "
                   "(docs/compare-format.md)")
        ->required();
    app.add_option("--base", options->base, "what the others are compared with; default: the first")
        ->type_name("NAME");
    app.add_option("--phase", options->phase, "compare the times of this phase instead of the whole program")
        ->type_name("NAME");
    app.add_option("--format", options->format, "text, html, csv or json")
        ->type_name("FORM")
        ->check(one_of({"text", "html", "csv", "json"}));
    app.add_option("--plots", options->plots,
                   "of surfaces of Apex-Map: draw SVG, PDF and PNG into folder DIR")
        ->type_name("DIR");
    app.add_option("-o,--output", options->output, "write to FILE")->type_name("FILE");
    app.add_option("--fail-if-slower", options->fail_if_slower,
                   "return 1 when something is shown to be slower than the base by more than this")
        ->type_name("5%");
    return [options](Context& context) { return compare(*options, context); };
}

} // namespace loop::cli
