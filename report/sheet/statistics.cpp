#include "base/text/place.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/read/communication.h"
#include "report/sheet/sections.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report {

std::array<Value, 3> spread_values(const Distribution& nanoseconds) {
    if (nanoseconds.count == 0) return {};
    return {nanoseconds_value(nanoseconds.average()), nanoseconds_value(nanoseconds.min),
            nanoseconds_value(nanoseconds.max)};
}

namespace {

std::vector<Value>& operator+=(std::vector<Value>& row, const std::array<Value, 3>& values) {
    row.insert(row.end(), values.begin(), values.end());
    return row;
}

const std::vector<std::string> side_columns{
    "messages sent",     "bytes sent",     "send, average",    "send, min",    "send, max",
    "messages received", "bytes received", "receive, average", "receive, min", "receive, max"};

/// `all`: whether the trace contains all messages of the row; if not, their number is unknown.
void add_side(std::vector<Value>& row, const SideTraffic& side, bool all) {
    row.push_back(all ? count_value(side.bytes.count) : unknown());
    row.push_back(all ? bytes_value(side.bytes.sum) : unknown());
    row += spread_values(side.ns);
}

std::vector<Value> traffic_row(std::vector<Value> first, const Traffic& traffic, bool all) {
    add_side(first, traffic.sent, all);
    add_side(first, traffic.received, all);
    return first;
}

bool kernels_are_complete(const SheetInput& input) {
    const auto kernels = kernel_coverage(input);
    return std::all_of(kernels.begin(), kernels.end(),
                       [](const KernelCoverage& kernel) { return kernel.is_complete(); });
}

/// The row of a kernel: its messages are those that the ranks counted.
std::vector<Value> kernel_row(const SheetInput& input, const KernelCoverage& kernel) {
    std::vector<Value> row{text_value(site_text(input.trace().sites[kernel.site])),
                           site_line(input, kernel.site)};
    const auto add = [&](long long SiteCounts::*messages, long long SiteCounts::*bytes) {
        row.push_back(kernel.counted ? count_value((*kernel.counted).*messages) : unknown());
        row.push_back(kernel.counted ? bytes_value((*kernel.counted).*bytes) : unknown());
        row.insert(row.end(), 3, nothing());
    };
    add(&SiteCounts::messages, &SiteCounts::bytes);
    add(&SiteCounts::messages_received, &SiteCounts::bytes_received);
    return row;
}

std::vector<std::string> with_sides(std::vector<std::string> first, std::vector<std::string> last = {}) {
    first.insert(first.end(), side_columns.begin(), side_columns.end());
    first.insert(first.end(), last.begin(), last.end());
    return first;
}

/// The row of a rank without a trace: all values are unknown.
std::vector<Value> unknown_row(std::size_t rank, std::size_t columns) {
    std::vector<Value> row(columns, unknown());
    row[0] = count_value(rank);
    return row;
}

DataTable rank_table(const SheetInput& input) {
    const Analysis& analysis = *input.analysis;
    DataTable table{
        "messages-by-rank",
        "Messages by rank",
        with_sides({"rank"}, {"queue, max messages", "queue, max bytes"}),
        {},
        "A send lasts from its call to the rank's next event; a receive lasts from the event before it, "
        "including waiting, to its arrival. Queues hold messages sent to a rank and not yet received."};
    const bool all_of_kernels = kernels_are_complete(input);
    for (std::size_t rank = 0; rank < analysis.traffic.by_rank.size(); ++rank) {
        if (!input.trace().ranks[rank].present) {
            table.rows.push_back(unknown_row(rank, table.columns.size()));
            continue;
        }
        const bool all = input.trace().ranks[rank].complete && all_of_kernels;
        auto row = traffic_row({count_value(rank)}, analysis.traffic.by_rank[rank], all);
        const QueueLength queue =
            rank < analysis.queues.size() ? analysis.queues[rank].high_water : QueueLength{};
        const bool is_known = all && analysis.clocks.agree();
        row.push_back(is_known ? count_value(queue.messages) : unknown());
        row.push_back(is_known ? bytes_value(queue.bytes) : unknown());
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// As the ranks counted it; "" if no construct at this line has any pairs or groups.
std::string pairs_of(const SheetInput& input, const TraceSite& site) {
    std::string text;
    for (const SiteCounts& counts : input.run().summary.sites)
        if (text.empty() && is_same_place(counts, site)) text = pairs_text(counts);
    return text;
}

/// Adds a column to the rows that name a site.
void add_pairs(DataTable& table, const std::map<std::size_t, std::string>& pairs_of_row) {
    if (pairs_of_row.empty()) return;
    table.columns.emplace_back("pairs");
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto found = pairs_of_row.find(row);
        table.rows[row].push_back(found == pairs_of_row.end() ? nothing() : text_value(found->second));
    }
}

/// The messages of a site. Those of MPI calls of host code are what the ranks counted beside the trace.
std::vector<Value> site_row(const SheetInput& input, std::size_t site, const std::string& name, bool whole) {
    const Traffic& traffic = input.analysis->traffic.by_site[site];
    std::vector<Value> row = traffic_row({text_value(name), site_line(input, site)}, traffic, whole);
    if (input.trace().sites[site].kind != SiteKind::Mpi || !all_calls_are_counted(input.trace())) return row;
    const CallCounts& counts = input.analysis->host_calls[site];
    row[2] = count_value(counts.messages_sent);
    row[3] = bytes_value(counts.bytes_sent);
    row[7] = count_value(counts.messages_received);
    row[8] = bytes_value(counts.bytes_received);
    return row;
}

/// Whether any message of the site was measured, and is counted or in the trace.
bool has_messages(const Analysis& analysis, std::size_t site) {
    const Traffic& traffic = analysis.traffic.by_site[site];
    const CallCounts& counts = analysis.host_calls[site];
    return traffic.sent.bytes.count + traffic.received.bytes.count > 0 ||
           counts.messages_sent + counts.messages_received > 0;
}

DataTable site_table(const SheetInput& input) {
    DataTable table{
        "messages-by-construct", "Messages by construct", with_sides({"construct", "line"}), {}, {}};
    const auto& sites = input.analysis->traffic.by_site;
    const auto& ranks = input.trace().ranks;
    const bool whole =
        std::all_of(ranks.begin(), ranks.end(), [](const RankTrace& rank) { return rank.complete; });
    for (const KernelCoverage& kernel : kernel_coverage(input))
        table.rows.push_back(kernel_row(input, kernel));
    std::map<std::size_t, std::string> pairs;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const TraceSite& site = input.trace().sites[i];
        if (inside(site) == Inside::NotRecorded) continue;
        if (!has_messages(*input.analysis, i)) continue;
        const std::string name = site_text(site) + (is_part(site) ? ", recorded blocks" : "");
        if (const std::string text = pairs_of(input, site); !text.empty()) pairs[table.rows.size()] = text;
        table.rows.push_back(site_row(input, i, name, whole));
        if (is_part(site))
            table.note = "Recorded blocks repeat messages of their kernel, which has a row of its own. In "
                         "supersteps, they have more bytes than the program's data: LOOP adds headers.";
    }
    table.rows.push_back(traffic_row({text_value("total"), nothing()}, input.analysis->traffic.all,
                                     messages_are_recorded(input)));
    add_pairs(table, pairs);
    if (!messages_are_recorded(input))
        table.note += std::string(table.note.empty() ? "" : " ") +
                      "Messages of kernels are those that the ranks counted. A number is unknown if the "
                      "trace does not contain all messages. Times are those of "
                      "the messages in the trace.";
    return table;
}

/// Whether most ranks return before the operation ends: then their average time is not that of the operation.
bool is_done_early(CallKind kind) {
    return kind == CallKind::Gather || kind == CallKind::Gatherv || kind == CallKind::Reduce;
}

/// Bytes per second over the link of each rank.
Value bus_bandwidth(const TraceSite& site, const CollectiveTraffic& traffic) {
    if (traffic.ns.count == 0 || is_done_early(call_info(site.construct).kind)) return nothing();
    const auto calls = static_cast<double>(traffic.ns.count);
    const auto seconds = static_cast<double>(traffic.ns.sum) / calls * 1e-9;
    const double bytes =
        bus_bytes(call_info(site.construct).kind, static_cast<double>(traffic.bytes.sum) / calls,
                  static_cast<int>(traffic.ranks));
    if (bytes <= 0 || seconds <= 0) return nothing();
    return {mflops_text(bytes, seconds), bytes / seconds / 1e6, "MB/s"};
}

/// What the ranks counted of collective operations, beside the trace.
struct CollectiveCounts {
    Value calls = unknown(), given = unknown(), got = unknown();
};

/// Whether its ranks give and get data (<loop/collective_data.h>). MPI_Start does so for persistent
/// operations.
bool has_collective_data(const SheetInput& input, std::size_t index) {
    const std::string& call = input.trace().sites[index].construct;
    const CallCounts& counts = input.analysis->host_calls[index];
    return is_collective(call_info(call).kind) || is_neighborhood(call) ||
           counts.collective_bytes_given > 0 || counts.collective_bytes_got > 0;
}

CollectiveCounts counts_of(const SheetInput& input, std::size_t index) {
    const TraceSite& site = input.trace().sites[index];
    if (site.kind == SiteKind::Mpi) {
        const CallCounts& counts = input.analysis->host_calls[index];
        if (!all_calls_are_counted(input.trace())) return {};
        // A call that completes what others began has no data of its own.
        if (!has_collective_data(input, index)) return {count_value(counts.calls), nothing(), nothing()};
        return {count_value(counts.calls), bytes_value(counts.collective_bytes_given),
                bytes_value(counts.collective_bytes_got)};
    }
    SiteCounts sum;
    bool is_counted = false;
    for (const SiteCounts& counts : input.run().summary.sites)
        if (!counts.untimed && is_same_place(counts, site)) {
            is_counted = true;
            sum.calls += counts.calls;
            sum.collective_bytes_given += counts.collective_bytes_given;
            sum.collective_bytes_got += counts.collective_bytes_got;
        }
    if (!is_counted) return {};
    return {count_value(sum.calls), bytes_value(sum.collective_bytes_given),
            bytes_value(sum.collective_bytes_got)};
}

/// Of those that the trace has or that were counted.
bool is_called(const SheetInput& input, std::size_t site) {
    return input.analysis->traffic.collectives_by_site[site].ns.count > 0 ||
           (has_collective_data(input, site) && input.analysis->host_calls[site].calls > 0);
}

DataTable collective_table(const SheetInput& input) {
    DataTable table{
        "collectives",
        "Collective operations",
        {"operation", "line", "calls, all ranks", "bytes given", "bytes got", "time, average", "time, min",
         "time, max", "bus bandwidth, MB/s"},
        {},
        std::string("Each rank's call counts once. A rank gives the data that others need, each byte once, "
                    "and gets the data that depend on others; messages are counted elsewhere. ") +
            bus_factors +
            " Gathers and reductions to a root have none here, as most ranks return before the "
            "root has all data."};
    const auto& sites = input.analysis->traffic.collectives_by_site;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        if (!is_called(input, i)) continue;
        const TraceSite& site = input.trace().sites[i];
        CollectiveCounts counts = counts_of(input, i);
        std::vector<Value> row{text_value(site_text(site)), site_line(input, i), std::move(counts.calls),
                               std::move(counts.given), std::move(counts.got)};
        row += spread_values(sites[i].ns);
        row.push_back(bus_bandwidth(site, sites[i]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

DataTable late_partner_table(const SheetInput& input) {
    DataTable table{"lateness",
                    "Late senders and receivers",
                    {"rank", "waited for late senders", "waited for late receivers", "waited in collectives",
                     "delayed receivers", "delayed senders", "delayed collectives"},
                    {},
                    {}};
    const auto sum = [](const Distribution& times) { return nanoseconds_value(times.sum); };
    const LatePartners& late_partners = input.analysis->late_partners;
    for (std::size_t rank = 0; rank < late_partners.suffered_by_rank.size(); ++rank) {
        if (!input.trace().ranks[rank].present || !input.analysis->clocks.agree()) {
            table.rows.push_back(unknown_row(rank, table.columns.size()));
            continue;
        }
        const LatePartnerTimes &suffered = late_partners.suffered_by_rank[rank],
                               &caused = late_partners.caused_by_rank[rank];
        table.rows.push_back({count_value(rank), sum(suffered.late_sender_ns), sum(suffered.late_receiver_ns),
                              sum(suffered.late_collective_ns), sum(caused.late_sender_ns),
                              sum(caused.late_receiver_ns), sum(caused.late_collective_ns)});
    }
    return table;
}

void add_facts(Section& section, const Analysis& analysis, bool all_recorded) {
    const Traffic& all = analysis.traffic.all;
    const auto count = [&](auto number) { return all_recorded ? count_value(number) : unknown(); };
    const auto bytes = [&](auto number) { return all_recorded ? bytes_value(number) : unknown(); };
    const auto add_times = [&](const std::string& what, const Distribution& times) {
        const auto values = spread_values(times);
        const char* words[] = {", average", ", min", ", max"};
        for (std::size_t i = 0; i < 3 && times.count > 0; ++i)
            section.add(what + words[i], values[i]);
    };
    section.add("Messages sent", count(all.sent.bytes.count));
    section.add("Messages received", count(all.received.bytes.count));
    section.add("Bytes sent", bytes(all.sent.bytes.sum));
    section.add("Bytes received", bytes(all.received.bytes.sum));
    add_times("Time of a send", all.sent.ns);
    add_times("Time of a receive", all.received.ns);
    add_times("Transit time of a message", analysis.traffic.transit_ns);
    const bool clocks_agree = analysis.clocks.agree();
    const QueueLength& most = analysis.flight.high_water;
    section.add("Max. messages in flight", clocks_agree ? count(most.messages) : unknown());
    section.add("Max. bytes in flight", clocks_agree ? bytes(most.bytes) : unknown());
    section.add("Sends without a receive", count_value(analysis.messages.unreceived.size()));
    section.add("Receives without a send", count_value(analysis.messages.unsent.size()));
    section.add("Messages received before they were sent (clocks)", count_value(analysis.messages.violated));
}

std::string place_text(const Trace& trace, std::uint32_t site) {
    return site < trace.sites.size() ? site_text(trace.sites[site], true) : "host code";
}

/// Describes the longest wait for another rank: both ranks, how long, where, and where the late rank was.
void add_longest_wait(Section& section, const SheetInput& input) {
    const LongestWait& wait = input.analysis->late_partners.longest;
    if (wait.rank == no_partner) return;
    const Trace& trace = input.trace();
    section.add("Longest wait for another rank", nanoseconds_value(wait.late_ns));
    section.add("Longest wait, waiting rank", rank_value(wait.rank));
    section.add("Longest wait, where", place_text(trace, wait.site));
    section.add("Longest wait, late rank", rank_value(wait.late_rank));
    section.add("Longest wait, where the late rank was", place_text(trace, wait.late_rank_site));
    section.add("Longest wait, time the late rank spent there", nanoseconds_value(wait.late_rank_ns));
}

} // namespace

Section statistics(const SheetInput& input) {
    Section section{"statistics", "Statistics"};
    const Analysis& analysis = *input.analysis;
    add_facts(section, analysis, messages_are_recorded(input));
    add_longest_wait(section, input);
    section.tables = {site_table(input), rank_table(input), collective_table(input),
                      late_partner_table(input)};
    section.pictures = figures(input, {"queues"});
    return section;
}

} // namespace loop::report
