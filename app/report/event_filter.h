#pragma once

#include "trace/export/event_list.h"

#include <optional>
#include <string>
#include <utility>

namespace loop::app {

/// The options of `loop trace` that choose events.
struct EventOptions {
    std::string ranks, from, until, events, lines, names, partners;
    std::optional<long long> limit;

    /// The first one that is given, with its dashes; empty if there is none.
    std::string given() const;
};

/// Reads the options. Throws Failure (Usage) if one of them cannot be read, or names what the trace lacks.
report::EventFilter event_filter(const EventOptions& options, const report::Trace& trace);

} // namespace loop::app
