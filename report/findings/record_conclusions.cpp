#include "report/findings/record_conclusions.h"

#include "base/statistics/order_statistics.h"
#include "base/text/place.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/core_waits.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace loop::report {

namespace {

/// The time of each rank in the phase, in the launch that the sheet shows.
std::map<int, double> seconds_by_rank(const RunDirectory& directory, const PhaseTiming& phase) {
    std::map<int, double> seconds;
    const auto& launches = directory.run.launches;
    const auto index = static_cast<std::size_t>(directory.launch - 1);
    if (index >= launches.size()) return seconds;
    for (const formats::RunRank& rank : launches[index].ranks) {
        if (!rank.record) continue;
        for (const formats::Phase& own : rank.record->phases)
            if (own.name == phase.name && is_same_line(own, phase) && own.total_seconds)
                seconds[rank.rank] += *own.total_seconds;
    }
    return seconds;
}

struct SlowRank {
    double longer_seconds; ///< than the median rank
    Conclusion conclusion;
};

/// A rank that takes a quarter longer than the median rank, by at least a twentieth of the program's time.
std::optional<SlowRank> slowest_in(const RunDirectory& directory, const PhaseTiming& phase,
                                   double program_seconds) {
    const std::map<int, double> seconds = seconds_by_rank(directory, phase);
    if (seconds.size() < 3) return std::nullopt;
    std::vector<double> sorted;
    for (const auto& [rank, time] : seconds)
        sorted.push_back(time);
    std::sort(sorted.begin(), sorted.end());
    const double median = statistics::median(sorted);
    const auto slowest = std::max_element(seconds.begin(), seconds.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    const double longer = slowest->second - median;
    if (median <= 0 || slowest->second < 1.25 * median || longer < program_seconds / 20) return std::nullopt;
    const double factor = slowest->second / median;
    return SlowRank{longer,
                    {"slow-rank",
                     fmt::format("Rank {} takes {} as long as the median rank in {}: {} instead of {}.",
                                 slowest->first, multiple_text(factor), quoted_phase(directory.run, phase),
                                 seconds_text(slowest->second), seconds_text(median)),
                     number_value(factor, ""), "phases",
                     line_in_program(directory.run, phase.file, phase.line)}};
}

} // namespace

std::optional<Conclusion> core_conclusion(const RunDirectory& directory) {
    constexpr double little = 5; // percent
    const std::vector<double> waits = core_waits(directory);
    const auto most = std::max_element(waits.begin(), waits.end());
    if (most == waits.end() || *most < little) return std::nullopt;
    const auto shared = shared_cores(directory);
    if (!shared)
        return share_conclusion(
            "no-core",
            fmt::format("For {0} of its time, rank {1} was ready to run but had no core, for example because "
                        "{2}. Its computing and waiting contain that time{3}.",
                        share_text(*most), most - waits.begin(),
                        is_throttled(directory) ? "a control group's CPU quota stopped it"
                                                : "another program used its core",
                        directory.run.ranks < 2
                            ? ""
                            : fmt::format("; ranks that waited for rank {} meanwhile count it as waiting",
                                          most - waits.begin())),
            *most, "rigor");
    const double mean = std::accumulate(waits.begin(), waits.end(), 0.0) / static_cast<double>(waits.size());
    return share_conclusion(
        "shared-cores",
        fmt::format("{}{} share {}: on average, a rank was ready to run but had no core for {} of its "
                    "time. Their computing and waiting contain that time.",
                    counted(shared->ranks, "rank"),
                    shared->threads > shared->ranks ? " with " + counted(shared->threads, "thread") : "",
                    counted(shared->cores, "core"), share_text(mean)),
        mean, "rigor");
}

std::vector<Conclusion> phase_times_conclusions(const RunDirectory& directory) {
    constexpr double little = 25; // percent
    const formats::Summary& summary = directory.run.summary;
    if (!summary.program.seconds || !(summary.program.seconds->max > 0)) return {};
    const double program = summary.program.seconds->max;
    const PhaseTiming* longest = nullptr;
    for (const PhaseTiming& phase : summary.phases)
        if (phase.timing.seconds &&
            (longest == nullptr || phase.timing.seconds->max > longest->timing.seconds->max))
            longest = &phase;
    if (longest == nullptr) return {};
    std::vector<Conclusion> all;
    const double percent = 100 * longest->timing.seconds->max / program;
    if (percent >= little && percent <= 100)
        all.push_back(share_conclusion(
            "longest-phase",
            fmt::format(
                "The longest phase is {}: on the slowest rank, it takes {}, {} of the program's time.",
                quoted_phase(directory.run, *longest).substr(6), seconds_text(longest->timing.seconds->max),
                share_text(percent)),
            percent, "phases", line_in_program(directory.run, longest->file, longest->line)));
    std::optional<SlowRank> slowest;
    for (const PhaseTiming& phase : summary.phases)
        if (auto slow = slowest_in(directory, phase, program))
            if (!slowest || slow->longer_seconds > slowest->longer_seconds) slowest = std::move(slow);
    if (slowest) all.push_back(std::move(slowest->conclusion));
    return all;
}

std::optional<Conclusion> launches_conclusion(const RunDirectory& directory) {
    constexpr double clearly = 4.0 / 3;
    constexpr std::size_t enough = 10;
    const auto& launches = directory.run.summary.program.launches;
    double least = 0, most = 0;
    for (const Spread& launch : launches) {
        least = least == 0 ? launch.max : std::min(least, launch.max);
        most = std::max(most, launch.max);
    }
    if (!(least > 0) || most < clearly * least) return std::nullopt;
    return Conclusion{
        "launches-differ",
        fmt::format("The launches differ: the slowest took {}, {} as long as the fastest ({}).{}",
                    seconds_text(most), multiple_text(most / least), seconds_text(least),
                    launches.size() < enough ? " Compare medians of at least 10 launches." : ""),
        number_value(most / least, ""), "outcome"};
}

} // namespace loop::report
