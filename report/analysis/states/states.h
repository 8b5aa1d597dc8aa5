#pragma once

#include "report/trace/time_range.h"

#include <array>
#include <string>
#include <vector>

/// What a rank does, in the terms of ParaGraph.
namespace loop::report {

enum class State : std::uint8_t {
    Busy,     ///< the rest: host code, computation constructs
    Overhead, ///< in the communication system, not waiting
    Idle,     ///< waiting for what has not come yet
    Excluded, ///< not part of the rank's measured time: the measurement stood still, not begun yet, or ended
    Unknown,  ///< nothing was recorded: rank without a trace, its buffer full, or inside a kernel
    InMpi,    ///< in a call of MPI whose inside is not recorded: one-sided, files, communicators
};
constexpr std::size_t state_count = 6;
const char* state_name(State state);  ///< one word: "busy", "overhead", "idle", "excluded", "unknown", "mpi"
const char* state_label(State state); ///< for people: "in MPI, not recorded"

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
    /// Everything but what is excluded: the base of percentages. For a rank: its elapsed time.
    std::int64_t measured_ns() const;
    std::int64_t known_ns() const; ///< the measured time without what is unknown
    /// Whether at least nine tenths of the measured time is known, so that its shares mean something.
    bool is_known() const;
    /// Share of the measured time in percent; all states but Excluded make 100. 0 where nothing was measured.
    double percent(State state) const;
    StateTimes& operator+=(const StateTimes& other);
};

/// "only 6 % of the measured time is known"; "nothing is known" where nothing was measured; empty where
/// everything is, to half a percent.
std::string known_part_text(const StateTimes& times);

/// What a rank is assumed to do inside a site while it does not wait.
enum class Inside : std::uint8_t {
    Busy,        ///< computation, functions of imported archives
    Overhead,    ///< constructs that communicate, PICL's and MPI's calls
    NotRecorded, ///< kernels: they compute and communicate, and record neither
    Mpi,         ///< MPI calls and ends of supersteps whose begin and end alone are recorded
    Inherited,   ///< phases
};
Inside inside(const TraceSite& site);

/// Whether messages may be sent inside it.
bool communicates(const TraceSite& site);

/// By rank, from the trace's begin to its end; a rank is measured from its own begin to its own end. Linear
/// in the events.
std::vector<RankStates> states_of(const Trace& trace);

/// Time in each state within `range`; logarithmic in the changes before it, linear in those inside.
StateTimes times_in(const RankStates& rank, TimeRange range);
State state_at(const RankStates& rank, std::int64_t time_ns);

} // namespace loop::report
