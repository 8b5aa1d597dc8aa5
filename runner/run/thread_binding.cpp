#include "runner/run/thread_binding.h"

#include <string_view>

namespace loop::runner {

namespace {

/// Options of MPICH's and Open MPI's launchers; the next word says what a rank is bound to.
bool is_binding_option(std::string_view word) {
    return word == "-bind-to" || word == "--bind-to";
}

bool is_one_core(std::string_view word) {
    const std::string_view unit = word.substr(0, word.find(':'));
    return unit == "core" || unit == "hwthread";
}

} // namespace

void settle_threads(const compiler::ProgramSummary& program, MachineProfile& profile) {
    if (!program.uses_threads) return;
    for (std::size_t i = 1; i < profile.launcher.size(); ++i)
        if (is_binding_option(profile.launcher[i - 1]) && is_one_core(profile.launcher[i])) {
            profile.launcher[i] = "none";
            profile.pinning = "none";
        }
}

} // namespace loop::runner
