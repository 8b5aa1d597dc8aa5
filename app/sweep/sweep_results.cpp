#include "app/sweep/sweep_results.h"

#include "app/input/report_files.h"
#include "app/output/chart_files.h"
#include "report/clue/comparison.h"
#include "report/clue/document.h"
#include "report/surface/study.h"
#include "report/sweep/plots.h"
#include "report/sweep/results.h"
#include "report/sweep/sheet.h"
#include "report/sweep/traced.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

namespace loop::app {

namespace fs = std::filesystem;

namespace {

/// The report of a sweep, by its kind.
struct SweepReport {
    std::vector<report::Chart> charts;
    /// With these charts.
    std::function<report::Document(const std::vector<report::Chart>&)> document;
    std::vector<std::pair<std::string, std::string>>
        tables;                               ///< names of files next to its sheets, and their texts
    std::string json = "results.json", xml{}; ///< names of files; empty: none
    bool has_curves = false;
};

/// Several machines are compared: nothing is left out if one of them is INVALID, but it is marked.
SweepReport clue_comparison_of(const fs::path& folder, const report::Sweep& sweep) {
    const auto shared = std::make_shared<const report::ClueComparison>(
        report::compare_clue(report::systems_of(sweep, folder), {}, true));
    return {report::clue_comparison_plots(*shared),
            [shared, &sweep](const auto& charts) {
                report::Document document = report::clue_comparison_document(*shared, charts);
                document.sections.push_back(report::again_section(sweep));
                document.style_sheet = "clue.xsl";
                return document;
            },
            {{"clue.csv", report::clue_csv(shared->systems)},
             {"comparison.csv", report::clue_comparison_csv(*shared)},
             {"clue.xsl", report::xml_style_sheet()}},
            "clue.json",
            "clue.xml"};
}

SweepReport clue_report_of(const fs::path& folder, report::Sweep& sweep) {
    report::read_states(folder, sweep);
    if (report::clue_machines(sweep).size() > 1) return clue_comparison_of(folder, sweep);
    const report::ClueReport report = report::clue_report(sweep);
    return {report::clue_plots(report),
            [report, &sweep](const auto& charts) { return report::clue_document(report, sweep, charts); },
            {{"clue.csv", report::clue_csv(report)}, {"clue.xsl", report::xml_style_sheet()}},
            "clue.json",
            "clue.xml"};
}

SweepReport surface_report_of(report::SurfaceStudy study) {
    SweepReport results{report::surface_plots(study), {}, {{"surfaces.csv", report::surface_csv(study)}}};
    if (!study.ratios.empty()) results.tables.emplace_back("ratios.csv", report::ratio_csv(study));
    const auto shared = std::make_shared<const report::SurfaceStudy>(std::move(study));
    results.document = [shared](const auto& charts) { return report::surface_document(*shared, charts); };
    return results;
}

SweepReport curve_report_of(const fs::path& folder, report::Sweep& sweep) {
    report::read_states(folder, sweep);
    const std::vector<report::Curve> curves = report::curves(sweep);
    return {report::plots(sweep, curves),
            [curves, &sweep](const auto& charts) { return report::sweep_document(sweep, curves, charts); },
            {{"points.csv", report::points_csv(sweep, curves)}},
            "results.json",
            "",
            true};
}

/// `sweep`, which was read from `folder`, must outlive the report. `mbs`: only for Apex-Map surfaces.
SweepReport report_of(const fs::path& folder, report::Sweep& sweep, const std::vector<double>& mbs) {
    report::SurfaceStudy study;
    const bool is_clue = report::is_clue(sweep);
    try {
        if (!is_clue) study = report::study_of(sweep);
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
    if (!mbs.empty() && study.surfaces.empty())
        throw runner::Failure(runner::ExitCode::Usage, "`--bandwidth` is only for surfaces of Apex-Map",
                              "`loop apexmap` measures them");
    for (report::Surface& surface : study.surfaces)
        surface.wanted_mbs = mbs;
    if (!study.surfaces.empty()) study.published = published_surfaces();
    if (is_clue) return clue_report_of(folder, sweep);
    return study.surfaces.empty() ? curve_report_of(folder, sweep) : surface_report_of(std::move(study));
}

} // namespace

SweepSheet sweep_form(const fs::path& folder, const SweepForm& form) {
    report::Sweep sweep = report::read_sweep(folder);
    if (!form.x.empty()) sweep.x = form.x;
    sweep.heat_map = sweep.heat_map || form.heat_map;
    const SweepReport sheet = report_of(folder, sweep, form.mbs);
    if ((!form.x.empty() || form.heat_map) && !sheet.has_curves)
        throw runner::Failure(runner::ExitCode::Usage,
                              "`--x` and `--heat-map` are only for sweeps with curves",
                              "the sheets of Apex-Map and CLUE have axes of their own");
    const bool has_pictures = form.name == "html";
    return {report::render(sheet.document(has_pictures ? sheet.charts : std::vector<report::Chart>()),
                           form.name, form.options),
            sweep.damages};
}

bool show_sweep(const fs::path& folder, bool json, const Terminal& terminal) {
    report::Sweep sweep = report::read_sweep(folder);
    const SweepReport sheet = report_of(folder, sweep, {});
    const report::Document document = sheet.document({});
    const std::string results = report::render_json(document);
    runner::replace_file(folder / sheet.json, results);
    runner::replace_file(folder / "samples.csv", report::samples_csv(sweep));
    for (const auto& [name, text] : sheet.tables)
        runner::replace_file(folder / name, text);
    if (!sheet.xml.empty()) runner::replace_file(folder / sheet.xml, report::render_xml(document));
    runner::replace_file(folder / "sheet.txt", report::render_text(document));
    terminal.print(json ? results
                        : report::render_text(document, {terminal.color_on_output(), terminal.width()}));
    runner::replace_file(folder / "sheet.html", report::render_html(sheet.document(sheet.charts)));
    if (!sheet.charts.empty()) runner::make_own_folder(folder / "plots");
    write_charts(sheet.charts, folder / "plots", terminal);
    return document.verdict != formats::Verdict::Word::Invalid;
}

} // namespace loop::app
