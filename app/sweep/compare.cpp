#include "app/sweep/compare.h"

#include "app/input/report_files.h"
#include "app/output/chart_files.h"
#include "base/text/strings.h"
#include "report/clue/comparison.h"
#include "report/compare/document.h"
#include "report/compare/undecided.h"
#include "report/document/output_formats.h"
#include "report/surface/study.h"
#include "runner/bundle/complete_run.h"
#include "runner/campaign/campaign.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace loop::app {

namespace fs = std::filesystem;
using report::OpenQuestion;
using runner::ExitCode;
using runner::Failure;

namespace {

constexpr int usual_launches = 10;

void require_trust(bool is_invalid, const std::string& why, const CompareOptions& options) {
    app::require_trust(is_invalid, "the results to compare are INVALID: " + why, options.anyway, "compares");
}

void require_existence(const std::string& input) {
    std::error_code ignored;
    if (!fs::exists(input, ignored))
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` does not exist", input),
                      "give the folder of a run or of a sweep, or a CSV file of published times");
}

std::vector<report::Candidate> candidates(const CompareOptions& options) {
    std::vector<report::Candidate> all;
    for (const std::string& input : options.inputs) {
        require_existence(input);
        runner::complete_run(input);
        for (report::Candidate& candidate : report::load_candidates(input, {options.phase, options.timed}))
            all.push_back(std::move(candidate));
    }
    report::name_candidates(all);
    if (!options.phase.empty()) report::require_phase(all, options.phase);
    if (!options.timed.empty()) report::require_timed(all, options.timed);
    return all;
}

using NamedSweeps = std::vector<std::pair<std::string, report::Sweep>>;

/// Returns the inputs if all of them are sweeps with Apex-Map surfaces; else an empty list.
NamedSweeps surface_sweeps(const CompareOptions& options) {
    NamedSweeps sweeps;
    for (const std::string& input : options.inputs) {
        if (!report::is_sweep(input)) return {};
        report::Sweep sweep = report::read_whole_sweep(input);
        if (report::study_of(sweep).surfaces.empty()) return {};
        sweeps.emplace_back(fs::path(input).lexically_normal().filename().string(), std::move(sweep));
        if (sweeps.back().first.empty()) sweeps.back().first = input;
    }
    return sweeps;
}

/// The document of the comparison; its CSV contains the ratios.
report::Document surfaces_document(const report::SurfaceStudy& study,
                                   const std::vector<report::Chart>& charts) {
    report::Document document = report::surface_document(study, charts);
    document.csv = report::ratio_csv(study);
    return document;
}

/// Draws into the folder of `--plots`. Returns the charts that the report shows: all, if it is a page.
std::vector<report::Chart> shown_charts(const std::vector<report::Chart>& charts,
                                        const CompareOptions& options, const Terminal& terminal) {
    if (!options.plots.empty() && !charts.empty()) {
        runner::make_folder(options.plots);
        write_charts(charts, options.plots, terminal);
    }
    return output_format(options.format, options.output) == "html" ? charts : std::vector<report::Chart>();
}

/// Compares surfaces: bandwidths as a function of locality, whose ratio is a surface too.
int compare_surfaces(const NamedSweeps& sweeps, const CompareOptions& options, const Terminal& terminal) {
    report::SurfaceStudy study = report::compared(sweeps, options.base);
    study.published = published_surfaces();
    require_trust(study.verdict.word == formats::Verdict::Word::Invalid,
                  study.verdict.reasons.empty() ? "its verdict is INVALID" : study.verdict.reasons[0],
                  options);
    const report::Document document =
        surfaces_document(study, shown_charts(report::surface_plots(study), options, terminal));
    put(form_for(options.output, document, output_format(options.format, options.output), terminal),
        options.output, terminal);
    return 0;
}

/// Returns the systems of the inputs if all of them are campaigns of CLUE or tables of its figures; else an
/// empty list.
std::vector<report::ClueSystem> clue_systems(const CompareOptions& options) {
    std::vector<report::ClueSystem> all;
    for (const std::string& input : options.inputs) {
        require_existence(input);
        std::vector<report::ClueSystem> systems = report::load_systems(input);
        if (systems.empty()) return {};
        std::move(systems.begin(), systems.end(), std::back_inserter(all));
    }
    return all;
}

bool judges_any(const report::Comparison& comparison) {
    for (const report::ComparedRow& row : comparison.rows)
        for (const report::ComparedCell& cell : row.cells)
            if (cell.judgement) return true;
    return false;
}

constexpr std::size_t max_open_questions = 6; ///< that are printed one by one

/// Whether the exit code is to say that this question is open: what was to be measured has to be there as
/// soon as the exit code depends on anything; the rest only with --fail-if-undecided.
bool fails(const OpenQuestion& question, double limit, const CompareOptions& options) {
    return options.fail_if_undecided || (limit != 0 && question.why == OpenQuestion::Why::Lost);
}

/// Says what the comparison leaves open: as errors if that is to fail, else as warnings.
ExitCode say_open(const report::Comparison& comparison, double limit, const CompareOptions& options,
                  const Terminal& terminal) {
    const std::vector<OpenQuestion> open = report::open_questions(comparison, limit);
    ExitCode code = ExitCode::Good;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const bool fatal = fails(open[i], limit, options);
        if (fatal && code != ExitCode::Undecided)
            code = open[i].why == OpenQuestion::Why::Undecided ? ExitCode::Undecided : ExitCode::NotMeasured;
        if (i < max_open_questions) fatal ? terminal.error(open[i].text) : terminal.warning(open[i].text);
    }
    if (open.size() > max_open_questions)
        terminal.warning(fmt::format("{} more questions are open; the comparison lists them all",
                                     open.size() - max_open_questions));
    return code;
}

/// Prints the document of a comparison, or writes it to a file. The exit code is 1 if part of it is INVALID
/// or slower than `limit`, and else as say_open() decides.
ExitCode show(const report::Document& document, const report::Comparison& comparison, double limit,
              const CompareOptions& options, const Terminal& terminal) {
    const std::vector<std::string> invalid = comparison.refused();
    require_trust(!judges_any(comparison), comparison.trust ? comparison.trust->why() : "", options);
    put(form_for(options.output, document, output_format(options.format, options.output), terminal),
        options.output, terminal);
    for (const std::string& sentence : invalid)
        terminal.error(sentence);
    const std::vector<std::string> slower =
        limit == 0 ? std::vector<std::string>() : comparison.slower_than(limit);
    for (const std::string& line : slower)
        terminal.error(line);
    const ExitCode open = say_open(comparison, limit, options, terminal);
    return slower.empty() && invalid.empty() ? open : ExitCode::Finding;
}

/// Compares campaigns of CLUE, and published figures.
int compare_clue_systems(std::vector<report::ClueSystem> systems, double limit, const CompareOptions& options,
                         const Terminal& terminal) {
    const report::ClueComparison comparison =
        report::compare_clue(std::move(systems), options.base, options.anyway);
    if (!comparison.verdicts && (limit != 0 || options.fail_if_undecided))
        throw Failure(ExitCode::Usage, "there are no verdicts to fail by: published figures have no trials",
                      "name a base that was measured, and measure the same points on another machine");
    const report::Document document = report::clue_comparison_document(
        comparison, shown_charts(report::clue_comparison_plots(comparison), options, terminal));
    ExitCode code = ExitCode::Good;
    if (comparison.verdicts)
        code = show(document, *comparison.verdicts, limit, options, terminal);
    else
        put(form_for(options.output, document, output_format(options.format, options.output), terminal),
            options.output, terminal);
    if (comparison.verdict.word != formats::Verdict::Word::Invalid || options.anyway)
        return static_cast<int>(code);
    terminal.error("a campaign is INVALID; its verdict is in the report, and `--anyway` accepts it");
    return static_cast<int>(ExitCode::Finding);
}

double limit_of(const CompareOptions& options) {
    return options.fail_if_slower.empty()
               ? 0
               : runner::parse_fraction(options.fail_if_slower, "--fail-if-slower");
}

} // namespace

int compare(const CompareOptions& options, const Terminal& terminal) {
    const double limit = limit_of(options);
    try {
        // A phase or a condition for the exit code implies a comparison of times.
        const bool wants_part = !options.phase.empty() || !options.timed.empty();
        const bool wants_times = wants_part || limit != 0 || options.fail_if_undecided;
        const NamedSweeps sweeps = wants_times ? NamedSweeps() : surface_sweeps(options);
        if (!sweeps.empty()) return compare_surfaces(sweeps, options, terminal);
        if (!wants_part)
            if (std::vector<report::ClueSystem> systems = clue_systems(options); !systems.empty())
                return compare_clue_systems(std::move(systems), limit, options, terminal);
        if (!options.plots.empty())
            throw Failure(
                ExitCode::Usage, "`--plots` is only for surfaces of Apex-Map and campaigns of CLUE",
                "`loop apexmap` and `loop clue` measure them; use `--format html` for figures of other "
                "inputs");
        const report::Comparison comparison =
            report::compare(candidates(options), options.base, options.anyway);
        return static_cast<int>(
            show(report::comparison_document(comparison), comparison, limit, options, terminal));
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

int compare_launched(const CompareOptions& options, const runner::Campaign& campaign,
                     const std::vector<std::string>& command, const Terminal& terminal) {
    limit_of(options);
    SweepOrder order{{}, command, campaign};
    order.campaign.stopping.launch(options.launches == 0 ? usual_launches : options.launches);
    order.campaign.phase = options.phase;
    choose_seed(order.campaign);
    order.subject = "comparison";
    order.show = [&](const fs::path& folder) {
        CompareOptions measured = options;
        measured.inputs = {folder.string()};
        return compare(measured, terminal);
    };
    order.options.oversubscribe = options.oversubscribe;
    order.options.bind = options.bind;
    return run_sweep(order, terminal);
}

} // namespace loop::app
