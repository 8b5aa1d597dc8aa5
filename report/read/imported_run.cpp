#include "report/read/imported_run.h"

#include "base/text/dates.h"
#include "trace/import/otf2.h"

namespace loop::report {

namespace {

Timing measured_time(const Trace& trace) {
    std::vector<double> seconds;
    for (const RankTrace& rank : trace.ranks)
        if (rank.present) seconds.push_back(static_cast<double>(rank.end_ns - rank.begin_ns) / 1e9);
    Timing timing;
    timing.seconds = formats::spread(seconds);
    if (timing.seconds) timing.launches.push_back(*timing.seconds);
    return timing;
}

} // namespace

RunDirectory read_imported_run(const std::filesystem::path& archive) {
    RunDirectory result;
    result.trace = read_otf2(archive);
    result.is_imported = true;
    RunRecord& run = result.run;
    run.source.name = archive.stem().string();
    run.source.file = archive.string();
    run.source.description = result.trace->clock_source;
    if (result.trace->began_unix_ns > 0) run.started = date_of(result.trace->began_unix_ns);
    run.ranks = static_cast<int>(result.trace->ranks.size());
    run.machine.name = "an unknown machine";
    run.launches_planned = run.summary.launches = 1;
    run.summary.program = measured_time(*result.trace);
    return result;
}

} // namespace loop::report
