#pragma once

#include "runner/run/run_record.h"

#include <string>

/// Preparation of a run between its request and its first launch.
namespace loop::runner {

/// How a program that is built is checked without changes, as messages show it.
std::string command_to_record(const std::string& program);

/// Throws Failure (Usage) if the program cannot run: it has no `main`, or nothing in it begins a session.
void require_program(const compiler::Compilation& compilation);

/// Resolves a request: the machine, the numbers of ranks and launches, the settings, and where ranks run.
/// Checks everything that can fail before the build. Whether data decide what a simulated run executes is
/// left to resolve_steering().
ResolvedRun resolve(const compiler::Compilation& compilation, const Installation& installation,
                    const RunRequest& request);

/// Collects the facts about a run, except for the launch command. Throws Failure (RunFailed) if a host that
/// ranks run on does not answer.
RunFacts gather_facts(const compiler::Compilation& compilation, const ResolvedRun& run, BuiltProgram program,
                      const Cache& cache, Interrupts& interrupts);

/// Copies the source, the generated C++, and the program to `folder`. Returns the program to launch.
std::filesystem::path place(const compiler::Compilation& compilation, const BuiltProgram& program,
                            const std::filesystem::path& folder);

} // namespace loop::runner
