#pragma once

#include "app/output/terminal.h"
#include "runner/machine/detect.h"
#include "runner/run/machine_check.h"

#include <optional>
#include <string>

namespace loop::app {

struct MachineOptions {
    std::string action;
    std::string machine;
    runner::CheckRequest check;
    runner::DetectRequest detect;
    std::optional<std::filesystem::path> output;
    bool any_processor = false;
    bool json = false;
};

// The actions of `loop machine`. Each returns the exit code.
int list_machines(const MachineOptions& options, const Terminal& terminal);
int show_machine(const MachineOptions& options, const Terminal& terminal);
int check_machine(const MachineOptions& options, const Terminal& terminal);
int detect_machine(const MachineOptions& options, const Terminal& terminal);
/// Builds the whole runtime library before the first program, on a login node or for a package.
int prepare_machine(const MachineOptions& options, const Terminal& terminal);

} // namespace loop::app
