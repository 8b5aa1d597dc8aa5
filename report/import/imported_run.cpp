#include "report/import/imported_run.h"

#include "report/import/otf2.h"
#include "base/statistics/order_statistics.h"

#include <algorithm>

namespace loop::report {

namespace {

Timing measured_time(const Trace& trace) {
    std::vector<double> seconds;
    for (const RankTrace& rank : trace.ranks)
        if (rank.present) seconds.push_back(static_cast<double>(rank.end_ns - rank.begin_ns) / 1e9);
    Timing timing;
    if (seconds.empty()) return timing;
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    timing.seconds = Spread{*least, statistics::median(seconds), *most};
    timing.launches.push_back(*timing.seconds);
    return timing;
}

} // namespace

RunDirectory read_imported_run(const std::filesystem::path& archive) {
    RunDirectory result;
    result.trace = read_otf2(archive);
    Run& run = result.run;
    run.name = archive.stem().string();
    run.file = archive.string();
    run.description = result.trace->clock_source;
    run.ranks = static_cast<int>(result.trace->ranks.size());
    run.machine = "an unknown machine";
    run.launches_complete = 1;
    run.program = measured_time(*result.trace);
    return result;
}

} // namespace loop::report
