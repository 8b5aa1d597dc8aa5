#pragma once

#include "report/document/document.h"
#include "report/read/run_directory.h"
#include "trace/analysis/analysis.h"

#include <optional>
#include <vector>

/// What a trace shows, one conclusion each; empty if it does not show it.
namespace loop::report {

struct TracedRun {
    const RunDirectory& directory;
    const Analysis& analysis;

    const Trace& trace() const { return *directory.trace; }
};

/// What bounds the run: computing, communication, imbalance, a serial part, or ranks that wait in turn.
std::optional<Conclusion> bound_conclusion(const TracedRun& run);
/// Ranks that are busy by the trace, but used no core.
std::optional<Conclusion> off_cores_conclusion(const TracedRun& run);
/// Ranks wait for others whose measurement is suspended, for example while their payloads are verified.
std::optional<Conclusion> unmeasured_conclusion(const TracedRun& run);
/// The construct, call, or phase that costs most along the critical path, not counting constructs inside it.
std::vector<Conclusion> cost_conclusions(const TracedRun& run);
/// A rank that is busy nearly all the time, while the others wait, and also sends and receives much.
std::optional<Conclusion> bottleneck_conclusion(const TracedRun& run);
/// The ranks that delay the others, and why.
std::optional<Conclusion> late_conclusion(const TracedRun& run);
/// A rank to which several ranks send most of the bytes at once, or which sends them to several ranks at
/// once, in a run that communication bounds.
std::optional<Conclusion> flooded_conclusion(const TracedRun& run);
/// A phase in which the ranks spend most of their time.
std::optional<Conclusion> phase_conclusion(const TracedRun& run);
/// The one visit of a construct that takes much longer than the others; and a place where a rank computes
/// longer, or shorter, from visit to visit.
std::vector<Conclusion> visit_conclusions(const TracedRun& run);
/// Many small messages whose size does not matter, in a run that communication bounds.
std::optional<Conclusion> message_conclusion(const TracedRun& run);

} // namespace loop::report
