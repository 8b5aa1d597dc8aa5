#pragma once

#include "compiler/compiler.h"
#include "runner/system/installation.h"
#include "runner/system/interrupts.h"
#include "runner/system/logger.h"

#include <optional>
#include <string>

/// Programs that are linked with the recorder instead of the runtime, and say what they would communicate.
namespace loop::runner {

struct RecordRequest {
    int ranks = 0;               ///< any number
    std::string parameters{};    ///< the text of the parameter file
    std::optional<int> passes{}; ///< of each `\LOOP` with SECONDS
    int limit_seconds = 0;
};

/// Builds the program with the recorder for the profile `local`, and runs it on this host, without a
/// launcher. Returns the file that it writes (docs/record.md). Throws Failure.
std::string recorded_schedule(const compiler::Compilation& compilation, const RecordRequest& request,
                              const Installation& installation, Interrupts& interrupts, const Logger& logger);

} // namespace loop::runner
