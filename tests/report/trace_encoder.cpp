#include "trace_encoder.h"

#include <cmath>
#include <fstream>

namespace trace_encoder {

using namespace loop::report;

namespace {

void put_number(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> 8 * i & 0xff);
}

void put_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>((value & 0x7f) | 0x80);
    out += static_cast<char>(value);
}

void put_zigzag(std::string& out, std::int64_t value) {
    put_varint(out, static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

std::uint64_t fnv(const std::string& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char byte : bytes) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 0x100000001b3U;
    }
    return hash;
}

bool has_site(EventKind kind) {
    return kind == EventKind::Enter || kind == EventKind::Leave;
}
bool is_message(EventKind kind) {
    return kind == EventKind::Send || kind == EventKind::Post || kind == EventKind::Receive ||
           kind == EventKind::Collective;
}

} // namespace

Json header(const Trace& trace, int rank, const Options& options) {
    const RankTrace& self = trace.ranks[static_cast<std::size_t>(rank)];
    const auto ticks = [&](std::int64_t ns) {
        return std::llround(static_cast<double>(ns) * options.ticks_per_second / 1e9);
    };
    Json result = {{"schema", "loop-trace/1"},    {"launch", options.launch}, {"rank", rank},
                   {"ranks", trace.ranks.size()}, {"host", self.host},        {"pid", 100 + rank}};
    result["clock"] = {{"source", "tsc"},
                       {"text", "time stamp counter"},
                       {"ticks_per_second", options.ticks_per_second},
                       {"open_ticks", options.open_ticks + ticks(self.begin_ns)},
                       {"close_ticks", options.open_ticks + ticks(self.end_ns)},
                       {"resolution_ns", 1},
                       {"origin_ns", options.origin_ns + self.begin_ns},
                       {"samples", Json::array()}};
    result["sites"] = Json::array();
    for (const TraceSite& site : trace.sites)
        result["sites"].push_back({{"kind", site_kind_name(site.kind)},
                                   {"construct", site.construct},
                                   {"name", site.name},
                                   {"file", site.file},
                                   {"line", site.line}});
    result["communicators"] = Json::array();
    for (const Communicator& communicator : trace.communicators)
        result["communicators"].push_back(
            {{"name", communicator.name}, {"key", communicator.name}, {"ranks", communicator.ranks}});
    result["capacity"] = self.events.size() + self.dropped;
    result["events"] = self.events.size() + self.threads.size() + self.thread_messages.size();
    result["dropped"] = self.dropped;
    result["ended"] = options.ended;
    return result;
}

std::string payload(const Event* events, std::size_t count, double ticks_per_ns) {
    std::string out;
    std::int64_t before = 0, site = -1, bytes = -1, partner = -2, tag = 0, communicator = -1;
    for (std::size_t i = 0; i < count; ++i) {
        const Event& event = events[i];
        const bool message = is_message(event.kind), mark = event.kind == EventKind::Mark;
        const bool with_partner = message || event.kind == EventKind::Wait;
        unsigned head = static_cast<unsigned>(event.kind);
        const bool site_same = has_site(event.kind) && event.site == site;
        const bool bytes_same = message && event.bytes == bytes;
        const bool partner_same = with_partner && event.partner == partner;
        const bool tag_same = message && event.tag == tag && event.communicator == communicator;
        if (site_same) head |= 0x10;
        if (bytes_same) head |= 0x20;
        if (partner_same) head |= 0x40;
        if (tag_same) head |= 0x80;
        out += static_cast<char>(head);
        const std::int64_t ticks = std::llround(static_cast<double>(event.time_ns) * ticks_per_ns);
        if (i == 0)
            put_zigzag(out, ticks);
        else
            put_varint(out, static_cast<std::uint64_t>(ticks - before));
        before = ticks;
        if (has_site(event.kind) && !site_same) put_varint(out, event.site);
        if (with_partner && !partner_same) put_zigzag(out, event.partner);
        if ((message && !bytes_same) || mark) put_varint(out, static_cast<std::uint64_t>(event.bytes));
        if (message && !tag_same) {
            put_zigzag(out, event.tag);
            put_varint(out, event.communicator);
        }
        if (has_site(event.kind)) site = event.site;
        if (with_partner) partner = event.partner;
        if (message) bytes = event.bytes, tag = event.tag, communicator = event.communicator;
    }
    return out;
}

/// All of what threads did, written at the rank's end.
std::string threads_payload(const RankTrace& self, double ticks_per_ns) {
    const auto ticks = [&](std::int64_t ns) { return std::llround(static_cast<double>(ns) * ticks_per_ns); };
    std::string out;
    const std::int64_t end = ticks(self.end_ns - self.begin_ns);
    for (const ThreadEvent& event : self.threads) {
        out += static_cast<char>(12);
        put_zigzag(out, out.size() == 1 ? end : 0);
        put_varint(out, static_cast<std::uint64_t>(end - ticks(event.time_ns - self.begin_ns)));
        put_varint(out, static_cast<std::uint64_t>(event.thread) << 2 | static_cast<unsigned>(event.state));
    }
    for (const ThreadMessageEvent& event : self.thread_messages) {
        out += static_cast<char>(13);
        put_zigzag(out, out.size() == 1 ? end : 0);
        put_varint(out, static_cast<std::uint64_t>(end - ticks(event.time_ns - self.begin_ns)));
        put_varint(out, static_cast<std::uint64_t>(event.thread) << 1 | (event.is_received ? 1U : 0U));
        put_varint(out, static_cast<std::uint64_t>(event.partner));
        put_varint(out, static_cast<std::uint64_t>(event.bytes));
    }
    return out;
}

std::string block(const std::string& payload, std::uint32_t events) {
    std::string out;
    put_number(out, payload.size(), 4);
    put_number(out, events, 4);
    put_number(out, fnv(payload), 8);
    return out + payload;
}

std::string last_block() {
    return block("", 0);
}

std::string file(const Trace& trace, int rank, const Options& options) {
    const RankTrace& self = trace.ranks[static_cast<std::size_t>(rank)];
    std::string out = "loop-trace/1\n" + header(trace, rank, options).dump() + "\n";
    std::vector<Event> part;
    for (std::size_t at = 0; at < self.events.size(); at += part.size()) {
        const std::size_t count = std::min(options.events_a_block, self.events.size() - at);
        part.assign(self.events.begin() + static_cast<std::ptrdiff_t>(at),
                    self.events.begin() + static_cast<std::ptrdiff_t>(at + count));
        for (Event& event : part)
            event.time_ns -= self.begin_ns;
        out += block(payload(part.data(), count, options.ticks_per_second / 1e9),
                     static_cast<std::uint32_t>(count));
    }
    if (const std::size_t count = self.threads.size() + self.thread_messages.size(); count > 0)
        out +=
            block(threads_payload(self, options.ticks_per_second / 1e9), static_cast<std::uint32_t>(count));
    return out + last_block();
}

std::string file_with(const Json& header, const loop::report::Trace& trace, int rank) {
    std::string text = file(trace, rank);
    const std::size_t line = text.find('\n') + 1;
    return text.replace(line, text.find('\n', line) - line, header.dump());
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void write(const Trace& trace, const std::filesystem::path& records, const Options& options) {
    std::filesystem::create_directories(records);
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        write_file(records / ("rank-" + std::to_string(rank) + ".trace"),
                   file(trace, static_cast<int>(rank), options));
}

} // namespace trace_encoder
