#include "report/findings/late_ranks.h"

#include "trace/analysis/saved.h"

#include <algorithm>

namespace loop::report {

namespace {

bool is_measured(const StateTimes& times) {
    return times.measured_ns() > 0;
}

double busy_ns(const Analysis& analysis, std::size_t rank) {
    return static_cast<double>(analysis.times_by_rank[rank].of(State::Busy));
}

/// The busy time of several ranks at each site.
struct BusySums {
    double host_code = 0;
    std::vector<double> by_site, after_site;
};

BusySums busy_sums(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks) {
    BusySums sums;
    for (const int rank : ranks) {
        const SiteTimes own = site_times(trace, analysis.states, static_cast<std::size_t>(rank));
        sums.host_code += static_cast<double>(own.host_code.of(State::Busy));
        sums.by_site.resize(std::max(sums.by_site.size(), own.by_site.size()));
        sums.after_site.resize(std::max(sums.after_site.size(), own.busy_after_ns.size()));
        for (std::size_t site = 0; site < own.by_site.size(); ++site)
            sums.by_site[site] += static_cast<double>(own.by_site[site].of(State::Busy));
        for (std::size_t site = 0; site < own.busy_after_ns.size(); ++site)
            sums.after_site[site] += static_cast<double>(own.busy_after_ns[site]);
    }
    return sums;
}

/// Compares the busy time of a rank at its sites with that of the others on average.
class Comparison {
public:
    /// `others`: the sums of so many other ranks.
    Comparison(BusySums own, BusySums others, double number)
        : own_(std::move(own)), others_(std::move(others)), number_(number) {}

    Excess run() {
        result_.after = largest_after();
        compare(own_.host_code, others_.host_code, no_site);
        for (std::uint32_t site = 0; site < own_.by_site.size(); ++site)
            compare(own_.by_site[site], others_.by_site[site], site);
        if (result_.site != no_site) result_.after = no_site;
        return result_;
    }

private:
    void compare(double own, double others, std::uint32_t site) {
        const double more = own - others / number_;
        if (more <= result_.at_site_ns) return;
        result_.at_site_ns = more;
        result_.site = site;
    }

    std::uint32_t largest_after() const {
        std::uint32_t largest = no_site;
        double most = 0;
        for (std::uint32_t site = 0; site < own_.after_site.size(); ++site) {
            const double more = own_.after_site[site] - others_.after_site[site] / number_;
            if (more > most) {
                most = more;
                largest = site;
            }
        }
        return largest;
    }

    const BusySums own_, others_;
    const double number_;
    Excess result_;
};

} // namespace

bool is_few(std::size_t ranks, std::size_t all) {
    return ranks < all && ranks <= std::max<std::size_t>(1, all / 3);
}

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
    for (const int compared : compared_ranks(analysis)) {
        const auto rank = static_cast<std::size_t>(compared);
        ranks.emplace_back(busy_ns(analysis, rank), analysis.path.busy_by_rank_ns[rank]);
    }
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
    for (const int rank : compared_ranks(analysis)) {
        const double busy = busy_ns(analysis, static_cast<std::size_t>(rank));
        if (busy > longest + half) return {};
        if (busy > longest - half) busiest.push_back(rank);
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

double average_of(const Analysis& analysis, const std::vector<int>& ranks) {
    double sum = 0;
    for (const int rank : ranks)
        sum += busy_ns(analysis, static_cast<std::size_t>(rank));
    return sum / static_cast<double>(ranks.size());
}

/// Some of the busiest ranks, compared with all that are not among these.
std::optional<BusyRanks> compared(const Analysis& analysis, const std::vector<int>& ranks,
                                  const std::vector<int>& busiest) {
    BusyRanks found;
    found.ranks = ranks;
    found.others = compared_ranks(analysis, busiest);
    if (found.ranks.empty() || found.others.empty() ||
        !is_few(found.ranks.size(), compared_ranks(analysis).size()))
        return std::nullopt;
    const double others = average_of(analysis, found.others);
    std::vector<double> own;
    for (const int rank : found.ranks)
        own.push_back(busy_ns(analysis, static_cast<std::size_t>(rank)));
    const auto [shortest, longest] = std::minmax_element(own.begin(), own.end());
    found.are_all = found.ranks.size() == busiest.size();
    found.are_alike = *shortest >= alike * *longest;
    found.longer_ns = *longest - others;
    found.factor = *longest / others;
    if (found.longer_ns < static_cast<double>(analysis.path.length_ns) / 20) return std::nullopt;
    return found;
}

} // namespace

std::optional<BusyRanks> busy_ranks(const Analysis& analysis) {
    const std::vector<int> busiest = busiest_ranks(analysis);
    return compared(analysis, awaited_of(analysis, busiest), busiest);
}

std::optional<BusyRanks> longest_ranks(const Analysis& analysis) {
    if (!analysis.imbalance) return std::nullopt;
    const double average = analysis.imbalance->mean_ns,
                 longest = static_cast<double>(analysis.imbalance->max_ns);
    std::vector<int> ranks;
    for (const int rank : compared_ranks(analysis))
        if (2 * (busy_ns(analysis, static_cast<std::size_t>(rank)) - average) > longest - average)
            ranks.push_back(rank);
    return compared(analysis, ranks, ranks);
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

bool explain_imbalance(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks) {
    constexpr double nearly_all = 0.8;
    if (!analysis.surplus_ns) return true;
    const auto saved = most_saved_by(trace, analysis, ranks, compared_ranks(analysis));
    return saved && static_cast<double>(*saved) >= nearly_all * static_cast<double>(*analysis.surplus_ns);
}

Excess excess_of(const Trace& trace, const Analysis& analysis, int rank, const std::vector<int>& others) {
    return Comparison(busy_sums(trace, analysis, {rank}), busy_sums(trace, analysis, others),
                      static_cast<double>(others.size()))
        .run();
}

} // namespace loop::report
