#pragma once

#include "runner/run/run_record.h"

/// Preparation of a run between its request and its first launch.
namespace loop::runner {

/// Failure (Usage) if the program has no `main`.
void require_main(const compiler::Compilation& compilation);

/// Checks everything that can fail before the build; fills in the number of ranks.
MachineProfile checked(const compiler::Compilation& compilation, const Installation& installation,
                       RunRequest& request);

/// Asks the hosts that ranks go to whether they answer; Failure (RunFailed). The facts refer to `profile`,
/// which must outlive them. The command of the launches is left to the caller.
RunFacts gather_facts(const compiler::Compilation& compilation, const RunRequest& request,
                      const MachineProfile& profile, BuiltProgram program, const Cache& cache,
                      Interrupts& interrupts);

/// Puts the source, the C++ and the program into `folder`. Returns the program to launch.
std::filesystem::path place(const compiler::Compilation& compilation, const BuiltProgram& program,
                            const std::filesystem::path& folder);

} // namespace loop::runner
