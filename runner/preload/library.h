#pragma once

#include "runner/preload/mpi_program.h"
#include "runner/system/installation.h"
#include "runner/system/logger.h"
#include "runner/system/process.h"

#include <filesystem>

namespace loop::runner {

/// The library that records what a program asks of its MPI library, once it is preloaded. It is built once
/// for each MPI library. Throws Failure (BuildFailed), also if no compiler here uses the program's MPI
/// library.
std::filesystem::path preload_library(const MpiProgram& program, const Installation& installation,
                                      Interrupts& interrupts, const Logger& logger);

} // namespace loop::runner
