#pragma once

#include "report/viewer/timeline.h"

#include <array>
#include <string>
#include <vector>

/// The trace as stored in the page: columns of integers, most of which take one byte. viewer/decode.js
/// decodes them.
namespace loop::report {

/// Columns contain varints (LEB128); "signed": zigzag-encoded. Each column has the values of all ranks of its
/// chunk, rank by rank.
enum class Column : std::size_t {
    Duration,        ///< of an interval, in nanoseconds
    Code,            ///< of an interval: index into the table of (site, state, begins a call)
    SendInterval,    ///< a send: index of its interval, minus that of the previous send
    SendOffset,      ///< nanoseconds since the begin of that interval
    SendPartner,     ///< receiver - sender, modulo the number of ranks
    SendBytes,       ///< signed: minus those of the previous send
    SendTag,         ///< signed: minus that of the previous send
    ReceiveInterval, ///< a receive: as for sends
    ReceiveOffset,   ///<
    ReceivePartner,  ///< sender - receiver, modulo the number of ranks; the number of ranks: unknown
    ReceiveOrdinal,  ///< 0: its send is not in the page; else 1 + signed: its index among the pair's sends
                     ///< minus the expected index
    ReceiveBytes,    ///< only if the send is not in the page
    PhaseBegin,      ///< a visit of a phase: nanoseconds since the begin of the previous visit
    PhaseDuration,
    PhaseIndex,         ///< index into the table of phases
    CollectiveInterval, ///< a collective operation: as for sends
    CollectiveRoot,     ///< 1 + world rank; 0: none
    CollectiveBytes,
    MarkTime,      ///< a user's mark: nanoseconds since the previous one
    MarkNumber,    ///< signed
    ThreadChanges, ///< of a further thread: the number of changes of its state
    ThreadTime,    ///< of a change: nanoseconds since the thread's previous one
    ThreadState,
    ThreadMessageThread,   ///< a message that one of the rank's threads sent: the thread
    ThreadMessageTime,     ///< nanoseconds since the rank's previous one
    ThreadMessageTransit,  ///< signed: received minus sent
    ThreadMessageReceiver, ///< world rank
    ThreadMessageBytes,
};
constexpr std::size_t column_count = 28;

struct RankCounts {
    std::size_t intervals = 0, sends = 0, receives = 0, phases = 0, collectives = 0, marks = 0, threads = 0,
                thread_messages = 0;
};

/// Consecutive ranks that are compressed together.
struct Chunk {
    std::size_t first_rank = 0;
    std::vector<RankCounts> ranks;
    std::array<std::string, column_count> columns;

    std::string bytes() const; ///< all columns, in their order
};

/// A kind of interval. The table has no duplicates.
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
    bool cut = false; ///< `range` was shortened, because there are too many intervals
    std::size_t threads_left_out = 0;
};

struct ViewLimits {
    std::size_t intervals = 5'000'000;
    std::optional<TimeRange> range; ///< relative to the trace's begin; nothing: the whole trace
    std::size_t path_steps = 100'000;
};

ViewData view_data(const Trace& trace, const Analysis& analysis, const ViewLimits& limits);

} // namespace loop::report
