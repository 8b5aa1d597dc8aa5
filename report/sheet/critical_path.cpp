#include "report/document/values.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

DataTable site_table(const SheetInput& input, double total) {
    DataTable table{"path-by-construct",
                    "Where the critical path spends its time",
                    {"what", "line", "time", "share", "busy", "in transit"},
                    {},
                    "In transit: a rank waited there for a message, or for a collective operation that all "
                    "ranks had called. Shares are of the path's length."};
    const CriticalPath& path = input.analysis->path;
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (std::uint32_t site = 0; site < path.sites.by_site.size(); ++site)
        if (const std::int64_t ns = path.at_site_ns(site); ns > 0) order.emplace_back(-ns, site);
    std::sort(order.begin(), order.end());
    const auto share = [&](std::int64_t ns) {
        return percent_value(total > 0 ? static_cast<double>(ns) * 100 / total : 0);
    };
    const auto add = [&](Value what, Value line, std::uint32_t site) {
        const std::int64_t ns = path.at_site_ns(site);
        table.rows.push_back({std::move(what), std::move(line), nanoseconds_value(ns), share(ns),
                              share(path.sites.of(site).of(State::Busy)),
                              share(ns - path.sites.of(site).measured_ns())});
    };
    for (const auto& [ns, site] : order)
        add(text_value(site_text(input.trace().sites[site])), site_line(input, site), site);
    add(text_value("host code"), nothing(), no_site);
    if (const std::int64_t ns = path.on_ranks.of(State::Excluded); ns > 0)
        table.rows.push_back({text_value("not measured on the rank that others waited for"), nothing(),
                              nanoseconds_value(ns), share(ns), nothing(), nothing()});
    round_shares(table, 3);
    return table;
}

DataTable rank_table(const CriticalPath& path, double total) {
    DataTable table{"path-by-rank", "Critical path by rank", {"rank", "time", "share"}, {}, {}};
    const auto add = [&](Value where, std::int64_t ns) {
        table.rows.push_back({std::move(where), nanoseconds_value(ns),
                              percent_value(total > 0 ? static_cast<double>(ns) * 100 / total : 0)});
    };
    for (std::size_t rank = 0; rank < path.by_rank_ns.size(); ++rank)
        add(count_value(rank), path.by_rank_ns[rank]);
    add(text_value("in transit, or in a collective operation"), path.in_transit_ns);
    round_shares(table, 2);
    return table;
}

long long changes_of_rank(const CriticalPath& path) {
    long long changes = !path.steps.empty() && path.steps.back().rank != path.last_rank ? 1 : 0;
    for (std::size_t i = 1; i < path.steps.size(); ++i)
        if (path.steps[i].rank != path.steps[i - 1].rank) ++changes;
    return changes;
}

} // namespace

Section critical_path_section(const SheetInput& input) {
    Section section{"critical-path", "Critical path"};
    const CriticalPath& path = input.analysis->path;
    if (path.steps.empty()) {
        section.paragraphs.push_back(input.analysis->clocks.agree()
                                         ? "There is no critical path: nothing was recorded."
                                         : "The critical path is unknown: the clocks of the ranks disagree.");
        return section;
    }
    const auto total = static_cast<double>(path.length_ns);
    section.paragraphs.push_back(
        "The longest serial chain. It starts at the measured end of the last rank (the one with the longest "
        "measured time) and goes back in time. Wherever a rank waited, it continues on the sender, or on the "
        "last rank to enter the collective operation. It is as long as the run: only what is on it makes the "
        "run longer.");
    section.facts = {{"Length", nanoseconds_value(total)},
                     {"Last rank", rank_value(path.last_rank)},
                     {"Changes from rank to rank", count_value(changes_of_rank(path))},
                     {"In transit", nanoseconds_value(path.in_transit_ns)}};
    for (const State state :
         {State::Busy, State::Overhead, State::Idle, State::InMpi, State::Unknown, State::Excluded})
        if (state <= State::Idle || path.on_ranks.of(state) > 0)
            section.facts.push_back(
                {std::string("On ranks, ") + state_label(state), nanoseconds_value(path.on_ranks.of(state))});
    section.tables = {time_split_table(input), site_table(input, total), rank_table(path, total)};
    return section;
}

} // namespace loop::report
