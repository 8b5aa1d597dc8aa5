#include "trace/analysis/waits/stretches.h"

#include "trace/analysis/waits/state_reader.h"
#include "trace/read/open_sites.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace loop::report {

namespace {

/// How many of these ranges overlap on average, while any of them lasts.
double overlap(std::vector<TimeRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
    std::int64_t sum_ns = 0, any_ns = 0, end_ns = ranges.front().begin_ns;
    for (const TimeRange& range : ranges) {
        sum_ns += range.end_ns - range.begin_ns;
        any_ns += std::max<std::int64_t>(0, range.end_ns - std::max(end_ns, range.begin_ns));
        end_ns = std::max(end_ns, range.end_ns);
    }
    return static_cast<double>(sum_ns) / static_cast<double>(std::max<std::int64_t>(1, any_ns));
}

} // namespace

std::vector<Stretch> stretches_of(const RankTrace& rank, const RankStates& states,
                                  const RankStates& while_few) {
    std::vector<Stretch> result;
    StateReader reader(states), few(while_few);
    reader.until(rank.begin_ns);
    few.until(rank.begin_ns);
    OpenSites open;
    std::uint32_t after = no_site;
    std::int64_t since_ns = rank.begin_ns;
    const auto close = [&](std::int64_t time_ns) {
        result.push_back({open.innermost(),
                          after,
                          {since_ns, time_ns},
                          reader.until(time_ns).of(State::Busy),
                          few.until(time_ns).of(State::Busy)});
        since_ns = time_ns;
    };
    for (const Event& event : rank.events) {
        if (event.kind != EventKind::Enter && event.kind != EventKind::Leave) continue;
        close(event.time_ns);
        if (event.kind == EventKind::Enter)
            open.enter(event.site);
        else
            open.leave(event.site);
        after = event.site;
    }
    close(rank.end_ns);
    return result;
}

UsualComputing::UsualComputing(const std::vector<std::vector<Stretch>>& by_rank)
    : ranks_(static_cast<int>(by_rank.size())) {
    for (const std::vector<Stretch>& stretches : by_rank)
        add(stretches);
    add_at_a_time(by_rank);
}

void UsualComputing::add_at_a_time(const std::vector<std::vector<Stretch>>& by_rank) {
    std::map<Kind, std::vector<TimeRange>> ranges;
    for (const std::vector<Stretch>& stretches : by_rank)
        for (const Stretch& stretch : stretches)
            if (stretch.busy_ns > 0) ranges[{stretch.site, stretch.after}].push_back(stretch.range);
    for (auto& [kind, of_kind] : ranges)
        at_a_time_[kind] = overlap(of_kind);
}

void UsualComputing::add(const std::vector<Stretch>& stretches) {
    std::map<Kind, std::size_t> seen;
    std::set<Kind> there;
    for (const Stretch& stretch : stretches) {
        const Kind kind(stretch.site, stretch.after);
        std::vector<Sum>& sums = sums_[kind];
        const std::size_t n = seen[kind]++;
        if (sums.size() <= n) sums.resize(n + 1);
        sums[n].ns += static_cast<double>(stretch.busy_ns);
        sums[n].ranks += stretch.busy_ns > 0 ? 1 : 0;
        if (stretch.busy_ns > 0) there.insert(kind);
    }
    for (const Kind& kind : there)
        ++ranks_there_[kind];
}

int UsualComputing::ranks_there(const Kind& kind) const {
    const auto known = ranks_there_.find(kind);
    return known == ranks_there_.end() ? 0 : known->second;
}

std::optional<double> UsualComputing::shared_part(const Kind& kind) const {
    const double part = at_a_time_.at(kind) / ranks_;
    return part <= 0.5 ? std::optional(part) : std::nullopt;
}

std::optional<double> UsualComputing::usual_ns(const Kind& kind, std::size_t n, int ranks) const {
    const auto sums = sums_.find(kind);
    if (ranks == 0 || sums == sums_.end() || n >= sums->second.size() || 2 * sums->second[n].ranks < ranks)
        return std::nullopt;
    return sums->second[n].ns / ranks;
}

double UsualComputing::longer_ns(const Stretch& stretch, std::size_t n, Compared compared) const {
    const auto own = static_cast<double>(stretch.busy_ns);
    const Kind kind(stretch.site, stretch.after);
    const auto usual = usual_ns(kind, n, compared == Compared::WithThoseThere ? ranks_there(kind) : ranks_);
    if (!usual) return compared == Compared::WithAll ? own : static_cast<double>(stretch.while_few_ns);
    return std::max(0.0, own - *usual);
}

std::vector<double> UsualComputing::longer_ns(const std::vector<Stretch>& stretches,
                                              Compared compared) const {
    std::map<Kind, std::size_t> seen;
    std::vector<double> longer;
    for (const Stretch& stretch : stretches)
        longer.push_back(longer_ns(stretch, seen[{stretch.site, stretch.after}]++, compared));
    return longer;
}

std::vector<float> UsualComputing::factors_without(double less_ns,
                                                   const std::vector<Stretch>& stretches) const {
    std::vector<double> without(stretches.size(), 0);
    for (const Compared compared : {Compared::WithThoseThere, Compared::WithAllWhileFew, Compared::WithAll}) {
        std::vector<double> more = longer_ns(stretches, compared);
        for (std::size_t i = 0; i < more.size(); ++i)
            more[i] = std::max(0.0, more[i] - without[i]);
        const double all_ns = std::accumulate(more.begin(), more.end(), 0.0);
        if (all_ns <= 0) continue;
        const double part = std::min(1.0, less_ns / all_ns);
        for (std::size_t i = 0; i < more.size(); ++i)
            without[i] += part * more[i];
        less_ns -= part * all_ns;
        if (part < 1) break;
    }
    std::vector<float> factors(stretches.size(), 1);
    for (std::size_t i = 0; i < stretches.size(); ++i)
        if (without[i] > 0)
            factors[i] -= static_cast<float>(without[i] / static_cast<double>(stretches[i].busy_ns));
    return factors;
}

std::vector<float> UsualComputing::factors_to_usual(const std::vector<Stretch>& stretches) const {
    std::map<Kind, std::size_t> seen;
    std::vector<float> factors;
    for (const Stretch& stretch : stretches) {
        const Kind kind(stretch.site, stretch.after);
        const Sum& sum = sums_.at(kind)[seen[kind]++];
        if (stretch.busy_ns <= 0) {
            factors.push_back(1);
            continue;
        }
        const double usual = sum.ns / ranks_ / static_cast<double>(stretch.busy_ns);
        factors.push_back(static_cast<float>(shared_part(kind).value_or(usual)));
    }
    return factors;
}

} // namespace loop::report
