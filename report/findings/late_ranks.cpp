#include "report/findings/late_ranks.h"

#include <algorithm>

namespace loop::report {

namespace {

bool is_measured(const StateTimes& times) {
    return times.measured_ns() > 0;
}

/// Whether the rank is among those whose loads are compared.
bool computes(const Analysis& analysis, std::size_t rank) {
    return is_measured(analysis.times_by_rank[rank]) && analysis.dealer != static_cast<int>(rank);
}

double busy_ns(const Analysis& analysis, std::size_t rank) {
    return static_cast<double>(analysis.times_by_rank[rank].of(State::Busy));
}

/// Whether so many ranks stand out among all.
bool is_few(std::size_t ranks, std::size_t all) {
    return ranks < all && ranks <= std::max<std::size_t>(1, all / 3);
}

/// Compares the busy time of a rank at its sites with that of the others on average.
class Comparison {
public:
    Comparison(const SiteTimes& all, const SiteTimes& own, double others)
        : all_(all), own_(own), others_(others) {}

    Excess run() {
        result_.after = largest_after();
        compare(own_.host_code, all_.host_code, no_site);
        for (std::uint32_t site = 0; site < own_.by_site.size(); ++site)
            compare(own_.by_site[site], all_.by_site[site], site);
        if (result_.site != no_site) result_.after = no_site;
        return result_;
    }

private:
    double of_others(double own, double all) const { return (all - own) / others_; }

    void compare(const StateTimes& own_times, const StateTimes& all_times, std::uint32_t site) {
        const auto own = static_cast<double>(own_times.of(State::Busy));
        const double others = of_others(own, static_cast<double>(all_times.of(State::Busy)));
        if (own - others > result_.at_site_ns) {
            result_.at_site_ns = own - others;
            result_.site = site;
        }
    }

    std::uint32_t largest_after() const {
        std::uint32_t largest = no_site;
        double most = 0;
        for (std::uint32_t site = 0; site < own_.busy_after_ns.size(); ++site) {
            const auto own = static_cast<double>(own_.busy_after_ns[site]);
            const double more = own - of_others(own, static_cast<double>(all_.busy_after_ns[site]));
            if (more > most) {
                most = more;
                largest = site;
            }
        }
        return largest;
    }

    const SiteTimes &all_, &own_;
    double others_; ///< the number of other ranks
    Excess result_;
};

} // namespace

int measured_ranks(const Analysis& analysis) {
    return static_cast<int>(
        std::count_if(analysis.times_by_rank.begin(), analysis.times_by_rank.end(), is_measured));
}

std::int64_t delay_of(const LatePartnerTimes& times) {
    return times.late_sender_ns.sum + times.late_receiver_ns.sum + times.late_collective_ns.sum;
}

double longest_on_path(const Analysis& analysis) {
    if (!analysis.imbalance) return 0;
    const double average = analysis.imbalance->mean_ns;
    std::vector<std::pair<double, std::int64_t>> ranks; // busy time, and the part of it on the path
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank)
        if (computes(analysis, rank))
            ranks.emplace_back(busy_ns(analysis, rank), analysis.path.busy_by_rank_ns[rank]);
    std::sort(ranks.rbegin(), ranks.rend());
    double on_path = 0; // of all ranks that compute at least as long
    for (const auto& [busy, on_path_ns] : ranks) {
        if (busy <= average) break;
        on_path += static_cast<double>(on_path_ns);
        if (2 * on_path >= busy - average) return busy;
    }
    return average;
}

std::vector<int> busiest_ranks(const Analysis& analysis) {
    if (!analysis.imbalance) return {};
    const double longest = longest_on_path(analysis);
    const double half = (longest - analysis.imbalance->mean_ns) / 2;
    std::vector<int> busiest;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank) {
        if (!computes(analysis, rank)) continue;
        if (busy_ns(analysis, rank) > longest + half) return {};
        if (busy_ns(analysis, rank) > longest - half) busiest.push_back(static_cast<int>(rank));
    }
    return busiest;
}

namespace {

constexpr double alike = 0.95; ///< as long as another rank, or longer

/// Those for which others wait: nearly all of what they, and ranks that compute as long, compute longer than
/// an average rank is on the critical path.
std::vector<int> awaited_of(const Analysis& analysis, const std::vector<int>& ranks) {
    constexpr double nearly_all = 0.9;
    const auto busy = [&](int rank) { return busy_ns(analysis, static_cast<std::size_t>(rank)); };
    std::vector<int> awaited;
    for (const int rank : ranks) {
        double on_path = 0;
        for (const int other : ranks)
            if (busy(other) >= alike * busy(rank) && busy(rank) >= alike * busy(other))
                on_path +=
                    static_cast<double>(analysis.path.busy_by_rank_ns[static_cast<std::size_t>(other)]);
        if (on_path >= nearly_all * (busy(rank) - analysis.imbalance->mean_ns)) awaited.push_back(rank);
    }
    return awaited;
}

/// The average busy time of all ranks but these; none if there are no others.
std::optional<double> average_of_others(const Analysis& analysis, const std::vector<int>& without) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank) {
        if (!computes(analysis, rank)) continue;
        if (std::binary_search(without.begin(), without.end(), static_cast<int>(rank))) continue;
        sum += busy_ns(analysis, rank);
        ++count;
    }
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

std::size_t comparable_ranks(const Analysis& analysis) {
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank)
        count += computes(analysis, rank) ? 1 : 0;
    return count;
}

} // namespace

std::optional<BusyRanks> busy_ranks(const Analysis& analysis) {
    const std::vector<int> busiest = busiest_ranks(analysis);
    BusyRanks found;
    found.ranks = awaited_of(analysis, busiest);
    const std::optional<double> others = average_of_others(analysis, busiest);
    if (found.ranks.empty() || !others || !is_few(found.ranks.size(), comparable_ranks(analysis)))
        return std::nullopt;
    std::vector<double> own;
    for (const int rank : found.ranks)
        own.push_back(busy_ns(analysis, static_cast<std::size_t>(rank)));
    const auto [shortest, longest] = std::minmax_element(own.begin(), own.end());
    found.are_all = found.ranks.size() == busiest.size();
    found.are_alike = *shortest >= alike * *longest;
    found.longer_ns = *longest - *others;
    found.factor = *longest / *others;
    if (found.longer_ns < static_cast<double>(analysis.path.length_ns) / 20) return std::nullopt;
    return found;
}

std::optional<LateRanks> late_ranks(const Analysis& analysis) {
    const LatePartners& partners = analysis.late_partners;
    std::vector<std::int64_t> delays; // what a rank causes without what it only passes on
    std::size_t measured = 0;
    for (std::size_t rank = 0; rank < partners.caused_by_rank.size(); ++rank) {
        delays.push_back(delay_of(partners.caused_by_rank[rank]) - delay_of(partners.suffered_by_rank[rank]));
        if (is_measured(analysis.times_by_rank[rank])) ++measured;
    }
    if (delays.empty()) return std::nullopt;
    const std::int64_t most = *std::max_element(delays.begin(), delays.end());
    if (most <= 0) return std::nullopt;
    LateRanks late;
    double waited = 0, delayed = 0;
    for (std::size_t rank = 0; rank < delays.size(); ++rank) {
        if (delays[rank] < most / 2) continue;
        late.ranks.push_back(static_cast<int>(rank));
        waited += static_cast<double>(delay_of(partners.caused_by_rank[rank]));
        delayed += static_cast<double>(delays[rank]);
    }
    const auto whole = static_cast<double>(analysis.times.measured_ns());
    if (whole <= 0 || delayed < whole / 20) return std::nullopt;
    if (!is_few(late.ranks.size(), measured)) return std::nullopt;
    late.waited_percent = 100 * waited / whole;
    return late;
}

std::optional<Excess> excess_of(const Trace& trace, const Analysis& analysis, int rank) {
    const int measured = measured_ranks(analysis);
    if (measured < 2) return std::nullopt;
    const SiteTimes own = site_times(trace, analysis.states, static_cast<std::size_t>(rank));
    return Comparison(analysis.site_times, own, static_cast<double>(measured - 1)).run();
}

} // namespace loop::report
