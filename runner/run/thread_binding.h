#pragma once

#include "compiler/compiler.h"
#include "runner/profile/profile.h"
#include "runner/run/settings.h"

/// The cores of ranks whose constructs start threads.
namespace loop::runner {

/// The most threads of a rank, 1 if it has no others; nullopt if that is not known before the program runs.
std::optional<int> threads_of_rank(const compiler::ProgramSummary& program, const Settings& settings);

/// If the launcher binds each rank to a core: binds it to a core for each of its threads, if this host has so
/// many, and to none otherwise. On one core, all threads of a rank would take turns.
void bind_threads(std::optional<int> threads, int ranks, MachineProfile& profile);

} // namespace loop::runner
