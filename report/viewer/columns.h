#pragma once

#include "report/viewer/timeline.h"

#include <array>
#include <string>
#include <vector>

/// The trace as the page contains it: columns of integers, most of them one byte once packed.
/// viewer/decode.js reads them back.
namespace loop::report {

/// Varints (LEB128); "signed": zigzag. Each column runs over the ranks of its chunk, one after the other.
enum class Column : std::size_t {
    Duration,        ///< of an interval, in nanoseconds
    Code,            ///< of an interval: index into the table of (site, state, begins a call)
    SendInterval,    ///< a send: in which interval, counted from the send before
    SendOffset,      ///< and how long after its begin
    SendPartner,     ///< receiver less sender, modulo ranks
    SendBytes,       ///< signed, less those of the send before
    SendTag,         ///< signed, less that of the send before
    ReceiveInterval, ///< a receive, in the same way
    ReceiveOffset,   ///<
    ReceivePartner,  ///< sender less receiver, modulo ranks; the number of ranks: unknown
    ReceiveOrdinal,  ///< 0: its send is not here; else 1 + signed: its index among the pair's sends, less the
                     ///< expected one
    ReceiveBytes,    ///< of those whose send is not here
    PhaseBegin,      ///< a visit of a phase: nanoseconds after the begin of the one before
    PhaseDuration,
    PhaseIndex,         ///< index into the table of phases
    CollectiveInterval, ///< a collective operation, as a send
    CollectiveRoot,     ///< 1 + world rank, 0: none
    CollectiveBytes,
    MarkTime,   ///< a user's mark: nanoseconds after the one before
    MarkNumber, ///< signed
};
constexpr std::size_t column_count = 20;

struct RankCounts {
    std::size_t intervals = 0, sends = 0, receives = 0, phases = 0, collectives = 0, marks = 0;
};

/// Ranks in one compressed piece.
struct Chunk {
    std::size_t first_rank = 0;
    std::vector<RankCounts> ranks;
    std::array<std::string, column_count> columns;

    std::string bytes() const; ///< all columns, in their order
};

/// What an interval can be, each once.
struct IntervalCode {
    std::uint32_t site;
    State state;
    bool begins_call;
};

struct ViewData {
    TimeRange range;
    std::vector<IntervalCode> codes;
    std::vector<Chunk> chunks;
    std::size_t intervals = 0;
    bool cut = false; ///< `range` is less than the trace's, since there are more intervals than wanted
};

struct ViewLimits {
    std::size_t intervals = 5'000'000;
    std::optional<TimeRange> range; ///< since the trace's begin; else all of it
    std::size_t path_steps = 100'000;
};

ViewData view_data(const Trace& trace, const Analysis& analysis, const ViewLimits& limits);

} // namespace loop::report
