#include "report/findings/communication.h"

#include "base/statistics/order_statistics.h"
#include "report/findings/late_ranks.h"
#include "report/findings/wording.h"
#include "trace/read/open_sites.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

/// The ranks' events before which the rank waited in the same call. A message that was received without a
/// wait may have been there long before.
class WaitsInCalls {
public:
    explicit WaitsInCalls(const Trace& trace) {
        for (const RankTrace& rank : trace.ranks) {
            std::vector<bool>& own = waited_.emplace_back(rank.events.size());
            bool waited = false;
            for (std::size_t i = 0; i < rank.events.size(); ++i) {
                own[i] = waited;
                if (rank.events[i].kind == EventKind::Enter) waited = false;
                if (rank.events[i].kind == EventKind::Wait) waited = true;
            }
        }
    }

    bool precede_receive(const Message& message) const {
        return waited_[static_cast<std::size_t>(message.receiver)][message.receive_event];
    }

private:
    std::vector<std::vector<bool>> waited_; ///< by rank and event
};

/// Sizes with enough messages for a median, and the times in transit of those messages that count.
template <class Counts>
std::map<std::int64_t, std::vector<double>> times_by_size(const Messages& messages, Counts counts) {
    constexpr std::size_t enough = 30;
    std::map<std::int64_t, std::vector<double>> times;
    for (const Message& message : messages.matched)
        if (message.is_measured && !message.violated() && counts(message))
            times[message.bytes].push_back(static_cast<double>(message.transit_ns()));
    for (auto size = times.begin(); size != times.end();)
        size = size->second.size() < enough ? times.erase(size) : std::next(size);
    return times;
}

} // namespace

bool communicates(const Trace& trace, std::uint32_t site) {
    if (site == no_site) return false;
    const Inside what = inside(trace.sites[site]);
    return what == Inside::Overhead || what == Inside::Mpi;
}

namespace {

bool is_communication(EventKind kind) {
    return kind == EventKind::Send || kind == EventKind::Receive || kind == EventKind::Collective;
}

/// How often a rank sends, receives, or takes part in a collective operation at each site, in measured
/// visits.
std::map<std::uint32_t, double> calls_of(const Trace& trace, const Analysis& analysis, int rank) {
    const auto index = static_cast<std::size_t>(rank);
    const auto is_measured = [&](const Event& event) { // a call may end where the measured time does
        return state_at(analysis.states[index], event.time_ns - 1) != State::Excluded;
    };
    std::map<std::uint32_t, double> calls;
    struct Visit {
        bool communicates = false;
    };
    OpenVisits<Visit> open;
    for (const Event& event : trace.ranks[index].events) {
        if (event.kind == EventKind::Enter) open.enter(event.site, {});
        if (!open.empty() && is_communication(event.kind) && is_measured(event))
            open.innermost().communicates = true;
        if (event.kind == EventKind::Leave)
            open.leave(event.site, [&](std::uint32_t site, const Visit& visit) {
                if (visit.communicates) ++calls[site];
            });
    }
    return calls;
}

/// The same for several ranks, one number per rank; only where all of them are.
std::map<std::uint32_t, std::vector<double>> calls_of(const Trace& trace, const Analysis& analysis,
                                                      const std::vector<int>& ranks) {
    std::map<std::uint32_t, std::vector<double>> all;
    for (const int rank : ranks)
        for (const auto& [site, calls] : calls_of(trace, analysis, rank))
            all[site].push_back(calls);
    for (auto site = all.begin(); site != all.end();)
        site = site->second.size() < ranks.size() ? all.erase(site) : std::next(site);
    return all;
}

} // namespace

double communicates_as_often(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                             const std::vector<int>& others) {
    const auto own = calls_of(trace, analysis, ranks);
    double sum = 0, others_sum = 0;
    for (const auto& [site, calls] : calls_of(trace, analysis, others))
        if (const auto same = own.find(site); same != own.end()) {
            sum += statistics::median(same->second);
            others_sum += statistics::median(calls);
        }
    return others_sum > 0 ? sum / others_sum : 1;
}

std::string more_often_text(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                            const std::vector<int>& others) {
    constexpr double clearly = 1.1;
    const double factor = communicates_as_often(trace, analysis, ranks, others);
    return factor < clearly
               ? ""
               : fmt::format(", and {} {} as often", ranks.size() == 1 ? "communicates" : "communicate",
                             multiple_text(factor));
}

bool ranks_communicate(const Trace& trace, const Analysis& analysis) {
    if (measured_ranks(analysis) < 2) return false;
    for (std::uint32_t site = 0; site < analysis.site_times.by_site.size(); ++site)
        if (communicates(trace, site) && analysis.site_times.of(site).measured_ns() > 0) return true;
    return false;
}

namespace {

/// How long the largest messages take, compared with the smallest; nothing without two sizes that differ.
std::optional<EqualTimes> compared_times(const std::map<std::int64_t, std::vector<double>>& times) {
    if (times.size() < 2) return std::nullopt;
    const auto &small = *times.begin(), &large = *times.rbegin();
    if (large.first < 2 * std::max<std::int64_t>(small.first, 1)) return std::nullopt;
    const double small_ns = statistics::median(small.second), large_ns = statistics::median(large.second);
    if (small_ns <= 0) return std::nullopt;
    return EqualTimes{small.first, large.first, large_ns / small_ns};
}

} // namespace

std::optional<EqualTimes> size_does_not_matter(const Trace& trace, const Messages& messages) {
    constexpr double same = 1.25; // as long, but for noise
    const WaitsInCalls waits(trace);
    const auto waited_for = compared_times(
        times_by_size(messages, [&](const Message& message) { return waits.precede_receive(message); }));
    if (waited_for && waited_for->factor > same) return std::nullopt;
    const auto all = compared_times(times_by_size(messages, [](const Message&) { return true; }));
    return all && all->factor <= same ? all : std::nullopt;
}

} // namespace loop::report
