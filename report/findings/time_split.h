#pragma once

#include "trace/analysis/analysis.h"

#include <optional>

namespace loop::report {

/// Into what the time of a run divides. The parts add up to the time of the last rank, which is the length of
/// the critical path. Only what is on the path makes the run longer: a rank that computes beside it, while
/// others communicate, costs nothing. Computing is everything outside communication (State::Busy).
struct TimeSplit {
    double whole_ns = 0;
    /// How long the ranks on the critical path compute: at most as long as an average rank, and what they
    /// compute longer without making another rank wait.
    double computing_ns = 0;
    double average_rank_ns = 0; ///< how long an average rank computes, on the path and beside it
    bool is_of_others = false;  ///< that is the average of all but the late ranks
    /// How much longer the rank computes for which the others wait (longest_on_path), but not more than the
    /// run would be shorter without (Analysis::surplus_ns).
    double imbalance_ns = 0;
    /// How much more the ranks on the path compute than that rank: others wait for one of them after the
    /// other.
    double in_turn_ns = 0;
    /// The rest of the path: sending, receiving, synchronizing, and messages in transit.
    double communication_ns = 0;
    /// The part of it in MPI calls that are not recorded in detail: files, one-sided communication, and
    /// communicators.
    double unrecorded_mpi_ns = 0;

    double average_mpi_ns = 0; ///< how long an average rank is in such calls, on the path and beside it

    double messages_ns() const { return communication_ns - unrecorded_mpi_ns; }
    /// Whether communication is mostly such MPI calls, which may be something else, such as file access.
    bool is_unrecorded() const { return unrecorded_mpi_ns > 0 && 2 * unrecorded_mpi_ns >= communication_ns; }
    /// Whether so much is in such calls that what ranks need from each other is not known well.
    bool is_partly_unrecorded() const { return 10 * unrecorded_mpi_ns >= whole_ns; }
    double percent(double part_ns) const { return whole_ns > 0 ? 100 * part_ns / whole_ns : 0; }
};

/// Empty if more than a tenth of the path is unknown, or on ranks that are not measured meanwhile.
std::optional<TimeSplit> time_split(const Analysis& analysis);

/// The same, but if there are late ranks, imbalance is what the run would save if they computed as long as
/// the others.
std::optional<TimeSplit> time_split_beside_late_ranks(const Trace& trace, const Analysis& analysis);

} // namespace loop::report
