#include "base/text/place.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/time_split.h"
#include "report/findings/wording.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

/// Tables of what the run's time consists of.
namespace loop::report {

Value site_line(const SheetInput& input, std::size_t site) {
    const TraceSite& place = input.trace().sites[site];
    if (place.line <= 0 && place.elsewhere) return text_value(place.file); // "libsolver.so+0x11c9"
    return placed_line(input.run().source.file, place.file, place.line, place.column);
}

DataTable time_split_table(const SheetInput& input) {
    DataTable table{"time-split",
                    "What the run's time consists of",
                    {"part", "time", "share", "what it is"},
                    {},
                    "The parts add up to the length of the critical path. Computing is everything outside "
                    "communication."};
    table.max_width = 100;
    const auto split = time_split_beside_late_ranks(input.trace(), *input.analysis);
    if (!split) return table;
    const auto add = [&](const char* part, double ns, const std::string& meaning) {
        table.rows.push_back({text_value(part), nanoseconds_value(ns), percent_value(split->percent(ns)),
                              text_value(meaning)});
    };
    constexpr double same_ns = 0.5;
    const char* const rank = split->is_of_others ? "one of the other ranks" : "an average rank";
    add("computing", split->computing_ns,
        std::abs(split->average_rank_ns - split->computing_ns) < same_ns
            ? fmt::format("how long {} computes", rank)
            : fmt::format("on the critical path, without making other ranks wait; {} computes for {}", rank,
                          seconds_text(split->average_rank_ns * 1e-9)));
    add("load imbalance", split->imbalance_ns, "how much longer the rank computes for which the others wait");
    add("serialization", split->in_turn_ns,
        "ranks on the critical path compute one after another, and others wait: how much more they compute");
    add("communication", split->communication_ns,
        split->is_unrecorded()
            ? fmt::format("the rest: mostly MPI calls that are not recorded in detail ({})", calls_in_mpi)
            : "the rest: messages, synchronization, and waiting for them");
    round_shares(table, 2);
    return table;
}

namespace {

/// How often all ranks called the site. A construct counts its calls itself: a trace may show it twice for
/// each call, for example in `\START` and `\FINISH`.
Value calls_at(const SheetInput& input, std::uint32_t site) {
    const TraceSite& place = input.trace().sites[site];
    if (place.kind == SiteKind::Mpi && all_calls_are_counted(input.trace()))
        return count_value(input.analysis->host_calls[site].calls);
    long long calls = 0;
    for (const SiteCounts& counts : input.run().summary.sites)
        if (place.kind == SiteKind::Construct && !counts.untimed && is_same_place(counts, place))
            calls += counts.calls;
    return count_value(calls > 0 ? calls : static_cast<long long>(input.analysis->site_times.calls[site]));
}

} // namespace

DataTable time_by_construct(const SheetInput& input) {
    DataTable table{
        "time-by-construct",
        "Time by construct",
        {"what", "line", "calls, all ranks", "time, all ranks", "share", "busy", "overhead", "idle",
         "in MPI, not recorded", "unknown"},
        {},
        "The time in a construct, call, or phase, without that of others inside it. Shares are "
        "of the measured time of all ranks, and add up to 100 %. Host code is your C++ outside constructs."};
    const SiteTimes& times = input.analysis->site_times;
    const std::int64_t whole = input.analysis->times.measured_ns();
    if (whole <= 0) return table;
    const auto share = [&](std::int64_t ns) {
        return percent_value(100 * static_cast<double>(ns) / static_cast<double>(whole));
    };
    const auto add = [&](Value what, Value line, Value calls, const StateTimes& own) {
        std::vector<Value> row{std::move(what), std::move(line), std::move(calls),
                               nanoseconds_value(own.measured_ns()), share(own.measured_ns())};
        for (const State state : shared_states)
            row.push_back(input.analysis->times.of(state) > 0 || state <= State::Idle ? share(own.of(state))
                                                                                      : nothing());
        table.rows.push_back(std::move(row));
    };
    std::vector<std::uint32_t> order;
    for (std::uint32_t site = 0; site < times.by_site.size(); ++site)
        if (times.by_site[site].measured_ns() > 0) order.push_back(site);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return times.by_site[a].measured_ns() > times.by_site[b].measured_ns();
    });
    for (const std::uint32_t site : order) {
        const TraceSite& place = input.trace().sites[site];
        add(text_value(site_text(place)), site_line(input, site), calls_at(input, site), times.by_site[site]);
    }
    add(text_value("host code"), nothing(), nothing(), times.host_code);
    round_shares(table, 4);
    return table;
}

LineValues time_by_line(const SheetInput& input) {
    LineValues lines;
    if (input.analysis == nullptr || input.analysis->times.measured_ns() <= 0) return lines;
    std::map<int, StateTimes> times;
    for (std::uint32_t site = 0; site < input.trace().sites.size(); ++site)
        if (const StateTimes& own = input.analysis->site_times.by_site[site]; own.measured_ns() > 0)
            times[source_line(input.directory, site)] += own;
    times.erase(0); // in no line of the source
    const auto whole = static_cast<double>(input.analysis->times.measured_ns());
    const auto share = [&](std::int64_t ns) { return percent_value(100 * static_cast<double>(ns) / whole); };
    lines.columns = {"time", "share", "waiting"};
    for (const auto& [line, own] : times)
        lines.rows[line] = {nanoseconds_value(own.measured_ns()), share(own.measured_ns()),
                            own.of(State::Idle) > 0 ? share(own.of(State::Idle)) : nothing()};
    return lines;
}

} // namespace loop::report
