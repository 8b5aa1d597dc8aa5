#pragma once

#include "runner/system/house.h"
#include "runner/system/interrupts.h"

#include <string>
#include <vector>

namespace loop::runner {

/// One thing that was looked at.
struct Symptom {
    enum class State { Good, Remark, Problem };
    State state = State::Good;
    std::string what;   ///< "MPICH", "cache"
    std::string text;   ///< what was seen
    std::string remedy; ///< empty for what is good
};

/// Looks at everything that LOOP needs on this host: tools, folders, profiles of the user, and settings that
/// figures depend on. Changes nothing but the cache's folder, which it creates where it is absent.
std::vector<Symptom> examine(const House& house, Interrupts& interrupts);

} // namespace loop::runner
