// The folder of a sweep: plan.json, journal.jsonl, the run.json and the kept.jsonl of its points.
#include "clue_systems.h"
#include "report/clue/document.h"
#include "report/document/output_formats.h"
#include "report/surface/study.h"
#include "report/sweep/results.h"
#include "runner/campaign/journal.h"
#include "runner/system/failure.h"
#include "target.h"

using namespace loop::report;

namespace {

void expect_clean(const std::vector<Chart>& plots) {
    for (const Chart& plot : plots) {
        loop_fuzz::expect_clean(drawn(plot).file(plot.title));
        if (plot.name.find('/') != std::string::npos) loop_fuzz::broken("a plot is a file of its folder");
    }
}

void show(const Sweep& sweep) {
    if (is_clue(sweep)) {
        const ClueReport report = clue_report(sweep);
        loop_fuzz::expect_clean(render_text(clue_document(report, sweep)));
        loop_fuzz::expect_clean(clue_csv(report));
        loop_fuzz::expect_clean(render_xml(clue_document(report, sweep)));
        loop_fuzz::expect_json(clue_json(report).dump());
        loop_fuzz::expect_clean(render_html(clue_document(report, sweep)));
        expect_clean(clue_plots(report));
        loop_fuzz::expect_good_systems(systems_of(sweep, "a"), systems_of(sweep, "b"));
    }
    if (const SurfaceStudy study = study_of(sweep); !study.surfaces.empty()) {
        loop_fuzz::expect_clean(render_text(surface_document(study)));
        loop_fuzz::expect_clean(surface_csv(study));
        loop_fuzz::expect_clean(render_html(surface_document(study)));
        loop_fuzz::expect_json(surface_results(study).dump());
        expect_clean(surface_plots(study));
    }
    const std::vector<Curve> found = curves(sweep);
    loop_fuzz::expect_clean(render_text(sweep_document(sweep, found)));
    loop_fuzz::expect_clean(points_csv(sweep, found));
    loop_fuzz::expect_clean(samples_csv(sweep));
    loop_fuzz::expect_clean(render_html(sweep_document(sweep, found)));
    loop_fuzz::expect_json(sweep_results(sweep, found).dump());
    expect_clean(plots(sweep, found));
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> texts = loop_fuzz::pieces(data, size, 4);
    const loop_fuzz::Folder folder;
    folder.put("plan.json", texts[0]);
    folder.put("journal.jsonl", texts[1]);
    for (const char* point : {"point-1/", "point-2/"}) {
        folder.put(std::string(point) + "run.json", texts[2]);
        folder.put(std::string(point) + "launch-1/records/kept.jsonl", texts[3]);
    }
    try {
        show(read_sweep(folder.path()));
    } catch (const FormatError&) {
    }
    try {
        loop::runner::Journal(folder.path() / "journal.jsonl");
    } catch (const loop::runner::Failure&) {
    }
    return 0;
}
