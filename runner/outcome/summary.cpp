#include "runner/outcome/summary.h"

#include "base/statistics/order_statistics.h"
#include "base/text/place.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace loop::runner {

/// Sums saturate at this value.
constexpr long long max_summed = 1LL << 62;

namespace {

using formats::RankRecord;
using formats::RankResult;
using formats::SiteCounts;
using formats::Spread;
using statistics::median;

/// Items of the ranks, one list per launch.
template <typename Item>
using ByLaunch = std::vector<std::vector<const Item*>>;

/// Groups the items of one list in all records by `agree`, in order of first appearance. A rank contributes
/// at most one item per group and launch.
template <typename Item, typename Agree>
std::vector<ByLaunch<Item>> grouped(const ByLaunch<RankRecord>& launches, std::vector<Item> RankRecord::*list,
                                    const Agree& agree) {
    std::vector<ByLaunch<Item>> groups;
    std::vector<const Item*> firsts;
    for (std::size_t launch = 0; launch < launches.size(); ++launch)
        for (const RankRecord* record : launches[launch])
            for (const Item& item : record->*list) {
                const auto same = [&](const Item* first) { return agree(*first, item); };
                const auto found = std::find_if(firsts.begin(), firsts.end(), same);
                const auto group = static_cast<std::size_t>(found - firsts.begin());
                if (found == firsts.end()) {
                    firsts.push_back(&item);
                    groups.emplace_back(launches.size());
                }
                groups[group][launch].push_back(&item);
            }
    return groups;
}

template <typename Item>
const Item& first_of(const ByLaunch<Item>& group) {
    return *std::find_if(group.begin(), group.end(), [](const auto& ranks) {
                return !ranks.empty();
            })->front();
}

template <typename Item, typename Number>
void add_to(Number& sum, const std::vector<const Item*>& items, Number Item::*member) {
    for (const Item* item : items)
        sum = std::min(sum + item->*member, max_summed);
}

/// Times over the ranks of each launch. In `seconds`, the minimum, median, and maximum are each the median
/// over the launches.
template <typename Item>
formats::Timing timing(const ByLaunch<Item>& launches, std::optional<double> Item::*seconds) {
    formats::Timing result;
    std::vector<double> least, middle, greatest, flops, memory_bytes, flops_without_bytes;
    for (const auto& ranks : launches) {
        std::vector<double> values;
        double operations = 0, bytes = 0, without_bytes = 0;
        for (const Item* rank : ranks) {
            if (rank->*seconds) values.push_back(*(rank->*seconds));
            if (std::isfinite(rank->flops)) operations += rank->flops;
            if (std::isfinite(rank->memory_bytes)) bytes += rank->memory_bytes;
            if (std::isfinite(rank->flops_without_bytes)) without_bytes += rank->flops_without_bytes;
        }
        const auto over_ranks = formats::spread(values);
        if (!over_ranks) continue;
        result.launches.push_back(*over_ranks);
        least.push_back(over_ranks->min);
        middle.push_back(over_ranks->median);
        greatest.push_back(over_ranks->max);
        flops.push_back(operations);
        memory_bytes.push_back(bytes);
        flops_without_bytes.push_back(without_bytes);
    }
    if (least.empty()) return result;
    result.seconds = Spread{median(least), median(middle), median(greatest)};
    result.flops = median(flops);
    result.memory_bytes = median(memory_bytes);
    result.flops_without_bytes = median(flops_without_bytes);
    return result;
}

std::vector<formats::PhaseTiming> phases(const ByLaunch<RankRecord>& launches) {
    using formats::Phase;
    std::vector<formats::PhaseTiming> result;
    const auto agree = [](const Phase& a, const Phase& b) { return a.name == b.name && is_same_line(a, b); };
    for (const auto& group : grouped(launches, &RankRecord::phases, agree)) {
        const Phase& first = first_of(group);
        std::vector<double> calls;
        for (const auto& ranks : group)
            for (const Phase* phase : ranks)
                calls.push_back(static_cast<double>(phase->calls));
        result.push_back({first.name, first.line, formats::spread(calls),
                          timing(group, &Phase::total_seconds), first.file});
    }
    return result;
}

/// Times of phases by name alone. A launch's time is that of the rank with the largest sum over all lines
/// with the name. This can be less than the sum of the maxima of the lines, if a different rank is the
/// slowest in each.
std::vector<formats::PhaseTime> phase_times(const ByLaunch<RankRecord>& launches) {
    using formats::Phase;
    std::vector<std::vector<RankRecord>> named(launches.size()); // the groups point into this
    ByLaunch<RankRecord> records(launches.size());
    for (std::size_t launch = 0; launch < launches.size(); ++launch) {
        named[launch].resize(launches[launch].size());
        for (std::size_t rank = 0; rank < named[launch].size(); ++rank) {
            named[launch][rank].phases = formats::named_phases(launches[launch][rank]->phases);
            records[launch].push_back(&named[launch][rank]);
        }
    }
    std::vector<formats::PhaseTime> result;
    const auto agree = [](const Phase& a, const Phase& b) { return a.name == b.name; };
    for (const auto& group : grouped(records, &RankRecord::phases, agree))
        result.push_back({first_of(group).name, timing(group, &Phase::total_seconds)});
    return result;
}

/// Of one launch. Ranks without threads there count for nothing.
formats::ThreadsSummary threads_of_launch(const std::vector<const formats::ThreadTimes*>& ranks) {
    formats::ThreadsSummary launch;
    std::vector<double> busy, numbers, calls;
    double slowest = 0, means = 0;
    for (const formats::ThreadTimes* rank : ranks) {
        const std::vector<double>& own = rank->busy_seconds;
        if (own.empty()) continue;
        busy.insert(busy.end(), own.begin(), own.end());
        numbers.push_back(static_cast<double>(own.size()));
        calls.push_back(static_cast<double>(rank->calls));
        slowest += rank->slowest_seconds;
        means += std::accumulate(own.begin(), own.end(), 0.0) / numbers.back();
        launch.total_seconds = std::max(launch.total_seconds, rank->total_seconds);
    }
    if (busy.empty()) return launch;
    launch.threads = formats::spread(numbers);
    launch.calls = formats::spread(calls);
    const auto [least, most] = std::minmax_element(busy.begin(), busy.end());
    launch.min_seconds = *least;
    launch.max_seconds = *most;
    launch.mean_seconds = std::accumulate(busy.begin(), busy.end(), 0.0) / static_cast<double>(busy.size());
    launch.imbalance = means > 0 ? slowest / means - 1 : 0;
    return launch;
}

std::vector<formats::ThreadsSummary> threads(const ByLaunch<RankRecord>& launches) {
    using formats::ThreadsSummary, formats::ThreadTimes;
    std::vector<ThreadsSummary> result;
    const auto agree = [](const ThreadTimes& a, const ThreadTimes& b) { return is_same_place(a, b); };
    for (const auto& group : grouped(launches, &RankRecord::threads, agree)) {
        std::vector<ThreadsSummary> each;
        for (const auto& ranks : group)
            if (ThreadsSummary launch = threads_of_launch(ranks); launch.threads) each.push_back(launch);
        if (each.empty()) continue;
        ThreadsSummary all = each.back();
        all.construct = first_of(group).construct;
        all.line = first_of(group).line;
        all.column = first_of(group).column;
        all.file = first_of(group).file;
        for (const auto figure :
             {&ThreadsSummary::min_seconds, &ThreadsSummary::mean_seconds, &ThreadsSummary::max_seconds,
              &ThreadsSummary::total_seconds, &ThreadsSummary::imbalance}) {
            std::vector<double> values;
            for (const ThreadsSummary& launch : each)
                values.push_back(launch.*figure);
            all.*figure = median(values);
        }
        result.push_back(all);
    }
    return result;
}

/// Adds the items that are not in the list; their `key`s differ. A record may have any number.
template <typename Item, typename Key>
void add_new(std::vector<Item>& list, const std::vector<Item>& items, Key key) {
    std::set<decltype(key(items.front()))> known;
    for (const Item& item : list)
        known.insert(key(item));
    for (const Item& item : items)
        if (known.insert(key(item)).second) list.push_back(item);
}

/// Adds what another rank knows about the pairs of the construct.
void add_pairs(SiteCounts& site, const SiteCounts& rank) {
    add_new(site.offsets, rank.offsets, [](int offset) { return offset; });
    site.more_offsets = site.more_offsets || rank.more_offsets;
    add_new(site.groups, rank.groups,
            [](const formats::SiteGroup& group) { return std::pair(group.first_member, group.ranks); });
    add_new(site.ways, rank.ways, [](const std::string& way) { return way; });
}

/// Communication of one launch, summed over its ranks: all launches of a program communicate the same.
std::vector<SiteCounts> sites(const ByLaunch<RankRecord>& launches) {
    std::vector<SiteCounts> result;
    const auto agree = [](const SiteCounts& a, const SiteCounts& b) {
        return is_same_place(a, b) && a.untimed == b.untimed;
    };
    for (const auto& group : grouped(launches, &RankRecord::sites, agree)) {
        const SiteCounts& first = first_of(group);
        SiteCounts site;
        site.construct = first.construct;
        site.line = first.line;
        site.column = first.column;
        site.file = first.file;
        site.untimed = first.untimed;
        for (const auto count :
             {&SiteCounts::calls, &SiteCounts::messages, &SiteCounts::bytes, &SiteCounts::messages_received,
              &SiteCounts::bytes_received, &SiteCounts::collective_bytes_given,
              &SiteCounts::collective_bytes_got, &SiteCounts::dropped_partners})
            add_to(site.*count, group.back(), count);
        for (const SiteCounts* rank : group.back())
            add_pairs(site, *rank);
        result.push_back(site);
    }
    return result;
}

std::vector<formats::ResultValue> results(const ByLaunch<RankRecord>& launches) {
    std::vector<formats::ResultValue> list;
    const auto agree = [](const RankResult& a, const RankResult& b) {
        return a.name == b.name && a.unit == b.unit && is_same_line(a, b);
    };
    for (const auto& group : grouped(launches, &RankRecord::results, agree)) {
        const RankResult& first = first_of(group);
        formats::ResultValue result;
        result.name = first.name;
        result.unit = first.unit;
        result.line = first.line;
        result.file = first.file;
        result.tag = first.tag;
        result.ranks = static_cast<int>(group.back().size());
        std::vector<double> all;
        for (const auto& ranks : group) {
            std::vector<double> finite;
            for (const RankResult* rank : ranks)
                if (std::isfinite(rank->value)) finite.push_back(rank->value);
            result.not_finite += static_cast<int>(ranks.size() - finite.size());
            result.launches.push_back(formats::spread(finite));
            all.insert(all.end(), finite.begin(), finite.end());
        }
        result.value = formats::spread(all);
        list.push_back(std::move(result));
    }
    return list;
}

std::vector<ByLaunch<formats::Samples>> grouped_samples(const ByLaunch<RankRecord>& launches) {
    using formats::Samples;
    return grouped(launches, &RankRecord::samples, [](const Samples& a, const Samples& b) {
        return a.key == b.key && a.other_keys == b.other_keys && a.name == b.name && a.unit == b.unit;
    });
}

std::vector<formats::SampleSummary> samples(const std::vector<ByLaunch<formats::Samples>>& groups) {
    using formats::Samples;
    std::vector<formats::SampleSummary> list;
    for (const auto& group : groups) {
        formats::SampleSummary summary;
        const Samples& first = first_of(group);
        summary.samples.name = first.name;
        summary.samples.unit = first.unit;
        summary.samples.line = first.line;
        summary.samples.file = first.file;
        summary.samples.key = first.key;
        summary.samples.other_keys = first.other_keys;
        for (const auto& ranks : group) {
            Samples launch;
            for (const Samples* rank : ranks)
                add_samples(launch, *rank);
            summary.launches.push_back(quantiles(launch));
            add_samples(summary.samples, launch);
            summary.ranks = std::max(summary.ranks, static_cast<int>(ranks.size()));
        }
        summary.all = quantiles(summary.samples);
        list.push_back(std::move(summary));
    }
    return list;
}

/// The keys as `at` of results; empty unless there is a curve over them: 3 whole numbers or more, none of
/// which is negative.
std::vector<std::optional<long long>> places_on_curves(const std::vector<formats::SampleSummary>& all) {
    constexpr double most = 9007199254740992; // 2^53
    std::vector<std::optional<long long>> places;
    for (const formats::SampleSummary& one : all) {
        const auto is_place = [&](const formats::SampleSummary& other) {
            const std::optional<double>& key = other.samples.key;
            return key && other.samples.name == one.samples.name && *key >= 0 && *key <= most &&
                   *key == std::floor(*key);
        };
        const bool is_on_curve = is_place(one) && std::count_if(all.begin(), all.end(), is_place) >= 3;
        places.push_back(is_on_curve ? std::optional(static_cast<long long>(*one.samples.key))
                                     : std::nullopt);
    }
    return places;
}

/// The medians of samples, so that sweeps and comparisons take them as results. The median of a launch is
/// that of all of its samples; min and max are over the medians of its ranks.
std::vector<formats::ResultValue> medians(const std::vector<ByLaunch<formats::Samples>>& groups,
                                          const std::vector<formats::SampleSummary>& all) {
    std::vector<formats::ResultValue> list;
    const auto places = places_on_curves(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const formats::Samples& samples = all[i].samples;
        if (!all[i].all) continue;
        const std::string key = key_text(samples);
        formats::ResultValue result;
        result.name = samples.name + (key.empty() ? "" : ", " + key) + ", " + kinds::sample_median.name;
        result.unit = samples.unit;
        result.line = samples.line;
        result.file = samples.file;
        result.tag = {kinds::sample_median.tag, samples.name, places[i]};
        result.ranks = all[i].ranks;
        std::vector<double> of_all_ranks;
        for (std::size_t launch = 0; launch < groups[i].size(); ++launch) {
            std::vector<double> of_ranks;
            for (const formats::Samples* rank : groups[i][launch])
                if (const auto own = quantiles(*rank)) of_ranks.push_back(own->median);
            result.launches.push_back(formats::spread(of_ranks));
            if (result.launches.back()) result.launches.back()->median = all[i].launches[launch]->median;
            of_all_ranks.insert(of_all_ranks.end(), of_ranks.begin(), of_ranks.end());
        }
        result.value = formats::spread(of_all_ranks);
        result.value->median = all[i].all->median;
        list.push_back(std::move(result));
    }
    return list;
}

std::vector<formats::Verification> verifications(const ByLaunch<RankRecord>& launches) {
    using formats::Verification;
    std::vector<Verification> list;
    const auto agree = [](const Verification& a, const Verification& b) {
        return a.text == b.text && is_same_line(a, b);
    };
    for (const auto& group : grouped(launches, &RankRecord::verifications, agree)) {
        const Verification& first = first_of(group);
        Verification all{first.text, first.line, 0, 0, first.file};
        for (const auto& ranks : group) {
            add_to(all.checks, ranks, &Verification::checks);
            add_to(all.failures, ranks, &Verification::failures);
        }
        list.push_back(std::move(all));
    }
    return list;
}

formats::Payload payload(const ByLaunch<RankRecord>& launches) {
    using formats::Payload;
    std::vector<const Payload*> payloads;
    for (const auto& ranks : launches)
        for (const RankRecord* record : ranks)
            if (record->payload) payloads.push_back(&*record->payload);
    Payload all;
    all.verified = !payloads.empty() && std::all_of(payloads.begin(), payloads.end(),
                                                    [](const Payload* one) { return one->verified; });
    for (const auto count : {&Payload::messages, &Payload::wrong_messages, &Payload::wrong_bytes})
        add_to(all.*count, payloads, count);
    return all;
}

} // namespace

formats::Summary summarise(const std::vector<LaunchResult>& launches) {
    ByLaunch<RankRecord> complete;
    for (const LaunchResult& launch : launches) {
        if (!launch.is_complete()) continue;
        complete.emplace_back();
        for (const RankOutcome& rank : launch.ranks)
            complete.back().push_back(&*rank.record);
    }
    const auto groups = grouped_samples(complete);
    const std::vector<formats::SampleSummary> all_samples = samples(groups);
    std::vector<formats::ResultValue> all_results = results(complete);
    for (formats::ResultValue& median_of_samples : medians(groups, all_samples))
        all_results.push_back(std::move(median_of_samples));
    return {static_cast<int>(complete.size()),
            timing(complete, &RankRecord::elapsed_seconds),
            phases(complete),
            phase_times(complete),
            threads(complete),
            sites(complete),
            std::move(all_results),
            all_samples,
            verifications(complete),
            payload(complete)};
}

} // namespace loop::runner
