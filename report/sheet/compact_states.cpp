#include "base/text/units.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

constexpr std::size_t max_ranks = 16, bar_columns = 24;

/// Uses ASCII characters, which every terminal shows and which differ without color.
std::string bar(const std::array<double, share_count>& shares) {
    std::string text;
    double until = 0;
    for (const auto& [letter, share] : {std::pair('#', shares[0]), std::pair('+', shares[1]),
                                        std::pair('m', shares[3]), std::pair('?', shares[4])}) {
        until += share;
        const auto column = std::min(bar_columns, static_cast<std::size_t>(until / 100 * bar_columns + 0.5));
        text.append(std::max(column, text.size()) - text.size(), letter);
    }
    return text + std::string(bar_columns - text.size(), '.');
}

std::vector<std::string> row(const std::string& name, const StateTimes& times, bool is_present) {
    const bool is_empty = is_present && times.measured_ns() == 0;
    const std::string part = is_empty ? "nothing was measured" : known_part_text(times);
    std::vector<std::string> cells{name};
    const auto values = state_values(times, is_present);
    for (std::size_t i = 0; i < 4; ++i) // the last one is in the text after the bar
        cells.push_back(values[i].text);
    const std::string shares = times.is_known() ? bar(state_shares(times)) + (part.empty() ? "" : " ") : "";
    cells.push_back(shares + part);
    return cells;
}

/// Returns all ranks if there are few; otherwise the busiest and the idlest.
std::vector<std::size_t> shown_ranks(const std::vector<StateTimes>& times) {
    std::vector<std::size_t> ranks(times.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    if (ranks.size() <= max_ranks) return ranks;
    std::stable_sort(ranks.begin(), ranks.end(), [&](std::size_t a, std::size_t b) {
        return times[a].percent(State::Busy) > times[b].percent(State::Busy);
    });
    ranks.erase(ranks.begin() + 4, ranks.end() - 4);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

std::string legend(const StateTimes& times) {
    return std::string("# busy + overhead ") + (times.of(State::InMpi) > 0 ? "m in MPI " : "") +
           (times.of(State::Unknown) > 0 ? "? unknown " : "") + ". idle";
}

std::string average(const char* what, const Distribution& times, bool all_recorded) {
    if (times.count == 0) return fmt::format(all_recorded ? "no {}s" : "{}s not recorded", what);
    return fmt::format("average {}{} {}", what, all_recorded ? "" : " of those recorded",
                       seconds_text(times.average() * 1e-9));
}

/// Is empty if there were no messages.
std::string messages_text(const SheetInput& input) {
    const Analysis& analysis = *input.analysis;
    const Distribution &sends = analysis.traffic.all.sent.ns, &receives = analysis.traffic.all.received.ns;
    const bool all_recorded = messages_are_recorded(input);
    const auto most = analysis.flight.high_water.messages;
    const bool clocks_agree = analysis.clocks.agree();
    if (all_recorded && sends.count == 0 && receives.count == 0 && most == 0) return "";
    return fmt::format("\n{}, {}, {}", average("send", sends, all_recorded),
                       average("receive", receives, all_recorded),
                       !clocks_agree              ? "messages in flight unknown, as the clocks disagree"
                       : all_recorded || most > 0 ? fmt::format("at most {} in flight", count_text(most))
                                                  : "messages in flight not recorded");
}

/// Says how much of the kernels is recorded, and names the MPI calls of which only begin and end are
/// recorded.
std::string not_recorded_text(const SheetInput& input) {
    const std::string calls = calls_not_looked_into(input);
    std::string text;
    for (const std::string& sentence : coverage_sentences(input))
        text += "\n" + sentence;
    if (!calls.empty()) text += fmt::format("\nnothing is recorded inside {}", calls);
    return text;
}

std::string longest_wait_text(const SheetInput& input) {
    const LongestWait& wait = input.analysis->late_partners.longest;
    if (wait.rank == no_partner) return "";
    const auto place = [&](std::uint32_t site) {
        const auto& sites = input.trace().sites;
        return site < sites.size() ? site_text(sites[site], true) : "host code";
    };
    return fmt::format("\nlongest wait: rank {} for rank {}, {} in {}; rank {} was in {}", wait.rank,
                       wait.late_rank, seconds_text(static_cast<double>(wait.late_ns) * 1e-9),
                       place(wait.site), wait.late_rank, place(wait.late_rank_site));
}

} // namespace

DataTable compact_states(const SheetInput& input) {
    const Analysis& analysis = *input.analysis;
    const auto& times = analysis.times_by_rank;
    const auto shown = shown_ranks(times);
    const std::string launch = launch_text(input);
    DataTable table{"",
                    "",
                    {(shown.size() < times.size() ? "busiest and idlest ranks" : "ranks") +
                         (launch.empty() ? "" : ", " + launch),
                     "busy", "overhead", "idle", state_label(State::InMpi), legend(analysis.times)},
                    {}};
    table.add(row("total", analysis.times, true));
    for (const std::size_t rank : shown)
        table.add(row(fmt::format("rank {}", rank), times[rank], input.trace().ranks[rank].present));
    table.max_width = 80;  // a bar and the text after it
    std::size_t width = 0; // columns are right-aligned; padding makes all bars begin in the same column
    for (const auto& values : table.rows)
        width = std::max(width, values.back().text.size());
    for (auto& values : table.rows)
        values.back().text.resize(width, ' ');
    table.columns.back().resize(std::max(width, table.columns.back().size()), ' ');
    table.note = fmt::format("{}; {}; {}", state_meaning(State::Busy), state_meaning(State::Overhead),
                             state_meaning(State::Idle)) +
                 messages_text(input) + longest_wait_text(input) + not_recorded_text(input);
    return table;
}

} // namespace loop::report
