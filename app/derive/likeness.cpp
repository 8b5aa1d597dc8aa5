#include "app/derive/likeness.h"

#include "base/text/units.h"
#include "trace/analysis/states/states.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::app {

namespace derive = report::derive;

namespace {

/// The time of the slowest rank.
std::string slowest(const formats::Timing& timing) {
    return timing.seconds ? seconds_text(timing.seconds->max) : "unknown";
}

std::string times_text(const formats::Summary& original, const formats::Summary& derived) {
    std::string text =
        fmt::format("time        {}, derived {}\n", slowest(original.program), slowest(derived.program));
    for (const formats::PhaseTime& phase : original.phase_times) {
        const auto same =
            std::find_if(derived.phase_times.begin(), derived.phase_times.end(),
                         [&](const formats::PhaseTime& other) { return other.name == phase.name; });
        if (same != derived.phase_times.end())
            text += fmt::format("            phase {}: {}, derived {}\n", phase.name, slowest(phase.timing),
                                slowest(same->timing));
    }
    return text;
}

std::string sequences_text(const derive::Likeness& likeness) {
    std::string text =
        fmt::format("likeness    {} of {} ranks communicate the same in the same order ({} operations)\n",
                    likeness.ranks_alike, likeness.ranks, likeness.operations);
    const auto traffic = [](const derive::Likeness::Traffic& of) {
        return fmt::format("{} messages, {} bytes, {} calls of collective operations", of.messages, of.bytes,
                           of.collectives);
    };
    text += "original    " + traffic(likeness.original) + "\n";
    text += "derived     " + traffic(likeness.derived) + "\n";
    text += fmt::format("matrix      {}\n", likeness.same_matrix ? "the same" : "different");
    if (!likeness.first_difference.empty()) text += "differs     " + likeness.first_difference + "\n";
    return text;
}

report::StateTimes times_of(const report::Trace& trace) {
    report::StateTimes all;
    for (const report::RankStates& rank : report::states_of(trace))
        all += report::times_in(rank, report::whole(trace));
    return all;
}

/// The share of each state in the time of all ranks.
std::string states_text(const report::Trace& original, const report::Trace& derived) {
    const report::StateTimes before = times_of(original), now = times_of(derived);
    std::string text;
    for (const report::State state :
         {report::State::Busy, report::State::Overhead, report::State::Idle, report::State::InMpi}) {
        if (before.of(state) == 0 && now.of(state) == 0) continue;
        text += fmt::format("{}{} {:.0f} %, derived {:.0f} % ({:+.0f} points)\n",
                            text.empty() ? "states      " : "            ", report::state_label(state),
                            before.percent(state), now.percent(state),
                            now.percent(state) - before.percent(state));
    }
    return text;
}

} // namespace

std::string likeness_text(const derive::Likeness& likeness, const report::RunDirectory& original,
                          const report::RunDirectory& derived, const std::string& times) {
    return sequences_text(likeness) +
           (times.empty() ? times_text(original.run.summary, derived.run.summary) : times) +
           states_text(*original.trace, *derived.trace);
}

} // namespace loop::app
