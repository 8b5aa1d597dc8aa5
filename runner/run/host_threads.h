#pragma once

#include "compiler/compiler.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// How many threads host code starts: nobody declares them, so LOOP looks for what could start them.
namespace loop::runner {

/// Returns the value of an environment variable of the ranks; empty if it is not set.
using Variable = std::function<std::string(const std::string& name)>;

/// The most threads of a rank that host code or a library runs in parallel; nullopt if LOOP does not know.
/// That is 1 unless the program's text mentions threads; with OpenMP OMP_NUM_THREADS, with a BLAS
/// OPENBLAS_NUM_THREADS. Other libraries, and included files of the program, may start any number.
std::optional<int> host_threads(std::string_view text, const compiler::ProgramSummary& program,
                                const Variable& variable);

} // namespace loop::runner
