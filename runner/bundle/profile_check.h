#pragma once

#include "compiler/compiler.h"
#include "runner/profile/profile.h"

namespace loop::runner {

/// Checks that the profile's texts can be written into a Makefile, a CMakeLists.txt, and a job script without
/// changing their meaning. Throws Failure (Usage) that names the profile and the key of a text that cannot.
/// No side effects.
void check_profile_travels(const MachineProfile& profile);

/// The same for the flags and libraries of the program's `\BUILD`s.
void check_program_travels(const compiler::ProgramSummary& program);

} // namespace loop::runner
