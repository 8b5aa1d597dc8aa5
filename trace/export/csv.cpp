#include "base/text/escape.h"
#include "trace/analysis/messages/clock_check.h"
#include "trace/analysis/messages/messages.h"
#include "trace/export/export.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report {

namespace {

bool is_message(EventKind kind) {
    return kind == EventKind::Send || kind == EventKind::Post || kind == EventKind::Receive ||
           kind == EventKind::Collective;
}

/// The columns of each site, formatted once: `kind,construct,name,file,line`.
std::vector<std::string> site_columns(const Trace& trace) {
    std::vector<std::string> columns;
    for (const TraceSite& site : trace.sites)
        columns.push_back(fmt::format("{},{},{},{},{}", site_kind_name(site.kind), csv_cell(site.construct),
                                      csv_cell(site.name), csv_cell(site.file), site.line));
    return columns;
}

std::vector<std::string> communicator_names(const Trace& trace) {
    std::vector<std::string> names;
    for (const Communicator& communicator : trace.communicators)
        names.push_back(csv_cell(communicator.name));
    return names;
}

const std::string& at(const std::vector<std::string>& texts, std::size_t index,
                      const std::string& otherwise) {
    return index < texts.size() ? texts[index] : otherwise;
}

const std::string no_columns = ",,,,";
const std::string no_name;

} // namespace

void write_events_csv(const Trace& trace, std::ostream& out) {
    const std::vector<std::string> sites = site_columns(trace);
    const std::vector<std::string> communicators = communicator_names(trace);
    out << "rank,time_ns,event,site_kind,construct,name,file,line,partner,bytes,tag,communicator\n";
    fmt::memory_buffer line;
    for (const RankTrace& rank : trace.ranks) {
        for (const Event& event : rank.events) {
            line.clear();
            auto end = fmt::appender(line);
            fmt::format_to(end, "{},{},{},{},", rank.rank, event.time_ns, event_name(event.kind),
                           at(sites, event.site, no_columns));
            if (is_message(event.kind))
                fmt::format_to(end, "{},{},{},{}\n", event.partner, event.bytes, event.tag,
                               at(communicators, event.communicator, no_name));
            else if (event.kind == EventKind::Mark)
                fmt::format_to(end, ",{},,\n", event.bytes);
            else if (event.kind == EventKind::Wait)
                fmt::format_to(end, "{},,,\n", event.partner);
            else
                fmt::format_to(end, ",,,\n");
            out.write(line.data(), static_cast<std::streamsize>(line.size()));
        }
    }
}

namespace {

struct Row {
    std::int64_t time_ns;
    int sender, receiver;
    const Event* send;
    const Event* receive;
};

std::vector<Row> message_rows(const Trace& trace) {
    const Messages messages = match_messages(trace);
    std::vector<Row> rows;
    const auto event_of = [&](int rank, std::uint32_t index) {
        return &trace.ranks[static_cast<std::size_t>(rank)].events[index];
    };
    for (const Message& message : messages.matched)
        rows.push_back({message.sent_ns, message.sender, message.receiver,
                        event_of(message.sender, message.send_event),
                        event_of(message.receiver, message.receive_event)});
    for (const LoneMessage& lone : messages.unreceived) {
        const Event* send = event_of(lone.rank, lone.event);
        rows.push_back({send->time_ns, lone.rank, send->partner, send, nullptr});
    }
    for (const LoneMessage& lone : messages.unsent) {
        const Event* receive = event_of(lone.rank, lone.event);
        rows.push_back({receive->time_ns, receive->partner, lone.rank, nullptr, receive});
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.time_ns < b.time_ns; });
    return rows;
}

std::string time_text(const Event* event) {
    return event == nullptr ? "" : std::to_string(event->time_ns);
}

/// "" if it is unknown: one of the events is missing, or their clocks disagree.
std::string transit_text(const Row& row, const Trace& trace, const ClockCheck& clocks) {
    if (row.send == nullptr || row.receive == nullptr) return "";
    const std::int64_t transit_ns = row.receive->time_ns - row.send->time_ns;
    if (transit_ns < 0 || clocks.concerns(trace, row.sender, row.receiver)) return "";
    return std::to_string(transit_ns);
}

} // namespace

void write_messages_csv(const Trace& trace, std::ostream& out) {
    const std::vector<std::string> sites = site_columns(trace);
    const std::vector<std::string> communicators = communicator_names(trace);
    const ClockCheck clocks = check_clocks(trace);
    out << "sender,receiver,communicator,tag,bytes,sent_ns,received_ns,transit_ns,"
           "send_site_kind,send_construct,send_name,send_file,send_line,"
           "receive_site_kind,receive_construct,receive_name,receive_file,receive_line\n";
    for (const Row& row : message_rows(trace)) {
        const Event& known = row.send != nullptr ? *row.send : *row.receive;
        out << fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.sender, row.receiver,
                           at(communicators, known.communicator, no_name), known.tag, known.bytes,
                           time_text(row.send), time_text(row.receive), transit_text(row, trace, clocks),
                           row.send != nullptr ? at(sites, row.send->site, no_columns) : no_columns,
                           row.receive != nullptr ? at(sites, row.receive->site, no_columns) : no_columns);
    }
}

} // namespace loop::report
