#pragma once

#include "runner/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// Why ranks of a launch wait for each other for ever, as far as their last words tell. The classes are those
/// of the MPI Bugs Initiative (Laguerre and others, "The MPI Bugs Initiative: a Framework for MPI
/// Verification Tools Evaluation", Correctness 2021), and loops that ranks leave at different times.
struct HangReason {
    enum class Class {
        MissingParticipant,
        EarlyExit,
        DifferentArguments,
        DifferentSequence,
        Cycle,
        NobodySends
    };
    Class what = Class::NobodySends;
    std::string sentence;
};

/// "missing participant", "left a loop early", "different arguments" ...
std::string class_text(HangReason::Class what);

HangReason reason_of_hang(const std::vector<RankOutcome>& ranks, const std::string& source);

/// Who waits where, for whom and since when; who computes; who is gone: one sentence for ranks that do the
/// same. `standing`: seconds for each rank; empty where nobody looked.
std::vector<std::string> roll_call(const std::vector<RankOutcome>& ranks, const std::string& source,
                                   const std::vector<double>& standing = {});

/// Whom rank `rank` waits for: ranks; empty where it is anybody, everybody or nobody.
std::vector<int> awaited_ranks(const RankOutcome& rank, int ranks);

/// "`\EXCHANGE` at ring.loop:12", "`MPI_Recv` at ring.loop:14".
std::string waiting_place(const RankOutcome& rank, const std::string& source);

} // namespace loop::runner
