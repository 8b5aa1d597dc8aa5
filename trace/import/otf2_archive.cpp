#include "trace/import/otf2_archive.h"

#include "trace/export/otf2_errors.h"
#include "trace/import/otf2.h"
#include "trace/import/otf2_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace loop::report {

namespace {

struct CloseReader {
    void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
};
using Reader = std::unique_ptr<OTF2_Reader, CloseReader>;

std::string creator_of(OTF2_Reader* reader) {
    char* creator = nullptr;
    std::string text;
    if (OTF2_Reader_GetCreator(reader, &creator) == OTF2_SUCCESS && creator != nullptr) text = creator;
    std::free(creator);
    return text;
}

Reader open_archive(const std::string& anchor) {
    Reader reader(OTF2_Reader_Open(anchor.c_str()));
    if (reader == nullptr) throw ImportError("it is no OTF2 archive" + otf2_reason(OTF2_ERROR_INVALID));
    const OTF2_ErrorCode code = OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
    if (code != OTF2_SUCCESS) throw ImportError("it cannot be read" + otf2_reason(code));
    return reader;
}

/// Local definitions contain clock offsets and the numbers used by this location.
void read_local_definitions(OTF2_Reader* reader, OTF2_LocationRef location) {
    OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location);
    if (definitions == nullptr) return; // many archives have none for some locations
    std::uint64_t read = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &read);
    OTF2_Reader_CloseDefReader(reader, definitions);
    if (code != OTF2_SUCCESS) throw ImportError("its local definitions cannot be read" + otf2_reason(code));
}

/// Reads the events. If it throws, those before the error have been read.
void read_events(OTF2_Reader* reader, OTF2_LocationRef location, RankImport& import) {
    OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
    if (events == nullptr) throw ImportError("its events cannot be read" + otf2_reason(OTF2_ERROR_INVALID));
    OTF2_EvtReader_ApplyMappingTables(events, true);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
    RankImport::set_callbacks(callbacks);
    OTF2_ErrorCode code = OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, &import);
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    std::uint64_t read = 0;
    if (code == OTF2_SUCCESS) code = OTF2_Reader_ReadAllLocalEvents(reader, events, &read);
    OTF2_Reader_CloseEvtReader(reader, events);
    import.finish();
    if (code != OTF2_SUCCESS)
        throw ImportError(fmt::format("its events end after {}{}", read, otf2_reason(code)));
}

struct Counts {
    std::uint64_t uncompleted_receives = 0, unknown_partners = 0, backwards = 0;
};

void read_rank(OTF2_Reader* reader, const ImportedDefinitions& definitions, RankTrace& rank, Counts& counts) {
    const OTF2_LocationRef location = definitions.ranks[static_cast<std::size_t>(rank.rank)];
    rank.host = definitions.hosts[static_cast<std::size_t>(rank.rank)];
    RankImport import(definitions, rank);
    try {
        read_local_definitions(reader, location);
        read_events(reader, location, import);
        rank.complete = true;
    } catch (const ImportError& error) {
        rank.problem = error.what();
    }
    rank.present = !rank.events.empty() || rank.complete;
    counts.uncompleted_receives += import.uncompleted_receives();
    counts.unknown_partners += import.unknown_partners();
    counts.backwards += import.backwards();
    const auto own_problem = definitions.problems.find(location);
    if (own_problem == definitions.problems.end()) return;
    rank.complete = false;
    rank.problem = own_problem->second;
    const auto dropped = definitions.dropped.find(location);
    if (dropped != definitions.dropped.end()) rank.dropped = dropped->second;
}

/// Makes the earliest begin of any rank time 0.
void start_at_zero(Trace& trace) {
    const std::int64_t origin = trace.begin_ns();
    for (RankTrace& rank : trace.ranks) {
        if (!rank.present) continue;
        rank.begin_ns -= origin;
        rank.end_ns -= origin;
        for (Event& event : rank.events)
            event.time_ns -= origin;
    }
}

void report_problems(const ImportedDefinitions& definitions, const Counts& counts, Trace& trace) {
    const std::pair<std::uint64_t, const char*> problems[] = {
        {definitions.other_locations,
         "of the archive's locations (threads, devices) are no MPI ranks and are left out"},
        {counts.uncompleted_receives,
         "posted receives (MPI_Irecv) never complete in the archive: their messages are "
         "sent, but not received"},
        {counts.unknown_partners, "messages or collective operations are left out: the archive does not "
                                  "define their communicator or its members"},
        {counts.backwards, "events are earlier than those before them and were moved"}};
    for (const auto& [count, what] : problems)
        if (count > 0) trace.problems.push_back(fmt::format("{} {}", count, what));
    for (const RankTrace& rank : trace.ranks)
        if (!rank.complete) trace.problems.push_back(fmt::format("rank {}: {}", rank.rank, rank.problem));
}

} // namespace

Trace read_otf2_archive(const std::string& anchor) {
    const Otf2Quiet quiet;
    const Reader reader = open_archive(anchor);
    const std::string creator = creator_of(reader.get());
    const ImportedDefinitions definitions = read_definitions(reader.get());
    Trace trace;
    trace.sites = definitions.sites;
    trace.communicators = definitions.communicators;
    trace.resolution_ns = 1e9 / static_cast<double>(definitions.ticks_per_second);
    trace.clock_source = fmt::format("{}{}, {} ticks per second", archive_clock,
                                     creator.empty() ? "" : " by " + creator, definitions.ticks_per_second);
    for (const OTF2_LocationRef location : definitions.ranks)
        OTF2_Reader_SelectLocation(reader.get(), location);
    // Archives without local definitions have no files for them.
    const bool local = OTF2_Reader_OpenDefFiles(reader.get()) == OTF2_SUCCESS;
    const OTF2_ErrorCode opened = OTF2_Reader_OpenEvtFiles(reader.get());
    if (opened != OTF2_SUCCESS) throw ImportError("its events cannot be opened" + otf2_reason(opened));
    Counts counts;
    for (std::size_t i = 0; i < definitions.ranks.size(); ++i) {
        trace.ranks.emplace_back();
        trace.ranks.back().rank = static_cast<int>(i);
        read_rank(reader.get(), definitions, trace.ranks.back(), counts);
    }
    if (local) OTF2_Reader_CloseDefFiles(reader.get());
    OTF2_Reader_CloseEvtFiles(reader.get());
    report_problems(definitions, counts, trace);
    if (definitions.origin_unix_ns > 0) trace.began_unix_ns = definitions.origin_unix_ns + trace.begin_ns();
    start_at_zero(trace);
    return trace;
}

} // namespace loop::report
