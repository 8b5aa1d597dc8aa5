#pragma once

#include "runner/preload/mpi_program.h"
#include "runner/system/installation.h"
#include "runner/system/logger.h"
#include "runner/system/process.h"

#include <loop/record_session.h>

#include <filesystem>

namespace loop::runner {

/// The library that records what a program asks of its MPI library, once it is preloaded. It is built once
/// for each MPI library. Throws Failure (BuildFailed), also if no compiler here uses the program's MPI
/// library.
std::filesystem::path preload_library(const MpiProgram& program, const Installation& installation,
                                      Interrupts& interrupts, const Logger& logger);

/// How much each rank's trace may have.
struct RecordedEvents {
    int in_memory = static_cast<int>(default_recorded_events);
    int disk_mib = static_cast<int>(default_recorded_disk); ///< for further ones
};

/// The command, whose ranks are recorded by `library` and write to `folder`.
Command recorded_command(const std::vector<std::string>& words, const std::filesystem::path& library,
                         const std::filesystem::path& folder, const RecordedEvents& events);

} // namespace loop::runner
