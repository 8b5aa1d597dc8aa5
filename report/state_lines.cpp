#include "report/state_lines.h"

#include "report/table.h"
#include "report/units.h"
#include "text/clean.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

constexpr std::size_t most_rows = 16, bar_columns = 24;

std::string percent(double value) {
    return fmt::format("{:.2f} %", value);
}

/// Letters, not blocks: any terminal shows them, and they say without colour which part is which.
std::string bar(const StateShares& shares) {
    const auto busy = static_cast<std::size_t>(shares.busy / 100 * bar_columns + 0.5);
    const auto both =
        std::max(busy, static_cast<std::size_t>((shares.busy + shares.overhead) / 100 * bar_columns + 0.5));
    return std::string(busy, '#') + std::string(std::min(both, bar_columns) - busy, '+') +
           std::string(bar_columns - std::min(both, bar_columns), '.');
}

/// Shares of a piece of the run are marked as such, with the part that is known.
std::string part_known(const StateTimes& times) {
    const auto measured = static_cast<double>(times.measured_ns()),
               lost = static_cast<double>(times.of(State::Unknown));
    const double known = 100 * measured / (measured + lost);
    return known < 99.5 ? fmt::format(" only {:.0f} % is known", known) : "";
}

std::vector<std::string> row(const std::string& name, const StateTimes& times) {
    if (times.measured_ns() == 0) return {name, "unknown", "unknown", "unknown", "nothing is known"};
    const StateShares shares = state_shares(times);
    return {name, percent(shares.busy), percent(shares.overhead), percent(shares.idle),
            bar(shares) + part_known(times)};
}

/// The table flushes right; bars begin where the others do.
void pad_last(std::vector<std::vector<std::string>>& rows) {
    std::size_t width = 0;
    for (const auto& row : rows)
        width = std::max(width, row.back().size());
    for (auto& row : rows)
        row.back().resize(width, ' ');
}

/// All of few; of many those that are busy most and least.
std::vector<std::size_t> shown_ranks(const std::vector<StateTimes>& times) {
    std::vector<std::size_t> ranks(times.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    if (ranks.size() <= most_rows) return ranks;
    std::stable_sort(ranks.begin(), ranks.end(), [&](std::size_t a, std::size_t b) {
        return times[a].percent(State::Busy) > times[b].percent(State::Busy);
    });
    ranks.erase(ranks.begin() + 4, ranks.end() - 4);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

std::string average(const char* what, const Distribution& times) {
    return times.count == 0 ? fmt::format("no {}s", what)
                            : fmt::format("average {} {}", what, seconds_text(times.average() * 1e-9));
}

/// Of kernels, whose time is not taken apart and whose messages are not in the trace.
std::string untold_text(const Trace& trace) {
    std::string names;
    for (const TraceSite& site : trace.sites)
        if (const std::string name = "\\" + site.construct;
            inside(site) == Inside::Untold && names.find(name) == std::string::npos)
            names += (names.empty() ? "" : ", ") + name;
    return names.empty() ? "" : fmt::format("inside {} neither states nor messages are recorded\n", names);
}

} // namespace

std::string state_lines(const SheetInput& input, const Style& style, std::size_t first_width) {
    const Analysis& analysis = *input.analysis;
    const auto& times = analysis.times_by_rank;
    const auto shown = shown_ranks(times);
    std::vector<std::vector<std::string>> rows{
        {shown.size() < times.size() ? "busiest and idlest processors" : "processors", "busy", "overhead",
         "idle", "# busy + overhead . idle"},
        row("together", analysis.times)};
    for (const std::size_t rank : shown)
        rows.push_back(row(fmt::format("rank {}", rank), times[rank]));
    pad_last(rows);
    Table table(rows[0]);
    for (std::size_t i = 1; i < rows.size(); ++i)
        table.add(rows[i]);
    return table.text(style, first_width) +
           fmt::format("{}, {}, at most {} under way at once\n",
                       average("send", analysis.traffic.all.sent.ns),
                       average("receive", analysis.traffic.all.received.ns),
                       count_text(analysis.flight.high_water.messages)) +
           clean_text(untold_text(input.trace()), true);
}

} // namespace loop::report
