#include "base/statistics/order_statistics.h"
#include "base/text/clean.h"
#include "base/text/place.h"
#include "base/text/shell.h"
#include "base/text/units.h"
#include "report/bsp/prediction.h"
#include "report/bsp/section.h"
#include "report/findings/wording.h"
#include "report/read/environment_lines.h"
#include "report/sheet/distributions.h"
#include "report/sheet/measured_series.h"
#include "report/sheet/sections.h"

#include <loop/calls.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace loop::report {

namespace {

constexpr std::size_t name_width = 32, series_rows = 12, distribution_rows = 12;

/// In a terminal, the head of the first column serves as the table's title.
DataTable compact_table(std::vector<std::string> columns) {
    return {"", "", std::move(columns), {}};
}

DataTable compact_times(const RunRecord& run) {
    DataTable table = time_table(run);
    table.title = table.note = "";
    table.columns[0] = "time over ranks";
    return table;
}

/// The time of a launch is that of its slowest rank.
std::vector<std::string> launch_row(const std::string& name, const Timing& timing) {
    std::vector<double> slowest;
    for (const Spread& launch : timing.launches)
        slowest.push_back(launch.max);
    const auto interval = statistics::median_interval(slowest);
    const std::string limits =
        interval ? fmt::format("{} to {}", seconds_text(interval->first), seconds_text(interval->second))
                 : "";
    return {shortened(name, name_width), seconds_text(*std::min_element(slowest.begin(), slowest.end())),
            seconds_text(statistics::median(slowest)), limits,
            seconds_text(*std::max_element(slowest.begin(), slowest.end()))};
}

DataTable slowest_table(const RunRecord& run) {
    DataTable table = compact_table({fmt::format("slowest rank, {} launches", run.summary.launches), "min",
                                     "median", "95 % interval", "max"});
    if (run.summary.launches < 2) return table;
    const auto add = [&](const std::string& name, const Timing& timing) {
        if (!timing.launches.empty()) table.add(launch_row(name, timing));
    };
    add("whole program", run.summary.program);
    for (const PhaseTiming& phase : run.summary.phases)
        add(phase.name, phase.timing);
    if (run.summary.launches < 10)
        table.note = fmt::format("{} launches: use at least 10 to compare runs", run.summary.launches);
    return table;
}

std::vector<std::string> result_row(const RunRecord& run, const ResultValue& result) {
    std::vector<std::string> row{
        shortened(result.name, name_width), placed_line(run, result).text, "", "", "", "",
        shortened(result.unit, 16)};
    if (!result.value) {
        row[2] = text_without_value(run, result);
    } else if (result.value->min == result.value->max) {
        row[2] = number_text(result.value->max);
    } else {
        row[3] = number_text(result.value->min);
        row[4] = number_text(result.value->median);
        row[5] = number_text(result.value->max);
    }
    return row;
}

DataTable value_table(const RunRecord& run) {
    DataTable table = compact_table({"results", "line", "value", "min", "median", "max", "unit"});
    for (const ResultValue& result : run.summary.results)
        if (!result.tag.is(kinds::sample_median)) table.add(result_row(run, result));
    if (!table.rows.empty() && leaves_out_work(run)) table.note = not_computed_text;
    return table;
}

/// A line for each construct that started threads.
DataTable compact_threads(const RunRecord& run) {
    DataTable table = compact_table({"threads", "line", "per rank", "calls", "min busy", "mean", "max",
                                     "with begin and end", "imbalance"});
    table.rows = threads_table(run).rows;
    return table;
}

std::string plural(long long count, const std::string& word) {
    return fmt::format("{} {}{}", count_text(count), word, count == 1 ? "" : "s");
}

std::string verification_text(const RunRecord& run) {
    std::string text;
    const CheckCounts counts = check_counts(run);
    if (counts.checks > 0)
        text = (counts.failures == 0 ? plural(counts.checks, "check") + " held"
                                     : fmt::format("{} of {} failed", count_text(counts.failures),
                                                   plural(counts.checks, "check"))) +
               "; ";
    const Payload& payload = run.summary.payload;
    const std::string skipped =
        counts.skipped > 0 ? "; skipped: " + fmt::format("{} \\VERIFY", counts.skipped) : "";
    if (leaves_out_work(run))
        return text + "nothing, as the charged work was not executed (`--verify` does)" + skipped;
    if (!payload.verified) return text + "payloads were not verified";
    if (payload.messages == 0) return text + "no payload to verify";
    return text + fmt::format("{} verified, {}", plural(payload.messages, "payload"),
                              payload.wrong_bytes + payload.wrong_messages == 0
                                  ? "all right"
                                  : fmt::format("{} wrong with {}", plural(payload.wrong_messages, "message"),
                                                plural(payload.wrong_bytes, "wrong byte")));
}

/// Saturates, as a file may contain any numbers.
void add(long long& sum, long long count) {
    if (__builtin_add_overflow(sum, count, &sum)) sum = std::numeric_limits<long long>::max();
}

bool differs(const SiteCounts& site) {
    return site.messages != site.messages_received || site.bytes != site.bytes_received;
}

bool moves_collectively(const SiteCounts& site) {
    return site.collective_bytes_given > 0 || site.collective_bytes_got > 0;
}

constexpr char collective_note[] =
    "given, got: data that ranks give to collective operations and get from them; no "
    "part of messages and bytes";

DataTable communication_table(const RunRecord& run) {
    DataTable table = compact_table({"communication, all ranks", "line", "calls", "messages", "bytes",
                                     "per message", "received", "given", "got", "pairs"});
    SiteCounts sum;
    int rows = 0;
    const auto cells = [](const std::string& name, const std::string& line, const SiteCounts& site) {
        const double mean =
            site.messages > 0 ? static_cast<double>(site.bytes) / static_cast<double>(site.messages) : 0;
        const bool has_messages = site.messages > 0 || !is_collective(call_info(site.construct).kind);
        const auto bytes = [](long long count) { return bytes_text(static_cast<double>(count)); };
        const auto data = [&](long long count) { return moves_collectively(site) ? bytes(count) : ""; };
        return std::vector<std::string>{name,
                                        line,
                                        count_text(site.calls),
                                        has_messages ? count_text(site.messages) : "",
                                        has_messages ? bytes(site.bytes) : "",
                                        site.messages > 0 ? bytes_text(mean) : "",
                                        differs(site) ? bytes(site.bytes_received) : "",
                                        data(site.collective_bytes_given),
                                        data(site.collective_bytes_got),
                                        pairs_text(site)};
    };
    for (const SiteCounts& site : run.summary.sites) {
        const std::string name = written_name(site.construct) + (site.untimed ? ", untimed" : "");
        const Value line = placed_line(run.source.file, site.file, site.line, site.column);
        table.add(cells(shortened(name, 32), line.text, site));
        add(sum.calls, site.calls);
        add(sum.messages, site.messages);
        add(sum.bytes, site.bytes);
        add(sum.messages_received, site.messages_received);
        add(sum.bytes_received, site.bytes_received);
        add(sum.collective_bytes_given, site.collective_bytes_given);
        add(sum.collective_bytes_got, site.collective_bytes_got);
        ++rows;
    }
    if (rows > 1) table.add(cells("total", "", sum));
    if (moves_collectively(sum)) table.note = collective_note;
    return table;
}

/// The MPI calls of host code; those that took longest first.
std::vector<std::uint32_t> called_sites(const SheetInput& input) {
    const SiteTimes& times = input.analysis->site_times;
    std::vector<std::uint32_t> sites;
    for (std::uint32_t site = 0; site < times.by_site.size(); ++site) {
        const bool is_called =
            times.by_site[site].measured_ns() > 0 || input.analysis->host_calls[site].calls > 0;
        if (input.trace().sites[site].kind == SiteKind::Mpi && is_called) sites.push_back(site);
    }
    std::stable_sort(sites.begin(), sites.end(), [&](std::uint32_t a, std::uint32_t b) {
        return times.by_site[a].measured_ns() > times.by_site[b].measured_ns();
    });
    return sites;
}

std::vector<std::string> host_call_row(const SheetInput& input, std::uint32_t site) {
    const auto seconds = [](std::int64_t ns) {
        return ns == 0 ? std::string() : seconds_text(static_cast<double>(ns) * 1e-9);
    };
    const auto bytes = [](std::int64_t count, std::int64_t sum) {
        return count == 0 ? std::string() : bytes_text(static_cast<double>(sum));
    };
    const TraceSite& place = input.trace().sites[site];
    const CallCounts& counts = input.analysis->host_calls[site];
    const StateTimes& times = input.analysis->site_times.by_site[site];
    return {shortened(site_text(place), name_width),
            place_text(place).empty() ? "" : site_line(input, site).text,
            count_text(counts.calls),
            counts.messages_sent > 0 ? count_text(counts.messages_sent) : "",
            bytes(counts.messages_sent, counts.bytes_sent),
            bytes(counts.messages_received, counts.bytes_received),
            bytes(counts.collective_bytes_given, counts.collective_bytes_given),
            bytes(counts.collective_bytes_got, counts.collective_bytes_got),
            seconds(times.measured_ns()),
            seconds(times.of(State::Idle))};
}

/// Counts are those of the ranks; times are from the trace.
DataTable host_call_table(const SheetInput& input) {
    constexpr std::size_t most = 16;
    DataTable table = compact_table({"MPI calls of host code, all ranks", "line", "calls", "messages",
                                     "bytes", "received", "given", "got", "time", "waiting"});
    const std::vector<std::uint32_t> sites = called_sites(input);
    for (std::size_t i = 0; i < std::min(sites.size(), most); ++i)
        table.add(host_call_row(input, sites[i]));
    std::vector<std::string> notes;
    if (sites.size() > most)
        notes.push_back(fmt::format("and {} more (loop report shows all)", sites.size() - most));
    const auto& ranks = input.trace().ranks;
    if (std::any_of(ranks.begin(), ranks.end(), [](const RankTrace& rank) { return rank.dropped > 0; }))
        notes.emplace_back(all_calls_are_counted(input.trace())
                               ? "the trace was full: times are those of the calls in it"
                               : "the trace was full: only the calls in it are known");
    if (std::any_of(sites.begin(), sites.end(), [&](std::uint32_t site) {
            const CallCounts& counts = input.analysis->host_calls[site];
            return counts.collective_bytes_given > 0 || counts.collective_bytes_got > 0;
        }))
        notes.emplace_back(collective_note);
    table.note = fmt::format("{}", fmt::join(notes, "\n"));
    return table;
}

DataTable shown_series(const MeasuredSeries& series) {
    DataTable table = series_table(series, series_rows);
    for (auto& row : table.rows)
        for (Value& value : row)
            if (value.number) value.text = number_text(*value.number); // the head has the unit
    table.title = series.name;
    if (series.launches > 1) table.title += fmt::format(", medians of {} launches", series.launches);
    if (table.rows.size() < series.x_values.size())
        table.title += fmt::format(", {} of {} points (all: loop report --format csv)", table.rows.size(),
                                   series.x_values.size());
    return table;
}

/// A line for each distribution; for one with keys or a bus bandwidth, a table of a few keys.
std::vector<DataTable> distribution_tables(const RunRecord& run) {
    constexpr std::size_t shared_columns = 9;
    std::vector<DataTable> tables(1);
    for (const NamedDistribution& distribution : distributions(run)) {
        DataTable table = distribution_table(distribution, distribution_rows);
        constexpr std::size_t left_out = 3; // the mean, its interval, and the ranks
        table.columns.resize(table.columns.size() - left_out);
        for (auto& row : table.rows)
            row.resize(table.columns.size());
        const bool fits_others = table.columns.size() == shared_columns;
        if (distribution.by_key.size() > 1 || !fits_others) {
            tables.push_back(std::move(table));
            continue;
        }
        const std::string key = table.rows[0][0].text;
        table.rows[0][0].text = shortened(table.title + (key.empty() ? "" : ", " + key), name_width);
        if (tables[0].rows.empty()) {
            tables[0] = compact_table(table.columns);
            tables[0].columns[0] = "distributions";
        }
        tables[0].rows.push_back(std::move(table.rows[0]));
        if (!table.note.empty()) tables[0].note += table.title + ": " + table.note + " ";
    }
    return tables;
}

/// Adds the facts about calls that the verdict leaves out. The sheet has the whole list.
void add_call_facts(Section& section, const RunRecord& run) {
    constexpr std::size_t most = 4;
    std::vector<std::string> facts;
    for (const formats::RunFinding& finding : call_findings(run))
        if (finding.weight == formats::RunFinding::Weight::Fact) facts.push_back(finding.text);
    for (std::size_t i = 0; i < facts.size() && i < most; ++i)
        section.add("calls", facts[i]);
    if (facts.size() > most) section.add("calls", fmt::format("and {} more", facts.size() - most));
}

Section facts_section(const SheetInput& input) {
    const RunRecord& run = input.run();
    Section section;
    if (run.summary.launches > 0) section.add("verified", verification_text(run));
    section.add("machine", hardware_line(run));
    if (run.map) section.add("ranks", map_text(*run.map));
    section.add("built with", software_line(run));
    if (!run.commands.repeat.empty())
        section.facts.push_back({"again", {shell_words(run.commands.repeat), {}, {}}, true});
    if (input.analysis != nullptr)
        for (const std::string& sentence : trace_reservations(input))
            section.add("trace", sentence);
    add_call_facts(section, run);
    return section;
}

} // namespace

std::string written_name(const std::string& construct) {
    const bool upper = !construct.empty() && std::isupper(static_cast<unsigned char>(construct[0])) != 0;
    return upper ? "\\" + construct : construct;
}

std::vector<Section> compact_sections(const SheetInput& input) {
    const RunRecord& run = input.run();
    std::vector<Section> sections(2);
    sections[0].tables = {compact_times(run), slowest_table(run)};
    if (input.analysis != nullptr) sections[1].tables.push_back(compact_states(input));
    sections[1].tables.push_back(compact_threads(run));
    sections[1].tables.push_back(communication_table(run));
    if (input.analysis != nullptr) sections[1].tables.push_back(host_call_table(input));
    sections[1].tables.push_back(value_table(run));
    for (const MeasuredSeries& series : measured_series(run))
        if (!bsp::sums_up(series.tag)) sections[1].tables.push_back(shown_series(series));
    for (DataTable& table : distribution_tables(run))
        sections[1].tables.push_back(std::move(table));
    sections.emplace_back();
    sections.back().paragraphs = bsp::lines(run);
    if (input.prediction)
        for (const std::string& line : bsp::comparison_lines(*input.prediction))
            sections.back().paragraphs.push_back(line);
    sections.push_back(facts_section(input));
    return sections;
}

} // namespace loop::report
