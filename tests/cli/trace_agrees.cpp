// trace_agrees DIRECTORY: checks that the trace of a run agrees with the counters in its rank records, which
// another part of the runtime writes.
#include "base/text/place.h"
#include "report/read/run_directory.h"
#include "trace/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>

using namespace loop::report;

namespace {

int differences = 0;

template <typename Number>
void agree(const std::string& what, Number in_trace, Number in_records) {
    if (in_trace == in_records) return;
    ++differences;
    fmt::print(stderr, "{}: {} in the trace, {} in the records\n", what, in_trace, in_records);
}

void compare_site(const SiteCounts& site, const Trace& trace, const TrafficStatistics& traffic) {
    Traffic found;
    for (std::size_t i = 0; i < trace.sites.size(); ++i)
        if (loop::is_same_place(trace.sites[i], site)) found = traffic.by_site[i];
    const std::string where = fmt::format("{} of line {}: ", site.construct, loop::line_text(site));
    const auto count = [](const SideTraffic& side) { return static_cast<long long>(side.bytes.count); };
    const auto bytes = [](const SideTraffic& side) { return static_cast<long long>(side.bytes.sum); };
    agree(where + "messages sent", count(found.sent), site.messages);
    agree(where + "bytes sent", bytes(found.sent), site.bytes);
    agree(where + "messages received", count(found.received), site.messages_received);
    agree(where + "bytes received", bytes(found.received), site.bytes_received);
}

/// Of a program in which only threads communicate: all sites together, because the trace does not have the
/// sites of their messages.
void compare_threads(const RunDirectory& run) {
    SiteCounts found, counted;
    for (const RankTrace& rank : run.trace->ranks)
        for (const ThreadMessageEvent& event : rank.thread_messages) {
            (event.is_received ? found.messages_received : found.messages) += 1;
            (event.is_received ? found.bytes_received : found.bytes) += event.bytes;
        }
    for (const SiteCounts& site : run.run.summary.sites) {
        counted.messages += site.messages;
        counted.bytes += site.bytes;
        counted.messages_received += site.messages_received;
        counted.bytes_received += site.bytes_received;
    }
    agree("messages sent", found.messages, counted.messages);
    agree("bytes sent", found.bytes, counted.bytes);
    agree("messages received", found.messages_received, counted.messages_received);
    agree("bytes received", found.bytes_received, counted.bytes_received);
}

bool threads_communicate(const Trace& trace) {
    return std::any_of(trace.ranks.begin(), trace.ranks.end(),
                       [](const RankTrace& rank) { return !rank.thread_messages.empty(); });
}

void compare(const RunDirectory& run) {
    const Trace& trace = *run.trace;
    const Analysis analysis = analyze(trace, 100);
    for (const std::string& problem : trace.problems)
        agree("problem: " + problem, 1, 0);
    agree("ranks", static_cast<int>(trace.ranks.size()), run.run.ranks);
    if (threads_communicate(trace))
        compare_threads(run);
    else
        for (const SiteCounts& site : run.run.summary.sites)
            compare_site(site, trace, analysis.traffic);
    agree("messages without a receive", analysis.messages.unreceived.size(), std::size_t{0});
    agree("messages without a send", analysis.messages.unsent.size(), std::size_t{0});
    agree("messages received before they were sent", analysis.messages.violated, std::uint64_t{0});
    for (const StateTimes& rank : analysis.times_by_rank)
        agree("time in all states", rank.measured_ns() + rank.of(State::Excluded),
              analysis.grid.range.length_ns());
    agree("phases", analysis.phases.size(), run.run.summary.phases.size());
    for (std::size_t i = 0; i < analysis.phases.size() && i < run.run.summary.phases.size(); ++i) {
        const PhaseTiming& phase = run.run.summary.phases[i];
        agree("phase", trace.sites[analysis.phases[i].site].name, phase.name);
        for (const PhaseStates& rank : analysis.phases[i].by_rank)
            agree("calls of " + phase.name, static_cast<double>(rank.calls),
                  phase.calls ? phase.calls->median : 0);
    }
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    try {
        const RunDirectory run = read_run_directory(arguments[1]);
        if (!run.trace) {
            fmt::print(stderr, "no trace\n");
            return 1;
        }
        compare(run);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "{}\n", problem.what());
        return 1;
    }
    return differences == 0 ? 0 : 1;
}
