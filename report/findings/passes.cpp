#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/alone_time.h"
#include "report/findings/communication.h"
#include "report/findings/late_ranks.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"
#include "trace/analysis/saved.h"
#include "trace/analysis/states/visit_times.h"
#include "trace/analysis/states/visits.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

/// Repeated work that does not take the same time each time. Waiting does not count: where messages queue,
/// the first visit of a receiver waits for all of them, whatever that visit does.
namespace loop::report {

namespace {

constexpr std::size_t fewest_visits = 10;
constexpr double little = 0.05; // of the run's time

/// The visits of one place on one rank.
struct Place {
    std::size_t rank = 0;
    std::uint32_t site = no_site, after = no_site; // host code: the site that the rank left before

    const std::vector<std::int64_t>& in(const VisitTimes& times) const {
        return site != no_site ? times.by_site[site] : times.after_site[after];
    }
};

/// A visit with its place, and how much of the critical path it has.
struct PathVisit {
    Place place;
    std::size_t visit = 0;
    std::int64_t on_path_ns = 0;
};

/// The times of the visits that are measured, and which one of them is the visit, if it is.
struct Visits {
    std::vector<double> ns;
    std::optional<std::size_t> chosen;
};

Visits measured_visits(const std::vector<std::int64_t>& all_ns, std::size_t visit) {
    Visits result;
    for (std::size_t i = 0; i < all_ns.size(); ++i) {
        if (all_ns[i] == 0) continue;
        if (i == visit) result.chosen = result.ns.size();
        result.ns.push_back(static_cast<double>(all_ns[i]));
    }
    return result;
}

/// Calls `use` with each place of the rank that has at least `fewest_visits`.
template <class Use>
void for_each_place(const VisitTimes& times, std::size_t rank, Use use) {
    for (std::uint32_t site = 0; site < times.by_site.size(); ++site) {
        if (times.by_site[site].size() >= fewest_visits) use(Place{rank, site, no_site});
        if (times.after_site[site].size() >= fewest_visits) use(Place{rank, no_site, site});
    }
}

/// How the path's time divides: for each rank, by visit.
class PathVisits {
public:
    explicit PathVisits(const TracedRun& run) : run_(run) {
        const std::size_t ranks = run.trace().ranks.size();
        const auto states = only_within(run.analysis.states, ranges_by_rank(run.analysis.path, ranks));
        for (std::size_t rank = 0; rank < ranks; ++rank)
            if (run.analysis.path.by_rank_ns[rank] > 0) add(visit_times(run.trace(), states, rank), rank);
    }

    /// The visit with the most time; empty if that is little.
    std::optional<PathVisit> longest() const {
        return is_much(longest_.on_path_ns) ? std::optional(longest_) : std::nullopt;
    }
    /// The place with the most time where a rank computes; empty if that is little.
    std::optional<Place> most_computing() const {
        return is_much(most_ns_) ? std::optional(most_) : std::nullopt;
    }

private:
    bool is_much(std::int64_t ns) const {
        return static_cast<double>(ns) >= little * static_cast<double>(run_.analysis.path.length_ns) &&
               ns > 0;
    }

    void add(const VisitTimes& times, std::size_t rank) {
        for_each_place(times, rank, [&](const Place& place) {
            const std::vector<std::int64_t>& visits = place.in(times);
            const auto longest = std::max_element(visits.begin(), visits.end());
            if (*longest > longest_.on_path_ns)
                longest_ = {place, static_cast<std::size_t>(longest - visits.begin()), *longest};
            const std::int64_t sum = std::accumulate(visits.begin(), visits.end(), std::int64_t{0});
            if (communicates(run_.trace(), place.site) || sum <= most_ns_) return;
            most_ns_ = sum;
            most_ = place;
        });
    }

    const TracedRun& run_;
    PathVisit longest_;
    Place most_;
    std::int64_t most_ns_ = 0;
};

Visits visits_at(const TracedRun& run, const Place& place, std::size_t visit) {
    return measured_visits(place.in(visit_times(run.trace(), run.analysis.states, place.rank)), visit);
}

/// Whether the visit takes much longer than the usual one, and no other visit takes nearly as long.
bool stands_out(const Visits& visits, double usual) {
    constexpr double much = 3, other = 0.25;
    if (!visits.chosen || visits.ns.size() < fewest_visits) return false;
    const double own = visits.ns[*visits.chosen];
    if (own < much * usual) return false;
    return std::count_if(visits.ns.begin(), visits.ns.end(),
                         [&](double ns) { return ns - usual > other * (own - usual); }) == 1;
}

/// The ranks on which something holds of the visits of this place, in ascending order.
template <class Holds>
std::vector<int> ranks_where(const TracedRun& run, const Place& place, std::size_t visit, Holds holds) {
    std::vector<int> ranks;
    for (const RankTrace& rank : run.trace().ranks) {
        Place there = place;
        there.rank = static_cast<std::size_t>(rank.rank);
        if (holds(visits_at(run, there, visit))) ranks.push_back(rank.rank);
    }
    return ranks;
}

bool is_everywhere(const TracedRun& run, const std::vector<int>& ranks) {
    return ranks.size() == run.trace().ranks.size();
}

/// " on each rank", " on rank 3", " on ranks 0 to 3"; "" if there is one only.
std::string where_text(const TracedRun& run, const std::vector<int>& ranks) {
    if (run.trace().ranks.size() == 1) return "";
    return " on " + (is_everywhere(run, ranks) ? "each rank" : rank_list(ranks, 8));
}

double busy_ns(const TracedRun& run, int rank) {
    return static_cast<double>(run.analysis.times_by_rank[static_cast<std::size_t>(rank)].of(State::Busy));
}

/// How much shorter the run can get at most if only these ranks compute less: another one still needs its
/// time.
double most_saved_ns(const TracedRun& run, const std::vector<int>& ranks) {
    double longest = 0;
    for (const int other : compared_ranks(run.analysis, ranks))
        longest = std::max(longest, busy_ns(run, other));
    return static_cast<double>(run.analysis.path.length_ns) - longest;
}

/// How much shorter the run gets at most if these ranks compute as long as the others. Nothing if they do not
/// compute about `less_ns` longer, or if the trace does not show what ranks wait for.
std::optional<double> saved_without(const TracedRun& run, const std::vector<int>& ranks, double less_ns) {
    constexpr double nearly = 0.9;
    const std::vector<int> others = compared_ranks(run.analysis, ranks);
    if (others.empty()) return std::nullopt;
    double average = 0;
    for (const int other : others)
        average += busy_ns(run, other) / static_cast<double>(others.size());
    for (const int rank : ranks)
        if (busy_ns(run, rank) - average < nearly * less_ns) return std::nullopt;
    const auto saved = most_saved_with_messages_by(run.trace(), run.analysis, ranks, others);
    return saved ? std::optional(static_cast<double>(*saved)) : std::nullopt;
}

/// From the begin of a visit, or of the host code after it, to its end: waiting, and sites inside it,
/// included.
TimeRange range_of(const TracedRun& run, const Place& place, std::size_t visit, double ns) {
    const std::uint32_t site = place.site != no_site ? place.site : place.after;
    std::size_t number = 0;
    for (const Visit& each : visits_of(run.trace(), static_cast<int>(place.rank))) {
        if (each.site != site || number++ != visit) continue;
        if (place.site != no_site) return {each.begin_ns, each.end_ns};
        return {each.end_ns, each.end_ns + static_cast<std::int64_t>(ns)};
    }
    return {};
}

/// For how long in this time these ranks compute, and no other rank does.
double alone_within(const TracedRun& run, const std::vector<int>& ranks, const TimeRange& time) {
    std::int64_t sum = 0;
    for (const TimeRange& alone : alone_time(run.analysis, ranks).ranges)
        sum += TimeRange{std::max(alone.begin_ns, time.begin_ns), std::min(alone.end_ns, time.end_ns)}
                   .length_ns();
    return static_cast<double>(sum);
}

/// How much longer it takes from the begin of this visit to that of the next one than it usually does, with
/// all communication: messages that are on their way while a rank computes longer are not waited for later.
/// Nothing of the last visit.
std::optional<double> longer_until_next(const TracedRun& run, const Place& place, std::size_t visit) {
    const std::uint32_t site = place.site != no_site ? place.site : place.after;
    std::vector<double> begins;
    for (const Visit& each : visits_of(run.trace(), static_cast<int>(place.rank)))
        if (each.site == site)
            begins.push_back(static_cast<double>(place.site != no_site ? each.begin_ns : each.end_ns));
    if (visit + 1 >= begins.size()) return std::nullopt;
    std::vector<double> periods;
    for (std::size_t i = 0; i + 1 < begins.size(); ++i)
        periods.push_back(begins[i + 1] - begins[i]);
    return periods[visit] - statistics::median(periods);
}

/// The sites that a visit is inside of, the outermost first.
std::vector<std::uint32_t> around(const std::vector<Visit>& visits, std::size_t visit) {
    std::vector<std::uint32_t> sites;
    for (std::size_t i = 0; i < visit; ++i)
        if (visits[i].depth < visits[visit].depth && visits[i].end_ns >= visits[visit].end_ns)
            sites.push_back(visits[i].site);
    return sites;
}

/// Whether the first two visits of the place are inside the same constructs and phases.
bool have_same_surroundings(const TracedRun& run, const Place& place) {
    const std::uint32_t site = place.site != no_site ? place.site : place.after;
    const std::vector<Visit> visits = visits_of(run.trace(), static_cast<int>(place.rank));
    std::vector<std::vector<std::uint32_t>> found;
    for (std::size_t i = 0; i < visits.size() && found.size() < 2; ++i)
        if (visits[i].site == site) found.push_back(around(visits, i));
    return found.size() < 2 || found[0] == found[1];
}

std::string place_text(const TracedRun& run, const Place& place) {
    return computing_place(run.trace(), place.site, place.after);
}

int line_of(const TracedRun& run, const Place& place) {
    return source_line(run.directory, place.site != no_site ? place.site : place.after);
}

std::string time_text(double ns) {
    return seconds_text(ns * 1e-9);
}

/// The times of several ranks: "5.00 ms", or "5.00 to 40.0 ms".
std::string times_text(const std::vector<double>& ns) {
    constexpr double alike = 0.95;
    const auto [least, most] = std::minmax_element(ns.begin(), ns.end());
    return *least >= alike * *most ? time_text(*most) : time_text(*least) + " to " + time_text(*most);
}

/// "8th"
std::string ordinal(std::size_t number) {
    const bool is_teen = number / 10 % 10 == 1;
    const char* const endings[] = {"th", "st", "nd", "rd"};
    return fmt::format("{}{}", number, is_teen || number % 10 > 3 ? "th" : endings[number % 10]);
}

/// "55 %", or "55 to 66 %" if these differ by more than 3 points.
std::string shares_text(double least, double most) {
    constexpr double same = 3;
    if (most - least < same) return share_text(least);
    return share_text(least).substr(0, share_text(least).size() - 2) + " to " + share_text(most);
}

/// What it costs that ranks compute longer in one visit than usual.
struct Cost {
    double least_ns, most_ns;
    bool may_be_more = false; // ranks may be served in another order, or large operations take less time
};

/// "55 %", "55 to 66 %", "at least 55 %"
std::string cost_text(const Cost& cost, double length_ns) {
    return cost.may_be_more ? at_least_text(100 * cost.least_ns / length_ns)
                            : shares_text(100 * cost.least_ns / length_ns, 100 * cost.most_ns / length_ns);
}

/// What replays of the run show, if there are any.
std::optional<Saved> replayed(const TracedRun& run, const Place& place, std::size_t visit,
                              const std::vector<int>& ranks) {
    std::vector<Shorter> shorter;
    for (const int rank : ranks) {
        Place there = place;
        there.rank = static_cast<std::size_t>(rank);
        const Visits visits = visits_at(run, there, visit);
        const double own = visits.ns[*visits.chosen];
        shorter.push_back({rank, range_of(run, there, visit, own), there.site, there.after,
                           statistics::median(visits.ns) / own});
    }
    return saved_by_shorter(run.trace(), run.analysis, shorter);
}

/// Others compute meanwhile: that may delay the run without this visit, or they do it while they wait.
Cost cost_of(const TracedRun& run, const PathVisit& longest, const std::vector<int>& ranks) {
    const Place& place = longest.place;
    const Visits visits = visits_at(run, place, longest.visit);
    const double own = visits.ns[*visits.chosen], longer = own - statistics::median(visits.ns);
    const double on_path = static_cast<double>(longest.on_path_ns) - own + longer;
    const double alone = alone_within(run, ranks, range_of(run, place, longest.visit, own));
    const double saved = saved_without(run, ranks, longer).value_or(most_saved_ns(run, ranks));
    const double until_next = longer_until_next(run, place, longest.visit).value_or(on_path);
    Cost cost{0, std::min({on_path, longer, saved, is_everywhere(run, ranks) ? until_next : on_path})};
    cost.least_ns = std::min({cost.most_ns, alone, until_next});
    auto shown = replayed(run, place, longest.visit, ranks);
    if (!shown) return cost;
    shown->most_ns = std::min(shown->most_ns, static_cast<std::int64_t>(longer));
    cost.least_ns = std::min(cost.least_ns, static_cast<double>(shown->least_ns));
    cost.most_ns = std::max(cost.most_ns, static_cast<double>(shown->most_ns));
    cost.may_be_more = shown->may_be_more();
    return cost;
}

/// The one visit that takes much longer than the others: the first, or another one.
std::optional<Conclusion> slow_visit(const TracedRun& run, const std::optional<PathVisit>& longest) {
    if (!longest) return std::nullopt;
    const Place& place = longest->place;
    const Visits visits = visits_at(run, place, longest->visit);
    if (!visits.chosen) return std::nullopt;
    if (!stands_out(visits, statistics::median(visits.ns))) return std::nullopt;
    const std::vector<int> ranks = ranks_where(run, place, longest->visit, [](const Visits& there) {
        return !there.ns.empty() && stands_out(there, statistics::median(there.ns));
    });
    const auto length = static_cast<double>(run.analysis.path.length_ns);
    const Cost cost = cost_of(run, *longest, ranks);
    if (cost.least_ns < little * length) return std::nullopt;
    std::vector<double> own_times, usual_times;
    for (const int rank : ranks) {
        Place there = place;
        there.rank = static_cast<std::size_t>(rank);
        const Visits own_visits = visits_at(run, there, longest->visit);
        own_times.push_back(own_visits.ns[*own_visits.chosen]);
        usual_times.push_back(statistics::median(own_visits.ns));
    }
    const bool is_first = *visits.chosen == 0;
    const std::string which = is_first ? "The first" : "The " + ordinal(*visits.chosen + 1);
    return share_conclusion(
        is_first ? "slow-first-time" : "slow-once",
        fmt::format(
            "{} of {} times in {} takes {}{}, where the median takes {}: that costs {} of the run's "
            "time.{}",
            which, visits.ns.size(), place_text(run, place), times_text(own_times), where_text(run, ranks),
            times_text(usual_times), cost_text(cost, length),
            is_first && have_same_surroundings(run, place)
                ? " A warm-up (`\\LOOP (n, WARMUP: 1)`) leaves out what only the very first execution does."
                : ""),
        100 * cost.least_ns / length, "critical-path", line_of(run, place));
}

/// Medians of the four quarters of the visits.
std::array<double, 4> medians_of_quarters(const std::vector<double>& ns) {
    std::array<double, 4> medians{};
    for (std::size_t quarter = 0; quarter < 4; ++quarter)
        medians[quarter] =
            statistics::median({ns.begin() + static_cast<std::ptrdiff_t>(ns.size() * quarter / 4),
                                ns.begin() + static_cast<std::ptrdiff_t>(ns.size() * (quarter + 1) / 4)});
    return medians;
}

/// Whether nearly all of the first quarter take less than nearly all of the last one.
bool is_apart(const std::vector<double>& ns) {
    std::vector<double> first(ns.begin(), ns.begin() + static_cast<std::ptrdiff_t>(ns.size() / 4));
    std::vector<double> last(ns.end() - static_cast<std::ptrdiff_t>(ns.size() / 4), ns.end());
    std::sort(first.begin(), first.end());
    std::sort(last.begin(), last.end());
    return first[first.size() * 9 / 10] < last[last.size() / 10];
}

/// How the times of a place's visits change: all of them in one direction.
struct Drift {
    bool is_longer = false;             ///< and not less and less time
    std::array<double, 4> medians_ns{}; ///< of the quarters, the quickest first
    double excess_ns = 0;               ///< over all visits, compared with the quickest quarter
};

/// Nothing if the times do not drift: there are few, they differ little, or they change in one step.
std::optional<Drift> drift_of(std::vector<double> ns) {
    constexpr std::size_t enough = 20;
    constexpr double clear = 1.3, each_quarter = 0.03;
    if (ns.size() < enough) return std::nullopt;
    Drift drift;
    const double first =
        statistics::median({ns.begin(), ns.begin() + static_cast<std::ptrdiff_t>(ns.size() / 4)});
    const double sum = std::accumulate(ns.begin(), ns.end(), 0.0);
    drift.is_longer = first < sum / static_cast<double>(ns.size());
    if (!drift.is_longer) std::reverse(ns.begin(), ns.end());
    drift.medians_ns = medians_of_quarters(ns);
    const auto& medians = drift.medians_ns;
    if (medians[3] < clear * medians[0] || !is_apart(ns)) return std::nullopt;
    for (std::size_t i = 1; i < medians.size(); ++i)
        if (medians[i] - medians[i - 1] < each_quarter * (medians[3] - medians[0])) return std::nullopt;
    drift.excess_ns = sum - medians[0] * static_cast<double>(ns.size());
    return drift;
}

/// The visits take longer and longer, or less and less time.
std::optional<Conclusion> drift(const TracedRun& run, const std::optional<Place>& place) {
    if (!place) return std::nullopt;
    const Visits visits = visits_at(run, *place, 0);
    const std::optional<Drift> found = drift_of(visits.ns);
    if (!found) return std::nullopt;
    const std::vector<int> ranks = ranks_where(run, *place, 0, [&](const Visits& there) {
        const auto same = drift_of(there.ns);
        return same && same->is_longer == found->is_longer;
    });
    const auto length = static_cast<double>(run.analysis.path.length_ns);
    const double cost = std::min(found->excess_ns, most_saved_ns(run, ranks));
    if (cost < little * length) return std::nullopt;
    const double percent = 100 * std::min(1.0, cost / length);
    const auto& medians = found->medians_ns;
    // Others may be the last ones to compute where this rank is quicker.
    const bool is_everywhere = ranks.size() == static_cast<std::size_t>(measured_ranks(run.analysis));
    return share_conclusion(
        "drift",
        fmt::format("{} takes {}{}: {} at first, {} at last (medians of the first and "
                    "the last quarter of {} times{}). The slower ones cost {}{} of the run's time.",
                    upper_first(place_text(run, *place)),
                    found->is_longer ? "longer and longer" : "less and less time", where_text(run, ranks),
                    time_text(medians[found->is_longer ? 0 : 3]),
                    time_text(medians[found->is_longer ? 3 : 0]), visits.ns.size(),
                    ranks.size() > 1 ? fmt::format(" on rank {}", place->rank) : "",
                    is_everywhere ? "" : "up to ", share_text(percent)),
        percent, "critical-path", line_of(run, *place));
}

} // namespace

std::vector<Conclusion> visit_conclusions(const TracedRun& run) {
    const PathVisits visits(run);
    std::vector<Conclusion> result;
    if (auto one = slow_visit(run, visits.longest())) result.push_back(std::move(*one));
    if (auto one = drift(run, visits.most_computing())) result.push_back(std::move(*one));
    return result;
}

} // namespace loop::report
