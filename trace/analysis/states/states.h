#pragma once

#include "trace/read/time_range.h"

#include <array>
#include <string>
#include <vector>

/// What a rank does, in ParaGraph's terms.
namespace loop::report {

enum class State : std::uint8_t {
    Busy,     ///< host code, computation constructs, and everything else
    Overhead, ///< in the communication system, not waiting
    Idle,     ///< waiting
    Excluded, ///< not measured: before the rank's begin, after its end, or while the measurement is suspended
    Unknown,  ///< not recorded: no trace, the buffer was full, or in a kernel outside of recorded parts
    InMpi,    ///< in calls of which only begin and end are recorded: `calls_in_mpi`
};
constexpr std::size_t state_count = 6;
constexpr const char* calls_in_mpi = "files, one-sided communication, communicators, threads";
const char* state_name(State state);  ///< one word: "busy", "overhead", "idle", "excluded", "unknown", "mpi"
const char* state_label(State state); ///< for people: "in MPI, not recorded"
/// The label with what it means: "overhead: sending, receiving"; only of busy, overhead, and idle.
const char* state_meaning(State state);

/// `state` lasts from here to the next change.
struct StateChange {
    std::int64_t time_ns : 56;
    State state : 8;
};
static_assert(sizeof(StateChange) == 8, "a trace has nearly as many state changes as events");

/// The states of one rank. The first change is at the trace's begin; the last state lasts to `end_ns`, the
/// trace's end. Consecutive changes differ in state and in time.
struct RankStates {
    std::vector<StateChange> changes;
    std::int64_t end_ns = 0;
};

struct StateTimes {
    std::array<std::int64_t, state_count> ns{};

    std::int64_t of(State state) const { return ns[static_cast<std::size_t>(state)]; }
    /// All states but Excluded; percentages are relative to it. For one rank, its elapsed time.
    std::int64_t measured_ns() const;
    std::int64_t known_ns() const; ///< the measured time without Unknown
    /// Whether at least 90 % of the measured time is known, so that shares are meaningful.
    bool is_known() const;
    /// Returns the percentage of the measured time; all states but Excluded sum to 100. 0 if nothing was
    /// measured.
    double percent(State state) const;
    StateTimes& operator+=(const StateTimes& other);
};

/// Returns "only 6 % of the measured time is known", "nothing is known" if nothing was measured, or "" if all
/// is known to within half a percent.
std::string known_part_text(const StateTimes& times);

/// What a rank is assumed to do inside a site while it does not wait.
enum class Inside : std::uint8_t {
    Busy,        ///< computation, also in parts of kernels; functions of imported archives
    Overhead,    ///< constructs that communicate, PICL calls, MPI calls, parts of kernels that communicate
    NotRecorded, ///< kernels: they record only some parts, which are sites of their own
    Mpi,         ///< MPI calls of which only begin and end are recorded
    Inherited,   ///< phases: as in the enclosing site
};
Inside inside(const TraceSite& site);

/// Whether messages may be sent inside the site.
bool communicates(const TraceSite& site);

/// Returns states by rank, from the trace's begin to its end. A rank is measured from its own begin to its
/// own end. While its threads run, its state is that of all of them (`with_threads`). Takes time linear in
/// the number of events.
std::vector<RankStates> states_of(const Trace& trace);

/// Returns the time in each state within `range`. Takes time logarithmic in the number of changes, and linear
/// in the number of changes inside `range`.
StateTimes times_in(const RankStates& rank, TimeRange range);
State state_at(const RankStates& rank, std::int64_t time_ns);

/// The states of each rank within its ranges, which are in the order of time and do not overlap; Excluded
/// outside. An analysis of them is one of these ranges alone.
std::vector<RankStates> only_within(const std::vector<RankStates>& states,
                                    const std::vector<std::vector<TimeRange>>& ranges);

} // namespace loop::report
