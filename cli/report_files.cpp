#include "cli/report_files.h"

#include "report/import/otf2.h"
#include "report/order_statistics.h"
#include "report/sheet/forms.h"
#include "runner/failure.h"
#include "runner/files.h"

#include <algorithm>

namespace loop::cli {

namespace fs = std::filesystem;

namespace {

/// Another tool's recording: what it tells of a run is its trace, and the times that follow from it.
report::RunDirectory archive(const fs::path& path) {
    report::RunDirectory directory;
    directory.trace = report::read_otf2(path);
    const report::Trace& trace = *directory.trace;
    const fs::path name = path.has_filename() ? path : path.parent_path();
    directory.run.name = name.stem().string();
    directory.run.description = "an OTF2 archive of an MPI program";
    directory.run.ranks = static_cast<int>(trace.ranks.size());
    std::vector<double> seconds;
    for (const report::RankTrace& rank : trace.ranks)
        if (rank.present) seconds.push_back(static_cast<double>(rank.end_ns - rank.begin_ns) * 1e-9);
    if (seconds.empty()) return directory;
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    directory.run.program.seconds = report::Spread{*least, report::median(seconds), *most};
    return directory;
}

} // namespace

std::unique_ptr<LoadedRun> load_run(const fs::path& path, int launch) {
    auto run = std::make_unique<LoadedRun>();
    try {
        run->directory = report::is_otf2(path) ? archive(path) : report::read_run_directory(path, launch);
    } catch (const report::ImportError& error) {
        throw runner::Failure(runner::ExitCode::InputOutput, error.what());
    } catch (const report::FormatError& error) {
        throw runner::Failure(runner::ExitCode::InputOutput, error.what(),
                              "`loop run` leaves such a directory; an OTF2 archive will do as well");
    }
    if (run->directory.trace) run->analysis = report::analyse(*run->directory.trace);
    return run;
}

void write_html_sheet(const LoadedRun& run, const fs::path& path, const report::ViewLimits& limits) {
    runner::write_file_atomically(path, report::html_sheet(run.input(), limits));
}

std::string shown_path(const fs::path& path) {
    std::error_code error;
    const fs::path here = fs::current_path(error);
    const fs::path relative = error ? path : path.lexically_proximate(here);
    return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

} // namespace loop::cli
