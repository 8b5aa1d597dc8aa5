#pragma once

#include "trace/analysis/states/states.h"
#include "trace/analysis/waits/critical_path.h"

#include <optional>
#include <vector>

namespace loop::report {

/// The factors of the parallel efficiency of a run, as the POP project defines them. Fractions; their product
/// is parallel(). Of a trace that records parts of a run, they are those of these parts.
///
/// Serialization and transfer need the time of the run on an ideal network, on which messages take no time.
/// Here that is the longest computing time of a rank, or the critical path without messages in transit and
/// without the time in calls, whichever is longer. On an ideal network, another chain of work may be longer
/// than that, so transfer may be better than it says, and serialization worse.
struct EfficiencyFactors {
    double load_balance = 1;             ///< mean computing time of the ranks / longest one
    double communication = 1;            ///< longest computing time / time of the run
    std::optional<double> serialization; ///< longest computing time / time on an ideal network
    std::optional<double> transfer;      ///< time on an ideal network / time of the run
    std::vector<StateTimes> by_rank;     ///< what each rank does; of a rank without a trace, nothing

    /// Mean computing time / time of the run.
    double parallel() const { return load_balance * communication; }
};

/// `by_rank`: the measured time of each rank. Without a critical path (no_critical_path), communication is
/// not divided. Returns nothing if no rank computes.
std::optional<EfficiencyFactors> efficiency_factors(const std::vector<StateTimes>& by_rank,
                                                    const CriticalPath& path);

} // namespace loop::report
