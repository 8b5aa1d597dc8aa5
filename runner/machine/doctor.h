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
    std::string remedy; ///< empty for what is good
};

/// Checks everything that LOOP needs on this host: tools, folders, profiles of the user, and settings that
/// affect measurements. Changes nothing except that it creates a missing cache folder.
std::vector<Symptom> examine(const Installation& installation, Interrupts& interrupts);

} // namespace loop::runner
