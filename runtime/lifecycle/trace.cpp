#include "lifecycle/trace.h"

#include "comm/node/layout.h"
#include "comm/node_clocks.h"
#include "host_calls/call.h"
#include "host_calls/call_log.h"
#include "host_calls/channels.h"
#include "output/json.h"
#include "session/clock.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"
#include "session/settings.h"
#include "trace/buffer.h"
#include "trace/clock.h"
#include "trace/events_file.h"
#include "trace/kept_header.h"
#include "trace/sites.h"
#include "trace/writer.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>

namespace loop::runtime::trace {
namespace {

// Everything that a crash flush needs is prepared here.
struct Recording {
    bool opened = false;
    std::atomic<bool> written{false};
    std::size_t capacity = 0;
    Instant first{}; // the same on all ranks of a node, which share a clock
    Ticks open_ticks = 0;
    Ticks close_ticks = 0;
    std::string prefix;
    std::string clock_text;
    std::string path;
    std::string temporary;
    Written file;
    Report report;
    bool is_kept = false; // its events are in a file
};

Lasting<Recording> the_recording;

std::string header_prefix(const RankHome& home) {
    Json json;
    json.open_object().text("schema", "loop-trace/1").text("launch", settings().launch);
    json.integer("rank", the_session.rank).integer("ranks", the_session.ranks);
    json.text("host", home.host).integer("pid", getpid());
    return json.line();
}

// Returns a JSON object without its braces.
std::string clock_json() {
    timespec resolution{};
    clock_getres(CLOCK_MONOTONIC, &resolution);
    const double clock_ns =
        static_cast<double>(resolution.tv_sec) * 1e9 + static_cast<double>(resolution.tv_nsec);
    Json json;
    json.text("source", clock_name()).text("text", clock_description());
    json.number("resolution_ns", clock_source() == ClockSource::MpiWtime ? PMPI_Wtick() * 1e9 : clock_ns);
    return json.line();
}

// Measured over the whole session, as the frequency of the time stamp counter cannot be read.
double ticks_per_second(const Instant& first, const Instant& last) {
    if (clock_source() != ClockSource::Tsc || last.host_ns <= first.host_ns) return 1e9;
    return static_cast<double>(last.ticks - first.ticks) / static_cast<double>(last.host_ns - first.host_ns) *
           1e9;
}

FileContents contents_now(const char* ended) {
    const Recording& s = the_recording();
    FileContents contents{};
    contents.prefix = s.prefix.c_str();
    contents.ticks_per_second = ticks_per_second(s.first, read_instant());
    contents.open_ticks = s.open_ticks;
    contents.close_ticks = s.close_ticks != 0 ? s.close_ticks : now();
    const double since_first = static_cast<double>(static_cast<std::int64_t>(s.open_ticks - s.first.ticks));
    contents.origin_ns =
        s.first.host_ns + static_cast<std::int64_t>(since_first / contents.ticks_per_second * 1e9);
    contents.clock_text = s.clock_text.c_str();
    contents.samples = clock_samples();
    contents.sample_count = clock_sample_count();
    contents.room_for_sample = compares_clocks();
    contents.communicators = &channel_fragments();
    contents.capacity = s.capacity;
    contents.ended = ended;
    contents.lacks_threads = the_call_log.grows && the_call_log.header != nullptr &&
                             (the_call_log.header->misses & log_misses_threads) != 0;
    return contents;
}

// Lets `loop record` write the trace, if this rank cannot.
void keep_what_is_known() {
    Recording& s = the_recording();
    s.is_kept = most_events_bytes() > 0;
    if (!s.is_kept) return;
    open_kept_header(concat(settings().records, "/rank-", the_session.rank, ".header"));
    keep_line(kept_first, concat("{\"ticks\":", s.first.ticks, ",\"ns\":", s.first.host_ns,
                                 ",\"capacity\":", s.capacity, "}"));
    keep_line(kept_rank, s.prefix + "}");
    keep_line(kept_clock, concat("{", s.clock_text, "}"));
    const auto keep_all = [](const char* key, const Fragments& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            keep_line(key, pieces[i]);
    };
    keep_all(kept_communicator, channel_fragments());
    keep_all(kept_site, site_fragments());
}

void forget_what_is_kept(const Written& written) {
    if (!the_recording().is_kept || written.error != 0) return;
    remove_events_file();
    remove_kept_header();
}

// Writes the events so far when a rank fails; does nothing if the file has been written.
void write_what_there_is(const char* why, int signal) {
    buffer.on = buffer.suspended = false;
    Recording& s = the_recording();
    if (!s.opened || s.open_ticks == 0 || s.written.exchange(true)) return;
    char ended[24];
    std::size_t length = std::strlen(why);
    std::memcpy(ended, why, length);
    if (signal >= 10) ended[length++] = static_cast<char>('0' + signal / 10);
    if (signal > 0) ended[length++] = static_cast<char>('0' + signal % 10);
    ended[length] = '\0';
    forget_what_is_kept(write_file(s.temporary.c_str(), s.path.c_str(), contents_now(ended), true));
}

} // namespace

int records_wanted(long asked) {
    if (!wants_trace() || asked <= 0) return 0;
    return static_cast<int>(std::min<long>(asked, INT_MAX));
}

void open(long records, const std::vector<RankHome>& homes, const NodeSummary& node) {
    Recording& s = the_recording();
    if (!is_simulated) know_own_channels();
    const auto by_records = [](const RankHome& a, const RankHome& b) { return a.traced < b.traced; };
    const auto [least, most] = std::minmax_element(homes.begin(), homes.end(), by_records);
    if (most->traced == 0) return;
    buffer.common_records = static_cast<std::size_t>(least->traced);
    choose_clock();
    if (is_simulated) {
        s.first = read_instant();
    } else {
        const NodeLayout layout = node_layout(homes, the_session.rank);
        open_node_clocks(layout);
        s.first = share_first_instant(layout);
        compare_clocks(true);
    }
    if (records_wanted(records) == 0) return;
    know_own_channels();
    open_host_calls();
    s.capacity = allocate_records(records, node.node_ranks);
    s.prefix = header_prefix(is_simulated ? homes[0] : homes[static_cast<std::size_t>(the_session.rank)]);
    s.clock_text = clock_json();
    s.report.file = concat("rank-", the_session.rank, ".trace");
    s.path = settings().records + "/" + s.report.file;
    s.temporary = s.path + ".tmp";
    keep_what_is_known();
    s.opened = true;
    crash_flush = write_what_there_is;
}

bool is_open() {
    return the_recording().opened;
}

void start(Ticks now) {
    if (!the_recording().opened) return;
    the_recording().open_ticks = now;
    if (the_recording().is_kept) keep_line(kept_open, std::to_string(now));
    buffer.on = true;
}

void stop(Ticks now) {
    if (!the_recording().opened) return;
    the_recording().close_ticks = now;
    buffer.on = false;
}

void write() {
    Recording& s = the_recording();
    if (!s.opened || s.written.exchange(true)) return;
    s.file = write_file(s.temporary.c_str(), s.path.c_str(), contents_now("close"), false);
    s.report.recorded = true;
    s.report.events = s.file.events;
    s.report.dropped = buffer.dropped;
    s.report.bytes = s.file.error == 0 ? s.file.bytes : 0;
    s.report.capacity = s.capacity;
    forget_what_is_kept(s.file);
    if (s.file.error != 0) {
        s.report.problem = "cannot write `" + s.path + "`: " + std::strerror(s.file.error);
        print_error(concat(settings().program, ": error: rank ", the_session.rank, ": ", s.report.problem));
    }
    free_records();
}

void go_on() {
    Recording& s = the_recording();
    if (!s.opened || s.close_ticks != 0) return;
    s.written = false;
    buffer.on = true;
}

void compare_clocks_again() {
    if (!compares_clocks()) return;
    const std::size_t before = clock_sample_count();
    compare_clocks(true);
    const Recording& s = the_recording();
    if (!s.opened || s.file.error != 0 || clock_sample_count() == before) return;
    add_sample(s.path.c_str(), s.file, clock_samples()[before]);
}

const Report& report() {
    return the_recording().report;
}

} // namespace loop::runtime::trace
