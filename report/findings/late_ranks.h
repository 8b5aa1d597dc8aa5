#pragma once

#include "trace/analysis/analysis.h"

#include <optional>
#include <vector>

/// Which ranks delay the others, and why.
namespace loop::report {

/// How long the busiest rank computes for which others wait, in nanoseconds. Others wait for a rank if at
/// least half of its time above the average is on the critical path; the path on ranks that compute even
/// longer counts, too. The average if there is no such rank; 0 if busy times are not known.
double longest_on_path(const Analysis& analysis);

/// Returns the ranks whose busy time is above the average by more than half of what longest_on_path() is, in
/// ascending order. Empty if busy times are not known, or if other ranks compute much longer beside the path.
std::vector<int> busiest_ranks(const Analysis& analysis);

/// Ranks that compute clearly longer than the others.
struct BusyRanks {
    std::vector<int> ranks; ///< in ascending order
    /// With which they are compared: without a rank that deals, or is among the busiest.
    std::vector<int> others;
    /// The longest of their busy times relative to the others' average; infinite if that is 0.
    double factor = 0;
    double longer_ns = 0;   ///< the difference
    bool are_all = true;    ///< no other rank is among the busiest ones
    bool are_alike = false; ///< the shortest of their busy times is nearly the longest one
};

/// Returns those of busiest_ranks() for which others wait, and those that compute as long. Empty if the
/// difference is less than a twentieth of the run's time, or if they are more than a third of all ranks (half
/// of two).
std::optional<BusyRanks> busy_ranks(const Analysis& analysis);

/// The same for the ranks that compute longest, whether others wait for them or not.
std::optional<BusyRanks> longest_ranks(const Analysis& analysis);

/// Ranks for which the other ranks wait.
struct LateRanks {
    std::vector<int> ranks;    ///< in ascending order
    double waited_percent = 0; ///< how long other ranks waited for them, of the measured time of all ranks
};

/// Whether so many ranks stand out among all: at most a third, or one of two.
bool is_few(std::size_t ranks, std::size_t all);

/// The number of ranks of which something was measured.
int measured_ranks(const Analysis& analysis);

/// How long other ranks waited for a rank, all of them together.
std::int64_t delay_of(const LatePartnerTimes& times);

/// Returns the ranks that delay others much more than others delay them; so a rank that only passes a delay
/// on is not among them. Empty if that delay is less than a twentieth of the measured time, or if they are
/// more than a third of all ranks (half of two).
std::optional<LateRanks> late_ranks(const Analysis& analysis);

/// Whether what these ranks compute longer than the average is nearly all of what imbalance costs.
bool explain_imbalance(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks);

/// Where a rank computes longer than other ranks.
struct Excess {
    std::uint32_t site =
        no_site; ///< where its busy time differs most from the others' average; no_site: host code
    std::uint32_t after = no_site; ///< for host code: the site that the rank left before; no_site: none
    double at_site_ns = 0;         ///< the difference there

    /// The site there, or the one before.
    std::uint32_t place() const { return site != no_site ? site : after; }
};

/// Compares the rank with the others, of which there must be one. Takes linear time.
Excess excess_of(const Trace& trace, const Analysis& analysis, int rank, const std::vector<int>& others);

} // namespace loop::report
