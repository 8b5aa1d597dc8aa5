#pragma once

#include "trace/export/event_list.h"
#include "trace/read/trace.h"

#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

/// Writes a trace in the formats of other tools (docs/exports.md). Writers to a stream do not check for write
/// errors; the caller must check the stream.
namespace loop::report {

/// Sentences for the user on what the format cannot express, or expresses differently.
using Remarks = std::vector<std::string>;

/// PICL 2, for ParaGraph.
Remarks write_picl(const Trace& trace, std::ostream& out);

/// Perfetto's native format, TrackEvent packets.
Remarks write_perfetto(const Trace& trace, std::ostream& out);

/// Comma-separated values (RFC 4180): one line per event, or per message with both of its ends.
void write_events_csv(const Trace& trace, std::ostream& out);
void write_messages_csv(const Trace& trace, std::ostream& out);

struct WrittenEvents {
    std::uint64_t count = 0;
    bool has_more = false; ///< than the limit
};

/// A table for people: one line per event that passes, in the order of time; at most `most` of them. Stops if
/// the stream fails.
WrittenEvents write_events_text(const Trace& trace, const EventFilter& filter,
                                std::optional<std::uint64_t> most, std::ostream& out);

struct ExportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Writes an OTF2 archive: the anchor file `folder`/traces.otf2 and the files it needs. Throws ExportError if
/// that fails.
Remarks write_otf2(const Trace& trace, const std::string& folder);

/// The site's name for users: that of the phase or region, else the construct or call.
inline const std::string& title(const TraceSite& site) {
    return site.name.empty() ? site.construct : site.name;
}

/// The earliest time of any rank or event.
std::int64_t earliest_time(const Trace& trace);

/// Remarks on what the trace itself lacks, the same for every format.
Remarks remarks_on(const Trace& trace);

} // namespace loop::report
