#pragma once

#include "runner/system/installation.h"
#include "runner/system/interrupts.h"

#include <string>
#include <vector>

namespace loop::runner {

/// One checked item.
struct Symptom {
    enum class State { Good, Remark, Problem };
    State state = State::Good;
    std::string what;   ///< "MPICH", "cache"
    std::string text;   ///< what was seen
    std::string remedy; ///< empty if the state is Good
};

/// Checks everything that LOOP needs on this host: tools, folders, the user's profiles, and settings that
/// affect measurements. Changes nothing except that it creates the cache folder if it is missing.
std::vector<Symptom> examine(const Installation& installation, Interrupts& interrupts);

} // namespace loop::runner
