#pragma once

#include "report/analysis/time_range.h"

#include <array>
#include <vector>

/// What a processor does, as ParaGraph tells it.
namespace loop::report {

enum class State : std::uint8_t {
    Busy,     ///< the rest: host text, computation constructs
    Overhead, ///< in the communication system, not waiting
    Idle,     ///< waiting for what has not come yet; not begun yet, or finished
    Excluded, ///< the measurement stood still: not part of the measured time
    Unknown,  ///< nothing was recorded: rank without a trace, its buffer full, or inside a kernel
};
constexpr std::size_t state_count = 5;
const char* state_name(State state); ///< "busy", "overhead", "idle", "excluded", "unknown"

/// `state` lasts from here to the next change.
struct StateChange {
    std::int64_t time_ns : 56;
    State state : 8;
};
static_assert(sizeof(StateChange) == 8, "as many as events, nearly");

/// One rank: the first change is at the trace's begin, the last state lasts to `end_ns`, the trace's end.
/// Neighbouring changes differ in state and in time.
struct RankStates {
    std::vector<StateChange> changes;
    std::int64_t end_ns = 0;
};

struct StateTimes {
    std::array<std::int64_t, state_count> ns{};

    std::int64_t of(State state) const { return ns[static_cast<std::size_t>(state)]; }
    /// Busy, overhead and idle together: what percentages are of.
    std::int64_t measured_ns() const;
    /// Share of the measured time in percent; busy, overhead and idle make 100. 0 where nothing was measured.
    double percent(State state) const;
    StateTimes& operator+=(const StateTimes& other);
};

/// What a rank is taken to do inside a site, where it does not wait.
enum class Inside : std::uint8_t {
    Busy,     ///< computation, functions of imported archives
    Overhead, ///< constructs that communicate, PICL's and MPI's calls
    Untold,   ///< kernels: they compute and communicate, and record neither
    AsAround, ///< phases
};
Inside inside(const TraceSite& site);

/// Whether messages may be sent inside it.
bool communicates(const TraceSite& site);

/// By rank. Linear in the events.
std::vector<RankStates> states_of(const Trace& trace);

/// Time in each state within `range`; logarithmic in the changes before it, linear in those inside.
StateTimes times_in(const RankStates& rank, TimeRange range);
StateTimes times_in(const std::vector<RankStates>& ranks, TimeRange range); ///< summed over ranks
State state_at(const RankStates& rank, std::int64_t time_ns);

} // namespace loop::report
