#pragma once

#include "report/read/run.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report::bsp {

/// The requests of BSPlib in a superstep: those that a rank made or was asked for, whichever are more, of the
/// rank that has most of this operation.
struct StepRequests {
    double puts = 0;
    double rows = 0; ///< calls of bsp_put_row
    double gets = 0;
    double messages = 0;
    double lists = 0; ///< that they form; 0 if unknown

    /// How many of the operations that form lists there are.
    double listed_operations() const {
        return (puts > 0 ? 1 : 0) + (gets > 0 ? 1 : 0) + (messages > 0 ? 1 : 0);
    }
    double all() const { return puts + rows + gets + messages; }
    bool operator==(const StepRequests& other) const {
        return puts == other.puts && rows == other.rows && gets == other.gets && messages == other.messages &&
               lists == other.lists;
    }
};

/// Supersteps of equal h and equal requests.
struct EqualSteps {
    double words; ///< h of each
    double count;
    StepRequests requests{}; ///< none: not of BSPlib, or unknown
    /// The mean of the words that a rank sends and that it receives, as a share of h, of the rank for which
    /// this is most: 1 in a full h-relation, 0.5 if the busiest rank only sends, or only receives.
    double both_ways = 1;
};

/// What a program demands of a machine: the w, h, and S of w / r + h g + S l.
struct Demand {
    double work = 0;  ///< operations of the busiest rank
    double words = 0; ///< 64-bit words: the largest h of each superstep, summed over supersteps
    double supersteps = 0;
    std::optional<double> data_bytes{}; ///< arrays of the rank that has most; nothing if unknown
    std::vector<std::string> notes{};   ///< what is not known exactly
    std::vector<EqualSteps> steps{};    ///< all supersteps; empty if the h of each is unknown

    /// The supersteps; if the h of each is unknown, all have the mean.
    std::vector<EqualSteps> all_steps() const;
};

/// Returns the demand of a LOOP program from the counts of its constructs. Each call of a communicating
/// construct is a superstep; its h is that of the rank that sends or receives most in this call. This
/// includes PICL's global operations, whose words are not counted. PICL's messages between two ranks belong
/// to no common superstep: those of the busiest rank count.
Demand demand_of(const RunRecord& run);

/// The demand of a program that ran on `ranks`.
struct DemandOfRun {
    int ranks = 0;
    Demand demand;
};
/// Returns the demand on another number of ranks: of the run on so many ranks, or along power laws through
/// the two runs next to it: then its supersteps have the mean words and requests. Runs on one rank, which
/// sends nothing, are only used for one rank. Nothing if there are not two.
std::optional<Demand> demand_at(const std::vector<DemandOfRun>& runs, int ranks);

/// Says in what two runs differ, other than their ranks and machines; "" if they are of the same program with
/// the same parameters.
std::string difference(const RunRecord& one, const RunRecord& other);

} // namespace loop::report::bsp
