#include "trace/analysis/messages/messages.h"
#include "trace/analysis/messages/queues.h"
#include "trace/analysis/states/states.h"
#include "trace/export/export.h"
#include "trace/export/protobuf.h"
#include "trace/export/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace loop::report {

namespace {

// Fields of protos/perfetto/trace/**, by message.
namespace packet_field {
constexpr int timestamp = 8, sequence = 10, track_event = 11, interned_data = 12, sequence_flags = 13,
              track_descriptor = 60;
}
namespace track_field {
constexpr int uuid = 1, name = 2, parent_uuid = 5, counter = 8, child_ordering = 11, sibling_order_rank = 12;
constexpr std::uint64_t explicit_ordering = 3;
} // namespace track_field
namespace event_field {
constexpr int category_iids = 3, debug_annotations = 4, type = 9, name_iid = 10, track_uuid = 11,
              counter_value = 30, source_location_iid = 34, flow_ids = 47, terminating_flow_ids = 48;
}
enum class EventType { SliceBegin = 1, SliceEnd = 2, Instant = 3, Counter = 4 };

constexpr int counter_unit = 3;
constexpr std::uint64_t unit_count = 2;
constexpr std::uint64_t one_sequence = 1;
constexpr std::uint64_t state_cleared = 1, needs_state = 2;

// The numbers of interned names. The name of a site has the number first_site plus its index.
enum Category : std::uint64_t { category_site = 1, category_wait, category_message, category_mark };
enum Name : std::uint64_t {
    name_waiting = 1,
    name_excluded,
    name_send,
    name_receive,
    name_post,
    name_mark,
    first_site
};
enum Annotation : std::uint64_t {
    note_to = 1,
    note_from,
    note_bytes,
    note_tag,
    note_communicator,
    note_root,
    note_number,
    note_line,
    note_partner
};

constexpr std::array<const char*, 4> category_names{"site", "waiting", "message", "mark"};
constexpr std::array<const char*, 6> event_names{"waiting", "not measured", "send",
                                                 "receive", "post",         "mark"};
constexpr std::array<const char*, 9> annotation_names{"to",   "from",   "bytes", "tag",    "communicator",
                                                      "root", "number", "line",  "partner"};

// Tracks. Counters of the whole program come first, then one track per rank with its queue below it.
enum Track : std::uint64_t {
    program_track = 1,
    busy_track,
    overhead_track,
    idle_track,
    flight_track,
    ranks_track
};
constexpr std::uint64_t first_rank_track = 16;
std::uint64_t rank_track(int rank) {
    return first_rank_track + 2 * static_cast<std::uint64_t>(rank);
}
std::uint64_t queue_track(int rank) {
    return rank_track(rank) + 1;
}

/// Writes packets in one sequence. Each event is begun, filled, and ended.
class PacketWriter {
public:
    PacketWriter(std::ostream& out, std::int64_t origin_ns) : out_(&out), origin_ns_(origin_ns) {}

    ProtoMessage& begin(EventType type, std::uint64_t track, std::int64_t time_ns) {
        time_ns_ = time_ns;
        event_.clear();
        event_.number(event_field::type, static_cast<std::uint64_t>(type));
        event_.number(event_field::track_uuid, track);
        return event_;
    }
    void note(Annotation name, std::int64_t value) {
        annotation_.clear();
        annotation_.number(1, name);
        annotation_.signed_number(4, value);
        event_.message(event_field::debug_annotations, annotation_);
    }
    void note(Annotation name, const std::string& value) {
        annotation_.clear();
        annotation_.number(1, name);
        annotation_.text(6, value);
        event_.message(event_field::debug_annotations, annotation_);
    }
    void end() {
        packet_.clear();
        packet_.number(packet_field::timestamp, static_cast<std::uint64_t>(time_ns_ - origin_ns_));
        packet_.number(packet_field::sequence, one_sequence);
        packet_.number(packet_field::sequence_flags, needs_state);
        packet_.message(packet_field::track_event, event_);
        write(packet_);
    }
    void count(std::uint64_t track, std::int64_t time_ns, std::int64_t value) {
        begin(EventType::Counter, track, time_ns).signed_number(event_field::counter_value, value);
        end();
    }
    void track(std::uint64_t uuid, const std::string& name, std::uint64_t parent, std::uint64_t place,
               bool is_counter) {
        ProtoMessage descriptor;
        descriptor.number(track_field::uuid, uuid);
        descriptor.text(track_field::name, name);
        if (parent != 0) descriptor.number(track_field::parent_uuid, parent);
        if (is_counter) {
            ProtoMessage counter;
            counter.number(counter_unit, unit_count);
            descriptor.message(track_field::counter, counter);
        }
        descriptor.number(track_field::child_ordering, track_field::explicit_ordering);
        descriptor.number(track_field::sibling_order_rank, place);
        packet_.clear();
        packet_.number(packet_field::sequence, one_sequence);
        packet_.message(packet_field::track_descriptor, descriptor);
        write(packet_);
    }
    void write(const ProtoMessage& packet) {
        trace_.clear();
        trace_.message(1, packet);
        out_->write(trace_.bytes().data(), static_cast<std::streamsize>(trace_.bytes().size()));
    }

private:
    std::ostream* out_;
    std::int64_t origin_ns_;
    std::int64_t time_ns_ = 0;
    ProtoMessage event_, annotation_, packet_, trace_;
};

void intern(ProtoMessage& data, int field, std::uint64_t iid, const std::string& name) {
    ProtoMessage entry;
    entry.number(1, iid);
    entry.text(2, name);
    data.message(field, entry);
}

void write_names(const Trace& trace, PacketWriter& writer) {
    ProtoMessage data;
    std::uint64_t iid = 1;
    for (const char* name : category_names)
        intern(data, 1, iid++, name);
    iid = 1;
    for (const char* name : event_names)
        intern(data, 2, iid++, name);
    for (std::size_t i = 0; i < trace.sites.size(); ++i)
        intern(data, 2, first_site + i, title(trace.sites[i]));
    iid = 1;
    for (const char* name : annotation_names)
        intern(data, 3, iid++, name);
    for (std::size_t i = 0; i < trace.sites.size(); ++i) {
        const TraceSite& site = trace.sites[i];
        if (site.line <= 0) continue;
        ProtoMessage location;
        location.number(1, i + 1);
        location.text(2, site.file);
        location.text(3, site.construct);
        location.number(4, static_cast<std::uint64_t>(site.line));
        data.message(4, location);
    }
    ProtoMessage packet;
    packet.number(packet_field::sequence, one_sequence);
    packet.message(packet_field::interned_data, data);
    packet.number(packet_field::sequence_flags, state_cleared);
    writer.write(packet);
}

void write_tracks(const Trace& trace, PacketWriter& writer) {
    writer.track(program_track, "program (exported by LOOP " LOOP_VERSION ")", 0, 0, false);
    writer.track(busy_track, "ranks busy", program_track, 0, true);
    writer.track(overhead_track, "ranks in overhead", program_track, 1, true);
    writer.track(idle_track, "ranks idle", program_track, 2, true);
    writer.track(flight_track, "messages in flight", program_track, 3, true);
    writer.track(ranks_track, "ranks", 0, 1, false);
    for (const RankTrace& rank : trace.ranks) {
        const auto place = static_cast<std::uint64_t>(rank.rank);
        writer.track(rank_track(rank.rank),
                     fmt::format("rank {}{}{}", rank.rank, rank.host.empty() ? "" : " on ", rank.host),
                     ranks_track, 2 * place, false);
        writer.track(queue_track(rank.rank), fmt::format("queue of rank {}", rank.rank), ranks_track,
                     2 * place + 1, true);
    }
}

/// Returns the flow ID of each matched message, by rank and event; 0: none.
std::vector<std::vector<std::uint64_t>> flows_of(const Trace& trace, const Messages& messages) {
    std::vector<std::vector<std::uint64_t>> flows;
    for (const RankTrace& rank : trace.ranks)
        flows.emplace_back(rank.events.size(), 0);
    std::uint64_t id = 1;
    for (const Message& message : messages.matched) {
        flows[static_cast<std::size_t>(message.sender)][message.send_event] = id;
        flows[static_cast<std::size_t>(message.receiver)][message.receive_event] = id;
        ++id;
    }
    return flows;
}

class RankWriter {
public:
    RankWriter(const Trace& trace, const RankTrace& rank, const std::vector<std::uint64_t>& flows,
               PacketWriter& writer)
        : trace_(&trace), rank_(&rank), flows_(&flows), writer_(&writer), track_(rank_track(rank.rank)) {}

    void write() {
        Walk walk(*rank_);
        follow(
            walk, [&](const Step& step) { open(step); }, [&](const Step& step) { close(step); },
            [&](const Step& step) { happen(step); });
    }

private:
    void open(const Step& step) {
        ProtoMessage& event = writer_->begin(EventType::SliceBegin, track_, step.time_ns);
        if (step.region == RegionKind::Site && step.site < trace_->sites.size()) {
            const TraceSite& site = trace_->sites[step.site];
            event.number(event_field::category_iids, category_site);
            event.number(event_field::name_iid, first_site + step.site);
            if (site.line > 0) {
                event.number(event_field::source_location_iid, step.site + 1);
                writer_->note(note_line, site.line);
            }
        } else {
            event.number(event_field::category_iids, category_wait);
            event.number(event_field::name_iid,
                         step.region == RegionKind::Waiting ? name_waiting : name_excluded);
            if (step.region == RegionKind::Waiting && step.event->partner >= 0)
                writer_->note(note_partner, step.event->partner);
        }
        if (step.collective != nullptr) describe(*step.collective, note_root);
        writer_->end();
    }
    void close(const Step& step) {
        writer_->begin(EventType::SliceEnd, track_, step.time_ns);
        writer_->end();
    }
    void happen(const Step& step) {
        const Event& event = *step.event;
        if (event.kind == EventKind::Collective) return; // written at the begin of its call
        const std::uint64_t flow = (*flows_)[static_cast<std::size_t>(&event - rank_->events.data())];
        ProtoMessage& instant = writer_->begin(EventType::Instant, track_, step.time_ns);
        const bool is_mark = event.kind == EventKind::Mark;
        instant.number(event_field::category_iids, is_mark ? category_mark : category_message);
        if (is_mark) {
            instant.number(event_field::name_iid, name_mark);
            writer_->note(note_number, event.bytes);
        } else if (event.kind == EventKind::Send) {
            instant.number(event_field::name_iid, name_send);
            if (flow != 0) instant.fixed64(event_field::flow_ids, flow);
            describe(event, note_to);
        } else {
            instant.number(event_field::name_iid, event.kind == EventKind::Post ? name_post : name_receive);
            if (flow != 0) instant.fixed64(event_field::terminating_flow_ids, flow);
            describe(event, note_from);
        }
        writer_->end();
    }
    void describe(const Event& event, Annotation who) {
        if (event.partner >= 0) writer_->note(who, event.partner);
        writer_->note(note_bytes, event.bytes);
        if (who != note_root) writer_->note(note_tag, event.tag);
        if (event.communicator < trace_->communicators.size())
            writer_->note(note_communicator, trace_->communicators[event.communicator].name);
    }

    const Trace* trace_;
    const RankTrace* rank_;
    const std::vector<std::uint64_t>* flows_;
    PacketWriter* writer_;
    std::uint64_t track_;
};

struct Change {
    std::int64_t time_ns;
    int by;
};

/// Writes a counter from its changes, with one value per instant.
void write_counter(std::vector<Change> changes, std::uint64_t track, PacketWriter& writer) {
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.time_ns < b.time_ns; });
    std::int64_t value = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        value += changes[i].by;
        if (i + 1 == changes.size() || changes[i + 1].time_ns != changes[i].time_ns)
            writer.count(track, changes[i].time_ns, value);
    }
}

void write_utilization(const std::vector<RankStates>& ranks, State state, std::uint64_t track,
                       PacketWriter& writer) {
    std::vector<Change> changes;
    for (const RankStates& rank : ranks) {
        bool inside = false;
        for (const StateChange& change : rank.changes) {
            const bool now = change.state == state;
            if (now != inside) changes.push_back({change.time_ns, now ? 1 : -1});
            inside = now;
        }
        if (inside) changes.push_back({rank.end_ns, -1});
    }
    write_counter(std::move(changes), track, writer);
}

void write_counters(const Trace& trace, const Messages& messages, PacketWriter& writer) {
    const std::vector<RankStates> states = states_of(trace);
    write_utilization(states, State::Busy, busy_track, writer);
    write_utilization(states, State::Overhead, overhead_track, writer);
    write_utilization(states, State::Idle, idle_track, writer);
    std::vector<Change> flights;
    std::vector<std::vector<Change>> queues(trace.ranks.size());
    for (const Message& message : messages.matched) {
        if (message.violated()) continue;
        for (std::vector<Change>* changes : {&flights, &queues[static_cast<std::size_t>(message.receiver)]}) {
            changes->push_back({message.sent_ns, 1});
            changes->push_back({message.received_ns, -1});
        }
    }
    write_counter(std::move(flights), flight_track, writer);
    for (std::size_t rank = 0; rank < queues.size(); ++rank)
        write_counter(std::move(queues[rank]), queue_track(static_cast<int>(rank)), writer);
}

} // namespace

Remarks write_perfetto(const Trace& trace, std::ostream& out) {
    Remarks remarks = remarks_on(trace);
    const Messages messages = match_messages(trace);
    PacketWriter writer(out, earliest_time(trace));
    write_tracks(trace, writer); // first, so that the beginning of the file shows what wrote it
    write_names(trace, writer);
    const auto flows = flows_of(trace, messages);
    for (const RankTrace& rank : trace.ranks)
        RankWriter(trace, rank, flows[static_cast<std::size_t>(rank.rank)], writer).write();
    write_counters(trace, messages, writer);
    if (messages.violated > 0)
        remarks.push_back(
            fmt::format("{} messages were received before they were sent, by the ranks' clocks: "
                        "they are in no queue",
                        messages.violated));
    return remarks;
}

} // namespace loop::report
