// Measures the cost of reading and analyzing traces, compared with OTF2's reader and otf2-print on the same
// events.
//   trace_read [EVENTS [RANKS]]     default: 10 million events of 16 ranks
//   trace_read DIRECTORY            LOOP only, for the records in it
#include "tests/report/trace_encoder.h"
#include "trace/analysis/analysis.h"
#include "trace/read/read_trace.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <random>

#ifdef HAVE_OTF2
#include <otf2/otf2.h>
#endif

using namespace loop::report;
namespace fs = std::filesystem;

namespace {

struct Cost {
    double wall_seconds = 0;
    double processor_seconds = 0;
    double peak_mb = 0;
};

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Runs `work` in a process of its own, so that its memory is measured separately. Returns false if it
/// failed.
template <typename Work>
bool measure(Work&& work, Cost& cost) {
    std::fflush(stdout); // otherwise the child would print it again
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    cost.processor_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    cost.peak_mb = static_cast<double>(usage.ru_maxrss) / 1024;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void print(const char* what, const Cost& cost, std::size_t events) {
    fmt::print("{:<34} {:>8.2f} {:>8.2f} {:>10.1f} {:>8.0f}\n", what, cost.wall_seconds,
               cost.processor_seconds, static_cast<double>(events) / cost.processor_seconds / 1e6,
               cost.peak_mb);
}

/// Ranks that exchange with their neighbors in phases: five or six events per exchange, two per product.
Trace made_up(std::size_t events, int ranks) {
    Trace trace;
    trace.sites = {{SiteKind::Phase, "PHASE", "sweep", "bench.loop", 3},
                   {SiteKind::Construct, "EXCHANGE", "", "bench.loop", 4},
                   {SiteKind::Construct, "MATPROD", "", "bench.loop", 5}};
    trace.communicators = {{"constructs", {}}};
    std::mt19937 random(1);
    const std::size_t each = events / static_cast<std::size_t>(ranks);
    for (int self = 0; self < ranks; ++self) {
        trace.communicators[0].ranks.push_back(self);
        RankTrace rank;
        rank.rank = self;
        rank.host = "bench";
        rank.events.reserve(each + 8);
        std::int64_t now = static_cast<std::int64_t>(random() % 1000);
        const auto add = [&](EventKind kind, std::uint32_t site, int partner = -1, std::int64_t bytes = 0,
                             int tag = 0) {
            now += 50 + static_cast<std::int64_t>(random() % 400);
            rank.events.push_back({now, bytes, site, partner, tag, 0, kind});
        };
        for (int step = 0; rank.events.size() + 11 < each; ++step) {
            const int there = (self + 1 + step % 3) % ranks, from = (self + ranks - 1 - step % 3) % ranks;
            const std::int64_t bytes = 8 << step % 10;
            if (step % 100 == 0) add(EventKind::Enter, 0);
            add(EventKind::Enter, 1);
            add(EventKind::Send, 1, there, bytes, step % 1000);
            if (random() % 2) add(EventKind::Wait, 1, from);
            add(EventKind::Receive, 1, from, bytes, step % 1000);
            add(EventKind::Leave, 1);
            add(EventKind::Enter, 2);
            add(EventKind::Leave, 2);
            if (step % 100 == 99) add(EventKind::Leave, 0);
        }
        rank.end_ns = now + 100;
        trace.ranks.push_back(std::move(rank));
    }
    return trace;
}

std::size_t events_in(const Trace& trace) {
    std::size_t events = 0;
    for (const RankTrace& rank : trace.ranks)
        events += rank.events.size();
    return events;
}

bool read_only(const fs::path& records, std::size_t events) {
    return events_in(read_trace(records)) == events;
}

bool read_and_analyse(const fs::path& records) {
    const Trace trace = read_trace(records);
    const Analysis analysis = analyze(trace);
    return analysis.times.measured_ns() > 0;
}

/// Counts in a child process, which returns the number through a pipe.
std::size_t counted(const std::function<std::size_t()>& count) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) {
        const std::size_t number = count();
        _exit(write(ends[1], &number, sizeof number) == sizeof number ? 0 : 1);
    }
    close(ends[1]);
    std::size_t number = 0;
    if (read(ends[0], &number, sizeof number) != sizeof number) number = 0;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return number;
}

#ifdef HAVE_OTF2

std::uint64_t otf2_now = 0;

OTF2_FlushType pre_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
}
OTF2_TimeStamp post_flush(void*, OTF2_FileType, OTF2_LocationRef) {
    return otf2_now;
}

/// Writes the same events to an OTF2 archive, except for those that OTF2 does not know (waiting).
void write_otf2(const Trace& trace, const fs::path& directory) {
    OTF2_Archive* archive = OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20,
                                              4 << 20, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_FlushCallbacks flush{pre_flush, post_flush};
    OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    std::vector<std::uint64_t> counts;
    for (const RankTrace& rank : trace.ranks) {
        OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, static_cast<std::uint64_t>(rank.rank));
        std::uint64_t count = 0;
        for (const Event& event : rank.events) {
            const auto time = static_cast<std::uint64_t>(event.time_ns);
            const auto partner = static_cast<std::uint32_t>(event.partner),
                       tag = static_cast<std::uint32_t>(event.tag);
            const auto bytes = static_cast<std::uint64_t>(event.bytes);
            if (event.kind == EventKind::Enter)
                OTF2_EvtWriter_Enter(writer, nullptr, time, event.site);
            else if (event.kind == EventKind::Leave)
                OTF2_EvtWriter_Leave(writer, nullptr, time, event.site);
            else if (event.kind == EventKind::Send)
                OTF2_EvtWriter_MpiSend(writer, nullptr, time, partner, 0, tag, bytes);
            else if (event.kind == EventKind::Receive)
                OTF2_EvtWriter_MpiRecv(writer, nullptr, time, partner, 0, tag, bytes);
            else
                continue;
            ++count;
        }
        otf2_now = static_cast<std::uint64_t>(rank.end_ns);
        OTF2_Archive_CloseEvtWriter(archive, writer);
        counts.push_back(count);
    }
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_Archive_OpenDefFiles(archive);
    for (std::size_t rank = 0; rank < counts.size(); ++rank)
        OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, rank));
    OTF2_Archive_CloseDefFiles(archive);
    OTF2_GlobalDefWriter* definitions = OTF2_Archive_GetGlobalDefWriter(archive);
    OTF2_GlobalDefWriter_WriteClockProperties(definitions, 1000000000, 0, otf2_now + 1,
                                              OTF2_UNDEFINED_TIMESTAMP);
    const char* strings[] = {"", "sweep", "EXCHANGE", "MATPROD", "machine", "comm"};
    for (std::uint32_t i = 0; i < 6; ++i)
        OTF2_GlobalDefWriter_WriteString(definitions, i, strings[i]);
    for (std::uint32_t i = 0; i < 3; ++i)
        OTF2_GlobalDefWriter_WriteRegion(definitions, i, i + 1, i + 1, 0, OTF2_REGION_ROLE_UNKNOWN,
                                         OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, 0, 0, 0);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions, 0, 4, 4, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    std::vector<std::uint64_t> members;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        const auto id = static_cast<std::uint32_t>(rank);
        OTF2_GlobalDefWriter_WriteLocationGroup(definitions, id, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(definitions, rank, 0, OTF2_LOCATION_TYPE_CPU_THREAD, counts[rank],
                                           id);
        members.push_back(rank);
    }
    const auto size = static_cast<std::uint32_t>(members.size());
    OTF2_GlobalDefWriter_WriteGroup(definitions, 0, 5, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, size, members.data());
    OTF2_GlobalDefWriter_WriteGroup(definitions, 1, 5, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, size, members.data());
    OTF2_GlobalDefWriter_WriteComm(definitions, 0, 5, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_Archive_CloseGlobalDefWriter(archive, definitions);
    OTF2_Archive_Close(archive);
}

std::uint64_t otf2_seen = 0;

OTF2_CallbackCode on_region(OTF2_LocationRef, OTF2_TimeStamp, void*, OTF2_AttributeList*, OTF2_RegionRef) {
    ++otf2_seen;
    return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_message(OTF2_LocationRef, OTF2_TimeStamp, void*, OTF2_AttributeList*, std::uint32_t,
                             OTF2_CommRef, std::uint32_t, std::uint64_t) {
    ++otf2_seen;
    return OTF2_CALLBACK_SUCCESS;
}

/// Reads with OTF2's local reader, location by location as LOOP does, with callbacks that only count.
bool read_otf2(const fs::path& anchor, std::size_t events, std::size_t locations) {
    otf2_seen = 0;
    OTF2_Reader* reader = OTF2_Reader_Open(anchor.c_str());
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    for (std::size_t i = 0; i < locations; ++i)
        OTF2_Reader_SelectLocation(reader, i);
    OTF2_Reader_OpenDefFiles(reader);
    OTF2_Reader_OpenEvtFiles(reader);
    OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
    // A local reader's callbacks also get the position; the counting ones ignore it.
    OTF2_EvtReaderCallbacks_SetEnterCallback(
        callbacks, [](OTF2_LocationRef l, OTF2_TimeStamp t, std::uint64_t, void* u, OTF2_AttributeList* a,
                      OTF2_RegionRef r) { return on_region(l, t, u, a, r); });
    OTF2_EvtReaderCallbacks_SetLeaveCallback(
        callbacks, [](OTF2_LocationRef l, OTF2_TimeStamp t, std::uint64_t, void* u, OTF2_AttributeList* a,
                      OTF2_RegionRef r) { return on_region(l, t, u, a, r); });
    const auto message = [](OTF2_LocationRef l, OTF2_TimeStamp t, std::uint64_t, void* u,
                            OTF2_AttributeList* a, std::uint32_t p, OTF2_CommRef c, std::uint32_t tag,
                            std::uint64_t bytes) { return on_message(l, t, u, a, p, c, tag, bytes); };
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, message);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, message);
    for (std::size_t i = 0; i < locations; ++i) {
        OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, i);
        std::uint64_t read = 0;
        if (definitions) {
            OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &read);
            OTF2_Reader_CloseDefReader(reader, definitions);
        }
        OTF2_EvtReader* location = OTF2_Reader_GetEvtReader(reader, i);
        OTF2_Reader_RegisterEvtCallbacks(reader, location, callbacks, nullptr);
        OTF2_Reader_ReadAllLocalEvents(reader, location, &read);
        OTF2_Reader_CloseEvtReader(reader, location);
    }
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    OTF2_Reader_CloseEvtFiles(reader);
    OTF2_Reader_Close(reader);
    return otf2_seen == events;
}

void rivals(const fs::path& scratch, int ranks) {
    const fs::path anchor = scratch / "otf2" / "traces.otf2";
    const auto locations = static_cast<std::size_t>(ranks);
    const std::size_t events = counted([&] {
        read_otf2(anchor, 0, locations);
        return otf2_seen;
    });
    Cost cost;
    if (measure([&] { return read_otf2(anchor, events, locations); }, cost))
        print("OTF2's reader, counting only", cost, events);
    else
        fmt::print("OTF2's reader failed\n");
    const std::string command = "exec otf2-print " + anchor.string() + " > /dev/null";
    if (measure([&] { return execl("/bin/sh", "sh", "-c", command.c_str(), nullptr) == 0; }, cost))
        print("otf2-print", cost, events);
    else
        fmt::print("otf2-print: not installed (package otf2-tools)\n");
}

#else

void write_otf2(const Trace&, const fs::path&) {}

void rivals(const fs::path&, int) {
    fmt::print("OTF2's reader: not installed when this was built (package libopen-trace-format2-dev)\n");
}

#endif

bool write_both(std::size_t events, int ranks, const fs::path& scratch) {
    const Trace trace = made_up(events, ranks);
    trace_encoder::Options options;
    options.ticks_per_second = 2.3e9;
    options.events_a_block = 20000;
    trace_encoder::write(trace, scratch / "records", options);
    write_otf2(trace, scratch / "otf2");
    std::uintmax_t bytes = 0;
    for (const auto& file : fs::directory_iterator(scratch / "records"))
        bytes += file.file_size();
    fmt::print("{} events of {} ranks, {:.1f} bytes per event\n", events_in(trace), ranks,
               static_cast<double>(bytes) / static_cast<double>(events_in(trace)));
    std::fflush(stdout);
    return true;
}

void ours(const fs::path& records) {
    const std::size_t events = counted([&] { return events_in(read_trace(records)); });
    Cost cost;
    if (!measure([&] { return read_only(records, events); }, cost)) fmt::print("reading failed\n");
    print("read_trace", cost, events);
    if (!measure([&] { return read_and_analyse(records); }, cost)) fmt::print("analyzing failed\n");
    print("read_trace and analyze", cost, events);
}

template <typename Work>
bool in_a_process(Work&& work) {
    Cost cost;
    return measure(work, cost);
}

void step(const char* what, const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const double ms = 1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("  {:<24} {:>8.0f} ms\n", what, ms);
}

/// Prints the time of each step, in this process.
bool steps(const fs::path& records) {
    Trace trace;
    std::vector<RankStates> states;
    Messages messages;
    Collectives collectives;
    step("read", [&] { trace = read_trace(records); });
    const TimeGrid grid{whole(trace), 1000};
    step("states", [&] { states = states_of(trace); });
    step("utilization", [&] { utilization_count(states, grid); });
    step("concurrency", [&] { concurrency_profile(states, grid.range); });
    step("match", [&] { messages = match_messages(trace); });
    step("traffic", [&] { traffic_of(trace, messages); });
    step("queues", [&] { queues_of(trace, messages, grid); });
    step("in flight", [&] { in_flight(messages, grid); });
    step("matrix", [&] { communication_matrix(trace, messages); });
    step("collectives", [&] { collectives = match_collectives(trace); });
    step("late partners", [&] { late_partners_of(trace, messages, collectives); });
    std::vector<TracedPhase> phases;
    step("phases", [&] { phases = traced_phases(trace, states); });
    step("ranks in phases", [&] { ranks_in_phases(trace, phases, grid); });
    step("critical path", [&] { critical_path(trace, states, messages, collectives); });
    std::fflush(stdout);
    return true;
}

void head() {
    fmt::print("{:<34} {:>8} {:>8} {:>10} {:>8}\n", "", "wall s", "CPU s", "Mevents/s", "peak MB");
    std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
    // All large work is done in separate processes, so that this one and its children stay small.
    if (count == 2 && fs::is_directory(arguments[1])) {
        head();
        ours(arguments[1]);
        in_a_process([&] { return steps(arguments[1]); });
        return 0;
    }
    const std::size_t events = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 10'000'000;
    const int ranks = count > 2 ? std::atoi(arguments[2]) : 16;
    std::string scratch = (fs::temp_directory_path() / "loop-bench-XXXXXX").string();
    if (ranks < 2 || !mkdtemp(scratch.data())) return 7;
    if (in_a_process([&] { return write_both(events, ranks, scratch); })) {
        head();
        ours(fs::path(scratch) / "records");
        rivals(scratch, ranks);
        fmt::print("\nof which, in wall clock:\n");
        in_a_process([&] { return steps(fs::path(scratch) / "records"); });
    }
    fs::remove_all(scratch);
    return 0;
}
