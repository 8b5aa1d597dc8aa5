#pragma once

#include "cli/arguments.h"
#include "trace/export/event_list.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loop::cli {

/// The options of `loop trace` that choose events.
struct EventOptions {
    std::string ranks, from, until, events, lines, names, partners;
    std::optional<long long> limit;

    /// The first one that is given, with its dashes; empty if there is none.
    std::string given() const;
};

void define_event_options(Arguments& app, EventOptions& options);

/// Reads the options. Throws Failure (Usage) if one of them cannot be read, or names what the trace lacks.
report::EventFilter event_filter(const EventOptions& options, const report::Trace& trace);

} // namespace loop::cli
