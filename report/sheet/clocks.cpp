#include "trace/read/clocks.h"

#include "base/text/units.h"
#include "report/document/values.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>

/// The clocks of several hosts: offsets, how well these are known, and messages that contradict them.
namespace loop::report {

namespace {

struct Violations {
    std::uint64_t all = 0, between_hosts = 0;
};

Violations violations(const SheetInput& input) {
    Violations result;
    if (input.analysis->messages.violated == 0) return result;
    const auto host = [&](std::int32_t rank) -> const std::string& {
        return input.trace().ranks[static_cast<std::size_t>(rank)].host;
    };
    for (const Message& message : input.analysis->messages.matched) {
        if (!message.violated()) continue;
        ++result.all;
        if (host(message.sender) != host(message.receiver)) ++result.between_hosts;
    }
    return result;
}

/// The correction of the host's clock: "+12.3 us".
Value offset_value(std::int64_t offset_ns) {
    Value value = nanoseconds_value(offset_ns);
    if (offset_ns > 0) value.text = "+" + value.text;
    return value;
}

/// By how many microseconds per second the clock was slow; an empty cell if it was compared only once.
Value drift_value(const ClockSample& first, const ClockSample& last) {
    const auto elapsed = static_cast<double>(last.time_ns - first.time_ns);
    if (elapsed <= 0) return nothing();
    return number_value(static_cast<double>(last.offset_ns - first.offset_ns) / elapsed * 1e6, "us/s");
}

std::string in_seconds(std::int64_t nanoseconds) {
    return seconds_text(static_cast<double>(nanoseconds) * 1e-9);
}

/// The largest error of a comparison; -1 if the host's clock was not compared.
std::int64_t bound_ns(const std::vector<ClockSample>& samples) {
    std::int64_t bound = -1;
    for (const ClockSample& sample : samples)
        bound = std::max(bound, sample.bound_ns);
    return bound;
}

} // namespace

std::string clocks_text(const SheetInput& input) {
    if (input.analysis == nullptr) return "";
    std::int64_t compared = -1, between = -1;
    for (const RankTrace& rank : input.trace().ranks) {
        compared = std::max(compared, bound_ns(rank.clock));
        between = std::max(between, bound_ns(rank.clock) + uneven_drift_ns(rank.clock));
    }
    const Violations violated = violations(input);
    std::string text = compared < 0
                           ? "one clock for all ranks"
                           : fmt::format("offsets known within {} when compared, within {} in between",
                                         in_seconds(compared), in_seconds(between));
    text += fmt::format("; {} messages received before they were sent", violated.all);
    if (violated.all > 0)
        text += fmt::format(" ({} of them between hosts), at most {} too early", violated.between_hosts,
                            in_seconds(input.analysis->messages.worst_violation_ns));
    return text;
}

DataTable clock_table(const SheetInput& input) {
    DataTable table{
        "clocks",
        "Clocks of the hosts",
        {"host", "first rank", "compared", "corrected at begin", "at end", "drift, us/s", "known within",
         "between comparisons"},
        {},
        "How much each host's clock was corrected to match the clock of rank 0's host: linear between the "
        "comparisons, which are not part of the measured time. Between comparisons, the error also contains "
        "what an even drift does not explain."};
    if (input.analysis == nullptr) return table;
    std::vector<std::string> hosts_seen;
    for (const RankTrace& rank : input.trace().ranks) {
        if (rank.clock.empty() ||
            std::find(hosts_seen.begin(), hosts_seen.end(), rank.host) != hosts_seen.end())
            continue;
        hosts_seen.push_back(rank.host);
        const std::int64_t bound = bound_ns(rank.clock);
        const ClockSample &first = rank.clock.front(), &last = rank.clock.back();
        table.rows.push_back({text_value(rank.host), count_value(rank.rank), count_value(rank.clock.size()),
                              offset_value(first.offset_ns), offset_value(last.offset_ns),
                              drift_value(first, last), nanoseconds_value(bound),
                              nanoseconds_value(bound + uneven_drift_ns(rank.clock))});
    }
    return table;
}

} // namespace loop::report
