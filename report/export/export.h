#pragma once

#include "report/trace/trace.h"

#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

/// A trace in the formats of other tools (docs/exports.md). Each writer checks nothing of where it writes;
/// the caller looks at the stream.
namespace loop::report {

/// What the format cannot express, or expresses differently: sentences for the user.
using Remarks = std::vector<std::string>;

/// PICL 2, as ParaGraph reads it.
Remarks write_picl(const Trace& trace, std::ostream& out);

/// Perfetto's native format, TrackEvent packets.
Remarks write_perfetto(const Trace& trace, std::ostream& out);

/// Comma-separated values (RFC 4180): every event; every message with both of its ends.
void write_events_csv(const Trace& trace, std::ostream& out);
void write_messages_csv(const Trace& trace, std::ostream& out);

struct ExportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An OTF2 archive, `folder`/traces.otf2 and what belongs to it. ExportError when it cannot be written.
Remarks write_otf2(const Trace& trace, const std::string& folder);

/// What people call a site: the name of a phase or region, else the construct or call.
inline const std::string& title(const TraceSite& site) {
    return site.name.empty() ? site.construct : site.name;
}

/// Of all ranks and their events.
std::int64_t earliest_time(const Trace& trace);

/// Remarks on what is missing in the trace itself, the same for every format.
Remarks remarks_on(const Trace& trace);

} // namespace loop::report
