#pragma once

#include "compiler/compiler.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loop::runner {

/// Settings of a run, as text where the program parses them.
struct Settings {
    int ranks = 0; ///< 0: as many as there are cores
    std::optional<int> size;
    std::optional<int> iterations;
    std::vector<std::pair<std::string, std::string>> set; ///< `--set NAME=VALUE`, in order
    bool verify = true;
    bool trace = true;
    bool watched = false;        ///< the launch is ended when its ranks wait for each other for too long
    double watchdog_seconds = 0; ///< between looks of the hosts' watchdogs; 0: there are none
    std::map<std::string, double> rates{}; ///< of a simulated machine, by name
};

/// Splits `NAME=VALUE`; failure (Usage) when there is no `=`.
std::pair<std::string, std::string> parse_assignment(const std::string& text);

/// Failure (Usage) for a name that the program does not have or that is given twice, or a value that is not
/// of its type; `settings.ranks` must be known.
void check_settings(const Settings& settings, const compiler::ProgramSummary& program);

/// The parameter file for one launch.
std::string parameter_file(const Settings& settings, const std::string& launch_id,
                           const std::filesystem::path& records);

} // namespace loop::runner
