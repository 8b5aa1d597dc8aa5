#include "report/findings/alone_time.h"

#include "report/findings/late_ranks.h"

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

struct Change {
    std::int64_t time_ns;
    State from, to; ///< Excluded before the first change
    bool is_one_of_them;
};

std::vector<Change> all_changes(const Analysis& analysis, const std::vector<int>& ranks) {
    std::vector<Change> changes;
    for (std::size_t rank = 0; rank < analysis.states.size(); ++rank) {
        const bool is_one = std::binary_search(ranks.begin(), ranks.end(), static_cast<int>(rank));
        State from = State::Excluded;
        for (const StateChange& change : analysis.states[rank].changes) {
            changes.push_back({change.time_ns, from, change.state, is_one});
            from = change.state;
        }
        changes.push_back({analysis.states[rank].end_ns, from, State::Excluded, is_one});
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.time_ns < b.time_ns; });
    return changes;
}

} // namespace

AloneTime alone_time(const Analysis& analysis, const std::vector<int>& ranks) {
    AloneTime result;
    int busy = 0, others_busy = 0, others_measured = 0;
    std::int64_t since = 0;
    for (const Change& change : all_changes(analysis, ranks)) {
        if (busy > 0 && others_busy == 0 && since < change.time_ns) {
            result.ranges.push_back({since, change.time_ns});
            result.alone_ns += change.time_ns - since;
            if (others_measured == 0) result.ended_ns += change.time_ns - since;
        }
        since = change.time_ns;
        const int starts =
            static_cast<int>(change.to == State::Busy) - static_cast<int>(change.from == State::Busy);
        (change.is_one_of_them ? busy : others_busy) += starts;
        if (!change.is_one_of_them)
            others_measured += static_cast<int>(change.to != State::Excluded) -
                               static_cast<int>(change.from != State::Excluded);
    }
    return result;
}

namespace {

/// Computing time at one place.
struct PlaceTimes {
    std::int64_t alone_ns, own_ns, all_ns; ///< of the rank alone, of the rank, and of all ranks
};

/// Finds the places where the rank computes alone.
class SerialPlaces {
public:
    explicit SerialPlaces(int other_ranks) : other_ranks_(other_ranks) {}

    void add(const PlaceTimes& times, std::uint32_t site, std::uint32_t after) {
        if (times.alone_ns <= 0 || !is_serial(times)) return;
        part_.ns += times.alone_ns;
        if (times.alone_ns <= part_.longest_ns) return;
        part_.longest_ns = times.alone_ns;
        part_.site = site;
        part_.after = after;
    }

    const SerialPart& part() const { return part_; }

private:
    /// No other rank computes at that time, nor, on average, at that place at other times, but for what it
    /// takes to find out that there is nothing to compute. A rank that has more of the same work than others
    /// is not serial.
    bool is_serial(const PlaceTimes& times) const {
        constexpr double nearly_all = 0.8, nearly_nothing = 0.02;
        const auto own = static_cast<double>(times.own_ns);
        const double others = static_cast<double>(times.all_ns - times.own_ns) / other_ranks_;
        return static_cast<double>(times.alone_ns) >= nearly_all * own && others <= nearly_nothing * own;
    }

    int other_ranks_;
    SerialPart part_;
};

/// The stretches of time that are in both lists, which are in the order of time.
std::vector<TimeRange> in_both(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
    std::vector<TimeRange> both;
    auto one = a.begin();
    auto other = b.begin();
    while (one != a.end() && other != b.end()) {
        const TimeRange part{std::max(one->begin_ns, other->begin_ns), std::min(one->end_ns, other->end_ns)};
        if (part.begin_ns < part.end_ns) both.push_back(part);
        one->end_ns < other->end_ns ? ++one : ++other;
    }
    return both;
}

std::int64_t busy_before_sites(const SiteTimes& times) {
    return times.host_code.of(State::Busy) -
           std::accumulate(times.busy_after_ns.begin(), times.busy_after_ns.end(), std::int64_t{0});
}

} // namespace

std::optional<SerialPart> serial_part(const Trace& trace, const Analysis& analysis, int rank) {
    const AloneTime time = alone_time(analysis, {rank});
    std::vector<std::vector<TimeRange>> ranges(trace.ranks.size());
    ranges[static_cast<std::size_t>(rank)] = in_both(
        time.ranges, ranges_by_rank(analysis.path, trace.ranks.size())[static_cast<std::size_t>(rank)]);
    const SiteTimes alone =
        site_times(trace, only_within(analysis.states, ranges), static_cast<std::size_t>(rank));
    const SiteTimes own = site_times(trace, analysis.states, static_cast<std::size_t>(rank));
    const SiteTimes& all = analysis.site_times;
    SerialPlaces places(std::max(1, measured_ranks(analysis) - 1));
    const auto busy = [](const SiteTimes& times, std::uint32_t site) {
        return times.of(site).of(State::Busy);
    };
    for (std::uint32_t site = 0; site < own.by_site.size(); ++site) {
        places.add({busy(alone, site), busy(own, site), busy(all, site)}, site, no_site);
        places.add({alone.busy_after_ns[site], own.busy_after_ns[site], all.busy_after_ns[site]}, no_site,
                   site);
    }
    places.add({busy_before_sites(alone), busy_before_sites(own), busy_before_sites(all)}, no_site, no_site);
    SerialPart part = places.part();
    if (part.ns == 0) return std::nullopt;
    part.rank = rank;
    part.is_after_others = time.is_mostly_after_others();
    return part;
}

std::vector<SerialPart> serial_parts(const Trace& trace, const Analysis& analysis) {
    constexpr std::size_t most_ranks = 4;
    const std::vector<std::int64_t>& on_path = analysis.path.busy_by_rank_ns;
    std::vector<int> ranks(on_path.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
        return on_path[static_cast<std::size_t>(a)] > on_path[static_cast<std::size_t>(b)];
    });
    ranks.resize(std::min(ranks.size(), most_ranks));
    std::vector<SerialPart> parts;
    for (const int rank : ranks)
        if (const auto part = serial_part(trace, analysis, rank))
            if (part->ns >= analysis.path.length_ns / 20) parts.push_back(*part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const SerialPart& a, const SerialPart& b) { return a.ns > b.ns; });
    return parts;
}

} // namespace loop::report
