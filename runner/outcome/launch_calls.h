#pragma once

#include "runner/outcome/verdict.h"
#include "runner/system/interrupts.h"

#include <filesystem>
#include <string>

namespace loop::runner {

/// Reads what the ranks of a launch left in `records` about their MPI calls in host code: finds source lines
/// for the addresses that they recorded, by the debug information of `program`, also in their traces, and
/// if it `compares`, sets the findings of the launch from their call logs. `source` is the file whose lines
/// count first. A signal is noted in `result.end`, like one during the launch.
void read_calls(LaunchResult& result, const std::filesystem::path& records,
                const std::filesystem::path& program, const std::string& source, Interrupts& interrupts,
                bool compares = true);

} // namespace loop::runner
