#include "report/clue/factors.h"

#include "base/text/strings.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

constexpr std::size_t max_shown_ranks = 64;

bool has_factors(const ClueReport& report) {
    return report.traced && report.traced->ranks > 1;
}

struct Factor {
    const char* key;   ///< for programs
    const char* name;  ///< for people
    const char* means; ///< what it is the quotient of
    std::optional<double> value;
};

/// Their product is the last one, if all are known.
std::vector<Factor> factors_of(const ClueTraced& traced) {
    const EfficiencyFactors& factors = traced.launch.factors;
    return {
        {"load_balance", "load balance", "mean computing time of the ranks / longest one",
         factors.load_balance},
        {"serialization", "serialization", "longest computing time / time on a network without delay",
         factors.serialization},
        {"transfer", "transfer", "time on a network without delay / time of the launch", factors.transfer},
        {"computation_scaling", "computation scaling",
         "time of one rank alone / mean computing time of the ranks", traced.computation_scaling()},
        {"efficiency", "efficiency", "the product: time of one rank alone / time of the launch",
         traced.efficiency}};
}

Value percent_or_nothing(const std::optional<double>& fraction) {
    return fraction ? percent_value(100 * *fraction) : nothing();
}

DataTable factors_table(const ClueTraced& traced) {
    DataTable table{"factors", "", {"factor", "%", "what it is"}, {}};
    for (const Factor& factor : factors_of(traced))
        table.rows.push_back(
            {text_value(factor.name), percent_or_nothing(factor.value), text_value(factor.means)});
    table.max_width = 60;
    table.note = fmt::format(
        "Of one traced launch of the base on {}{}, whose trials count apart. The time on a network without "
        "delay is an estimate from the critical path: transfer may be better, and serialization worse.",
        counted(traced.ranks, "rank"), traced.launch.disturbed ? ", which other programs disturbed" : "");
    return table;
}

/// Those that compute longest come first.
std::vector<std::size_t> shown_ranks(const EfficiencyFactors& factors) {
    std::vector<std::size_t> ranks(factors.by_rank.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    std::stable_sort(ranks.begin(), ranks.end(), [&](std::size_t a, std::size_t b) {
        return factors.by_rank[a].of(State::Busy) > factors.by_rank[b].of(State::Busy);
    });
    ranks.resize(std::min(ranks.size(), max_shown_ranks));
    return ranks;
}

Value share(const StateTimes& times, State state) {
    const std::int64_t known = times.known_ns();
    return known > 0 ? percent_value(100 * static_cast<double>(times.of(state)) / static_cast<double>(known))
                     : nothing();
}

DataTable ranks_table(const ClueTraced& traced) {
    DataTable table{
        "ranks-traced", "", {"rank", "node", "computing", "computing %", "communicating %", "waiting %"}, {}};
    const EfficiencyFactors& factors = traced.launch.factors;
    for (const std::size_t rank : shown_ranks(factors)) {
        const StateTimes& times = factors.by_rank[rank];
        const std::string host = rank < traced.launch.hosts.size() ? traced.launch.hosts[rank] : "";
        table.rows.push_back({rank_value(static_cast<int>(rank)), text_value(host),
                              nanoseconds_value(times.of(State::Busy)), share(times, State::Busy),
                              share(times, State::Overhead), share(times, State::Idle)});
    }
    if (factors.by_rank.size() > max_shown_ranks)
        table.note = fmt::format("The {} of {} that compute longest.", max_shown_ranks,
                                 counted(factors.by_rank.size(), "rank"));
    return table;
}

} // namespace

Section factors_section(const ClueReport& report) {
    Section section{"factors", "Where the efficiency goes"};
    if (has_factors(report)) section.tables = {factors_table(*report.traced)};
    return section;
}

Section traced_ranks_section(const ClueReport& report) {
    Section section{"traced-ranks", "What each rank did in the traced launch"};
    section.is_detail = true;
    if (has_factors(report)) section.tables = {ranks_table(*report.traced)};
    return section;
}

Json factors_json(const ClueReport& report) {
    if (!has_factors(report)) return nullptr;
    const ClueTraced& traced = *report.traced;
    Json json{{"ranks", traced.ranks}, {"disturbed", traced.launch.disturbed}, {"by_rank", Json::array()}};
    for (const Factor& factor : factors_of(traced))
        json[factor.key] = formats::json_number(factor.value);
    for (std::size_t rank = 0; rank < traced.launch.factors.by_rank.size(); ++rank) {
        const StateTimes& times = traced.launch.factors.by_rank[rank];
        json["by_rank"].push_back(
            {{"rank", rank},
             {"host", rank < traced.launch.hosts.size() ? traced.launch.hosts[rank] : ""},
             {"computing_ns", times.of(State::Busy)},
             {"communicating_ns", times.of(State::Overhead)},
             {"waiting_ns", times.of(State::Idle)}});
    }
    return json;
}

} // namespace loop::report
