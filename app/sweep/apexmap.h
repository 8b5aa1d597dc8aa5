#pragma once

#include "app/sweep/sweeping.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::app {

/// The options as given. If one is empty, the campaign file decides.
struct ApexmapOptions {
    std::string campaign, alphas, lengths, versions, styles, intensities, buffers, ranks, machines, timeout;
    std::vector<std::string> set;
    std::optional<int> launches;
    bool no_pingpong = false;
    bool no_probes = false;
    SweepOptions common;
};

/// Measures the surfaces of a campaign of Apex-Map; `command`: as in SweepOrder. Returns the exit code.
int run_apexmap(const ApexmapOptions& options, const std::vector<std::string>& command,
                const Terminal& terminal);

} // namespace loop::app
