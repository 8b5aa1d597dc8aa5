#include "cli/sweep_results.h"

#include "cli/draw_plots.h"
#include "cli/report_files.h"
#include "report/clue/forms.h"
#include "report/surface/study.h"
#include "report/sweep/results.h"
#include "report/sweep/sheet.h"
#include "report/sweep/sweep_page.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

namespace loop::cli {

namespace fs = std::filesystem;

const std::vector<std::string> sweep_forms{"html", "text", "csv", "json", "xml"};

namespace {

/// What a sweep of Apex-Map is told with; no surfaces where it is one of something else.
report::SurfaceStudy study_in(const report::Sweep& sweep) {
    try {
        return report::study_of(sweep);
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

std::string surface_form(const report::SurfaceStudy& study, const std::string& form,
                         const report::SheetOptions& options, const Terminal& terminal) {
    if (form == "text") return report::surface_sheet(study, options);
    if (form == "csv") return report::surface_csv(study);
    if (form == "json") return report::surface_results(study).dump(2) + "\n";
    const runner::TemporaryDirectory plots;
    return report::surface_page(study, draw_plots(report::surface_plots(study), plots.path(), terminal));
}

void show_surfaces(const report::SurfaceStudy& study, const fs::path& folder, bool json,
                   const Terminal& terminal) {
    const std::string results = report::surface_results(study).dump(2) + "\n";
    runner::replace_file(folder / "results.json", results);
    runner::replace_file(folder / "surfaces.csv", report::surface_csv(study));
    if (!study.ratios.empty()) runner::replace_file(folder / "ratios.csv", report::ratio_csv(study));
    runner::replace_file(folder / "sheet.txt", report::surface_sheet(study));
    terminal.print(json ? results
                        : report::surface_sheet(study, {terminal.colour_on_output(), terminal.width()}));
    const auto drawn = draw_plots(report::surface_plots(study), folder / "plots", terminal);
    runner::replace_file(folder / "sheet.html", report::surface_page(study, drawn));
}

std::string clue_form(const report::Sweep& sweep, const std::string& form,
                      const report::SheetOptions& options, const Terminal& terminal) {
    const report::ClueReport report = report::clue_report(sweep);
    if (form == "text") return report::clue_text(report, options);
    if (form == "csv") return report::clue_csv(report);
    if (form == "xml") return report::clue_xml(report);
    if (form == "json") return report::clue_json(report).dump(2) + "\n";
    const runner::TemporaryDirectory plots;
    return report::clue_page(report, sweep, draw_plots(report::clue_plots(report), plots.path(), terminal));
}

/// What a campaign of CLUE has besides a sweep's results; its page and its sheet take the place of theirs.
void show_clue(const report::Sweep& sweep, const fs::path& folder, bool json, const Terminal& terminal) {
    const report::ClueReport report = report::clue_report(sweep);
    const std::string results = report::clue_json(report).dump(2) + "\n";
    runner::replace_file(folder / "clue.json", results);
    runner::replace_file(folder / "clue.csv", report::clue_csv(report));
    runner::replace_file(folder / "clue.xml", report::clue_xml(report));
    runner::replace_file(folder / "clue.xsl", report::clue_style_sheet());
    runner::replace_file(folder / "samples.csv", report::samples_csv(sweep));
    runner::replace_file(folder / "sheet.txt", report::clue_text(report));
    terminal.print(json ? results
                        : report::clue_text(report, {terminal.colour_on_output(), terminal.width()}));
    const auto drawn = draw_plots(report::clue_plots(report), folder / "plots", terminal);
    runner::replace_file(folder / "sheet.html", report::clue_page(report, sweep, drawn));
}

} // namespace

std::string sweep_form(const fs::path& folder, const SweepForm& form, const Terminal& terminal) {
    const report::Sweep sweep = report::read_sweep(folder);
    const bool is_clue = report::is_clue(sweep);
    if (form.name == "xml" && !is_clue)
        throw runner::Failure(runner::ExitCode::Usage, "only a sweep of CLUE has the form xml",
                              "there are html, text, csv and json");
    report::SurfaceStudy study = is_clue ? report::SurfaceStudy() : study_in(sweep);
    if (!form.mbs.empty() && study.surfaces.empty())
        throw runner::Failure(runner::ExitCode::Usage, "`--bandwidth` is for surfaces of Apex-Map alone",
                              "`loop apexmap` measures them");
    for (report::Surface& surface : study.surfaces)
        surface.wanted_mbs = form.mbs;
    if (is_clue) return clue_form(sweep, form.name, form.options, terminal);
    if (!study.surfaces.empty()) return surface_form(study, form.name, form.options, terminal);
    const std::vector<report::Curve> curves = report::curves(sweep);
    if (form.name == "text") return report::sweep_sheet(sweep, curves, form.options);
    if (form.name == "csv") return report::points_csv(sweep, curves);
    if (form.name == "json") return report::sweep_results(sweep, curves).dump(2) + "\n";
    const runner::TemporaryDirectory plots;
    return report::sweep_page(sweep, curves,
                              draw_plots(report::plots(sweep, curves), plots.path(), terminal));
}

void show_sweep(const fs::path& folder, bool json, const Terminal& terminal) {
    const report::Sweep sweep = report::read_sweep(folder);
    if (report::is_clue(sweep)) return show_clue(sweep, folder, json, terminal);
    const std::vector<report::Curve> curves = report::curves(sweep);
    runner::replace_file(folder / "samples.csv", report::samples_csv(sweep));
    if (const report::SurfaceStudy study = study_in(sweep); !study.surfaces.empty())
        return show_surfaces(study, folder, json, terminal);
    const std::string results = report::sweep_results(sweep, curves).dump(2) + "\n";
    runner::replace_file(folder / "results.json", results);
    runner::replace_file(folder / "points.csv", report::points_csv(sweep, curves));
    runner::replace_file(folder / "sheet.txt", report::sweep_sheet(sweep, curves));
    terminal.print(
        json ? results : report::sweep_sheet(sweep, curves, {terminal.colour_on_output(), terminal.width()}));
    const auto drawn = draw_plots(report::plots(sweep, curves), folder / "plots", terminal);
    runner::replace_file(folder / "sheet.html", report::sweep_page(sweep, curves, drawn));
}

} // namespace loop::cli
