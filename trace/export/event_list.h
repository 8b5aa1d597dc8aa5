#pragma once

#include "trace/read/trace.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

constexpr std::array<EventKind, 11> event_kinds{
    EventKind::Enter,      EventKind::Leave,    EventKind::Send,    EventKind::Post,
    EventKind::Wait,       EventKind::Receive,  EventKind::Resume,  EventKind::Mark,
    EventKind::Collective, EventKind::Excluded, EventKind::Included};

/// "enter", "leave", "send", ...
const char* event_name(EventKind kind);

/// Which events of a trace to list. An empty list: all.
struct EventFilter {
    std::vector<int> ranks;
    std::optional<std::int64_t> from_ns, until_ns; ///< both are included
    std::vector<EventKind> kinds;
    std::vector<int> lines; ///< of the site in which the event is
    /// Of that site: its construct or call, with or without a backslash, the name of its phase, or its
    /// site_text(); or host_code.
    std::vector<std::string> names;
    std::vector<int> partners; ///< the other rank of a message or a wait, or the root of an operation
};

constexpr const char* host_code = "host code";

/// Whether EventFilter::names with this name selects the site.
bool has_name(const TraceSite& site, const std::string& name);

/// Calls `take` with each event that passes, in the order of time, events of the same time by rank, until it
/// returns false. Needs memory for one position per rank.
void for_each_event(const Trace& trace, const EventFilter& filter,
                    const std::function<bool(const RankTrace& rank, const Event& event)>& take);

} // namespace loop::report
