#include "report/bsp/demand.h"

#include "base/text/place.h"
#include "base/text/strings.h"
#include "report/bsp/between.h"
#include "report/read/communication.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loop::report::bsp {

namespace {

constexpr double bytes_of_word = 8;

constexpr double StepRequests::*numbers_of_requests[] = {&StepRequests::puts, &StepRequests::rows,
                                                         &StepRequests::gets, &StepRequests::messages,
                                                         &StepRequests::lists};

using Records = std::vector<const formats::RankRecord*>;

/// The records of all ranks in the first complete launch; empty if there are none.
Records records_of(const RunRecord& run) {
    for (const formats::RunLaunch& launch : run.launches) {
        Records all;
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.record) all.push_back(&*rank.record);
        if (launch.complete && !all.empty() && all.size() == launch.ranks.size()) return all;
    }
    return {};
}

/// One construct, with its counts on each rank that called it, in all groups.
struct Site {
    std::string construct;
    int line = 0, column = 0;
    std::string file;
    std::vector<SiteCounts> ranks;
    const formats::RankRecord* last = nullptr; ///< the record of the last of them
};

/// Adds the calls of the same rank in another group: they are further supersteps.
void add(SiteCounts& sum, const SiteCounts& counts) {
    sum.calls += counts.calls;
    sum.messages += counts.messages;
    sum.bytes += counts.bytes;
    sum.messages_received += counts.messages_received;
    sum.bytes_received += counts.bytes_received;
    sum.h_bytes.insert(sum.h_bytes.end(), counts.h_bytes.begin(), counts.h_bytes.end());
    sum.h_calls.insert(sum.h_calls.end(), counts.h_calls.begin(), counts.h_calls.end());
    for (const auto list : {&SiteCounts::h_puts, &SiteCounts::h_rows, &SiteCounts::h_gets,
                            &SiteCounts::h_messages, &SiteCounts::h_lists})
        (sum.*list).insert((sum.*list).end(), (counts.*list).begin(), (counts.*list).end());
}

std::vector<Site> sites_of(const Records& records) {
    std::vector<Site> all;
    for (const formats::RankRecord* const record : records)
        for (const SiteCounts& counts : record->sites) {
            if (counts.untimed) continue;
            const auto same = [&](const Site& site) { return is_same_place(site, counts); };
            auto known = std::find_if(all.begin(), all.end(), same);
            if (known == all.end())
                known = all.insert(known, {counts.construct, counts.line, counts.column, counts.file, {}});
            if (std::exchange(known->last, record) == record)
                add(known->ranks.back(), counts);
            else
                known->ranks.push_back(counts);
        }
    return all;
}

/// In one call of a global operation, every rank takes part; other constructs communicate if any rank moved
/// something.
bool communicates(const Site& site, std::size_t ranks) {
    return std::any_of(site.ranks.begin(), site.ranks.end(), [&](const SiteCounts& counts) {
        return moved(counts, static_cast<int>(ranks)).communicates;
    });
}

double bytes_of(const SiteCounts& counts) {
    return static_cast<double>(std::max(counts.bytes, counts.bytes_received));
}

/// Whether the rank recorded the h of each of its calls.
bool has_each_h(const SiteCounts& counts) {
    if (counts.h_bytes.size() != counts.h_calls.size()) return false;
    double calls = 0;
    for (const double each : counts.h_calls) {
        if (!(each > 0)) return false;
        calls += each;
    }
    return calls == static_cast<double>(counts.calls);
}

/// The calls of a rank at a site, in stretches of equal h.
class Stretches {
public:
    explicit Stretches(const SiteCounts& counts) : counts_(&counts) { take_next(); }

    bool is_over() const { return index_ == counts_->h_calls.size(); }
    double bytes() const { return counts_->h_bytes[index_]; }
    StepRequests requests() const {
        const auto of = [&](const std::vector<double>& all) {
            return all.size() == counts_->h_calls.size() ? all[index_] : 0;
        };
        return {of(counts_->h_puts), of(counts_->h_rows), of(counts_->h_gets), of(counts_->h_messages),
                of(counts_->h_lists)};
    }
    double left() const { return left_; }
    void advance(double calls) {
        left_ -= calls;
        if (left_ > 0) return;
        ++index_;
        take_next();
    }

private:
    void take_next() { left_ = is_over() ? 0 : counts_->h_calls[index_]; }

    const SiteCounts* counts_;
    std::size_t index_ = 0;
    double left_ = 0;
};

StepRequests larger_of_each(const StepRequests& one, const StepRequests& other) {
    return {std::max(one.puts, other.puts), std::max(one.rows, other.rows), std::max(one.gets, other.gets),
            std::max(one.messages, other.messages), std::max(one.lists, other.lists)};
}

void add_steps(std::vector<EqualSteps>& all, const EqualSteps& more) {
    for (EqualSteps& known : all)
        if (known.words == more.words && known.requests == more.requests && known.both_ways == more.both_ways)
            return void(known.count += more.count);
    all.push_back(more);
}

void add_steps(Demand& demand, const EqualSteps& more) {
    if (!(more.count > 0)) return;
    demand.words += more.words * more.count;
    demand.supersteps += more.count;
    add_steps(demand.steps, more);
}

/// The h of a superstep is the largest one of any rank, and so are its requests. The n-th calls of all ranks
/// are the same superstep.
std::vector<EqualSteps> each_step(const Site& site) {
    std::vector<Stretches> all;
    for (const SiteCounts& counts : site.ranks)
        all.emplace_back(counts);
    std::vector<EqualSteps> steps;
    for (;;) {
        double calls = 0, bytes = 0;
        StepRequests requests;
        for (const Stretches& rank : all) {
            if (rank.is_over()) continue;
            calls = calls == 0 ? rank.left() : std::min(calls, rank.left());
            bytes = std::max(bytes, rank.bytes());
            requests = larger_of_each(requests, rank.requests());
        }
        if (calls == 0) return steps;
        add_steps(steps, {bytes / bytes_of_word, calls, requests});
        for (Stretches& rank : all)
            if (!rank.is_over()) rank.advance(calls);
    }
}

/// A mean over the supersteps, as ranks record only the sums of what they sent and received. 1 if it is
/// unknown what they received.
double both_ways(const Site& site, const std::vector<EqualSteps>& steps) {
    double words = 0, most_bytes = 0;
    long long received = 0;
    for (const EqualSteps& one : steps)
        words += one.words * one.count;
    for (const SiteCounts& counts : site.ranks) {
        most_bytes = std::max(most_bytes, static_cast<double>(counts.bytes + counts.bytes_received));
        received += counts.bytes_received;
    }
    return words > 0 && received > 0 ? std::min(1.0, most_bytes / bytes_of_word / 2 / words) : 1;
}

void add_each_step(const Site& site, Demand& demand) {
    std::vector<EqualSteps> steps = each_step(site);
    const double share = both_ways(site, steps);
    for (EqualSteps& one : steps) {
        one.both_ways = share;
        add_steps(demand, one);
    }
}

/// All together have these words.
void add_mean_steps(Demand& demand, double words, double count) {
    add_steps(demand, {count > 0 ? words / count : 0, count});
}

void add_site(const Site& site, Demand& demand) {
    long long calls = 0;
    double bytes = 0;
    bool each = true;
    for (const SiteCounts& counts : site.ranks) {
        calls = std::max(calls, counts.calls);
        bytes = std::max(bytes, bytes_of(counts));
        each = each && has_each_h(counts);
    }
    if (each)
        add_each_step(site, demand);
    else
        add_mean_steps(demand, bytes / bytes_of_word, static_cast<double>(calls));
    if (!each && calls > 1 && bytes > 0)
        add_once(
            demand.notes,
            fmt::format("the h of each call of {} in line {} is not recorded: h is that of the rank that "
                        "moved most in all of them",
                        site.construct, line_text(site)));
}

/// Sums over supersteps.
struct StepSums {
    double count = 0, words = 0;
    StepRequests requests;
};

/// Of those with requests, or of the others.
StepSums sums_of(const std::vector<EqualSteps>& steps, bool with_requests) {
    StepSums sums;
    for (const EqualSteps& one : steps) {
        if ((one.requests.all() > 0) != with_requests) continue;
        sums.count += one.count;
        sums.words += one.count * one.words;
        for (const auto number : numbers_of_requests)
            sums.requests.*number += one.count * (one.requests.*number);
    }
    return sums;
}

/// Supersteps on another number of ranks, with the mean words and requests; `along` follows two runs. Those
/// with requests have other costs, so they have a mean of their own.
template <class Along>
void add_steps_between(Demand& demand, const Demand& below, const Demand& above, Along along) {
    for (const bool with_requests : {true, false}) {
        const StepSums one = sums_of(below.steps, with_requests), other = sums_of(above.steps, with_requests);
        const double count = along(one.count, other.count);
        if (!(count > 0)) continue;
        StepRequests mean;
        for (const auto number : numbers_of_requests)
            mean.*number = along(one.requests.*number, other.requests.*number) / count;
        add_steps(demand, {along(one.words, other.words) / count, count, mean});
    }
}

/// A message between two ranks.
bool is_message(const std::string& construct) {
    const CallKind kind = call_info(construct).kind;
    return kind == CallKind::Message || kind == CallKind::BegunSend;
}

/// The messages of the rank that has most of them, or moves most in them.
void add_messages(const Records& records, Demand& demand) {
    double calls = 0, bytes = 0;
    for (const formats::RankRecord* const record : records) {
        double own_calls = 0, own_bytes = 0;
        for (const SiteCounts& counts : record->sites) {
            if (!is_message(counts.construct) || !moved(counts, 0).communicates) continue;
            own_calls += static_cast<double>(counts.calls);
            own_bytes += bytes_of(counts);
        }
        calls = std::max(calls, own_calls);
        bytes = std::max(bytes, own_bytes);
    }
    add_mean_steps(demand, bytes / bytes_of_word, calls);
}

/// Without records of the ranks, only sums over all ranks are known.
Demand mean_demand(const RunRecord& run) {
    const double ranks = std::max(1, run.ranks);
    Demand demand;
    demand.work = run.summary.program.flops / ranks;
    for (const SiteCounts& site : run.summary.sites) {
        const Moved all = moved(site, run.ranks);
        if (!all.communicates) continue;
        demand.words += std::max(all.bytes_sent, all.bytes_received) / bytes_of_word / ranks;
        demand.supersteps += static_cast<double>(site.calls) / ranks;
    }
    demand.notes.emplace_back("w and h are means over the ranks, whose records are missing: the busiest rank "
                              "takes longer");
    return demand;
}

} // namespace

std::vector<EqualSteps> Demand::all_steps() const {
    if (!steps.empty() || !(supersteps > 0)) return steps;
    return {{words / supersteps, supersteps}};
}

Demand demand_of(const RunRecord& run) {
    const Records records = records_of(run);
    if (records.empty()) return mean_demand(run);
    Demand demand;
    for (const formats::RankRecord* const record : records) {
        demand.work = std::max(demand.work, record->flops);
        if (record->array_bytes && *record->array_bytes > 0)
            demand.data_bytes = std::max(demand.data_bytes.value_or(0), *record->array_bytes);
    }
    for (const Site& site : sites_of(records))
        if (!is_message(site.construct) && communicates(site, records.size())) add_site(site, demand);
    add_messages(records, demand);
    return demand;
}

std::optional<Demand> demand_at(const std::vector<DemandOfRun>& runs, int ranks) {
    std::vector<int> numbers;
    for (const DemandOfRun& run : runs) {
        if (run.ranks == ranks) return run.demand;
        numbers.push_back(run.ranks);
    }
    const auto pair = pair_near(numbers, ranks);
    if (!pair) return std::nullopt;
    const auto of = [&](int number) -> const Demand& {
        return std::find_if(runs.begin(), runs.end(),
                            [&](const DemandOfRun& run) { return run.ranks == number; })
            ->demand;
    };
    const Demand &below = of(pair->below), &above = of(pair->above);
    const auto along = [&](double one, double other) {
        return between(ranks, {pair->below, one}, {pair->above, other});
    };
    Demand demand;
    demand.work = along(below.work, above.work);
    if (below.steps.empty() || above.steps.empty()) {
        demand.words = along(below.words, above.words);
        demand.supersteps = along(below.supersteps, above.supersteps);
    } else {
        add_steps_between(demand, below, above, along);
    }
    if (below.data_bytes && above.data_bytes) demand.data_bytes = along(*below.data_bytes, *above.data_bytes);
    demand.notes.push_back(
        fmt::format("w, h, and S of {} are {}", counted(ranks, "rank"), pair->text(ranks)));
    for (const Demand* const one : {&below, &above})
        for (const std::string& note : one->notes)
            add_once(demand.notes, note);
    return demand;
}

std::string difference(const RunRecord& one, const RunRecord& other) {
    if (one.source.name != other.source.name || one.source.hash != other.source.hash)
        return one.source.name == other.source.name
                   ? fmt::format("the program `{}`, which has changed", one.source.name)
                   : fmt::format("the program: `{}` and `{}`", one.source.name, other.source.name);
    for (const auto& [name, value] : one.parameters) {
        const auto same = std::find_if(other.parameters.begin(), other.parameters.end(),
                                       [&, &key = name](const auto& item) { return item.first == key; });
        if (same == other.parameters.end() || same->second != value)
            return fmt::format("{}: {} and {}", name, value,
                               same == other.parameters.end() ? "the default" : same->second);
    }
    return one.parameters.size() == other.parameters.size() ? "" : "their parameters";
}

} // namespace loop::report::bsp
