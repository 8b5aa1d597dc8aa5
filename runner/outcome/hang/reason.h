#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// Why the ranks of a launch hang, derived from their status. The classes are those of the MPI Bugs
/// Initiative (Laguerre and others, "The MPI Bugs Initiative: a Framework for MPI Verification Tools
/// Evaluation", Correctness 2021), plus loops that ranks leave at different times.
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

} // namespace loop::runner
