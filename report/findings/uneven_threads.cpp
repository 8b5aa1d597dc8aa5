#include "base/text/place.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/core_waits.h"
#include "report/findings/record_conclusions.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// How much longer the slowest threads compute than threads do on average, on an average rank.
double waited_seconds(const formats::ThreadsSummary& threads) {
    return threads.imbalance * threads.mean_seconds;
}

/// "\\THREADS (line 6)"
std::string place_of(const RunRecord& run, const formats::ThreadsSummary& threads) {
    return fmt::format("\\{} ({})", threads.construct,
                       placed_text(run.source.file, threads.file, threads.line, threads.column));
}

} // namespace

std::optional<Conclusion> threads_conclusion(const RunDirectory& directory) {
    constexpr double little = 5; // percent
    const auto& summary = directory.run.summary;
    const auto most =
        std::max_element(summary.threads.begin(), summary.threads.end(),
                         [](const auto& a, const auto& b) { return waited_seconds(a) < waited_seconds(b); });
    const auto& whole = summary.program.seconds;
    if (most == summary.threads.end() || !whole || whole->median <= 0 || shared_cores(directory))
        return std::nullopt;
    const double waited = waited_seconds(*most), percent = 100 * waited / whole->median;
    if (percent < little) return std::nullopt;
    return share_conclusion(
        "uneven-threads",
        fmt::format("Threads are uneven: in {}, the slowest one computes {} as long as the threads of a rank "
                    "on average. "
                    "With even threads, a rank would take {} less time there ({} of the run's time).",
                    place_of(directory.run, *most), multiple_text(1 + most->imbalance), seconds_text(waited),
                    share_text(percent)),
        percent, "threads", line_in_program(directory.run, most->file, most->line));
}

} // namespace loop::report
