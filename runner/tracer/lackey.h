#pragma once

#include "runner/system/process.h"

#include <functional>

namespace loop::runner {

/// Runs a program under valgrind's lackey, which prints each of its memory accesses, and calls `read` with a
/// descriptor that returns this text until its end. The program's stdout and stderr go to the descriptors
/// `output` and `errors`. Throws Failure (RunFailed) if valgrind is not installed, if the program cannot be
/// started, or if it fails.
void trace_accesses(const Command& program, int output, int errors, const std::function<void(int)>& read);

} // namespace loop::runner
