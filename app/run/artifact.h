#pragma once

#include "app/output/terminal.h"

#include <string>
#include <vector>

namespace loop::app {

struct ArtifactOptions {
    std::string results, output, machine;
    std::vector<std::string> sources;
    bool anyway = false;
};

/// Writes what was measured as a folder that others can measure again. Returns the exit code.
int write_artifact(const ArtifactOptions& options, const Terminal& terminal);

} // namespace loop::app
