#pragma once

#include "compiler/compiler.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loop::runner {

/// Settings of a run; values that the program parses are kept as text.
struct Settings {
    int ranks = 0; ///< 0: the number of cores
    std::optional<int> size;
    std::optional<int> iterations;
    std::vector<std::pair<std::string, std::string>> set; ///< `--set NAME=VALUE`, in order
    bool verify = true;
    bool trace = true;
    bool watched = false; ///< hangs are detected, and end the launch
    std::optional<std::uint64_t>
        strict{};                ///< seed of a run that looks for unsafe calls; empty: an ordinary run
    double watchdog_seconds = 0; ///< poll interval of the host watchdogs; 0: no watchdogs
    std::vector<int> cpus{};     ///< as many for each rank, which binds itself to its own; empty: unbound
    /// As many for each rank, which LOOP binds to cores of its own, unlike those of `cpus` without a map;
    /// empty: unbound.
    std::vector<int> cores{};
    /// The processors of this host that ranks may use, in case the launcher places them elsewhere; empty:
    /// all.
    std::vector<int> allowed{};
    std::map<std::string, double> rates{}; ///< rates of a simulated machine, by name
};

/// Splits `NAME=VALUE`. Throws Failure (Usage) if there is no `=`.
std::pair<std::string, std::string> parse_assignment(const std::string& text);

/// Throws Failure (Usage) for a name that the program does not have, for a repeated name, and for a value of
/// the wrong type. Replaces numbers with units by plain ones: "64k" by "65536". `settings.ranks` must be set.
void resolve_settings(Settings& settings, const compiler::ProgramSummary& program);

/// The parameter file for one launch.
std::string parameter_file(const Settings& settings, const std::string& launch_id,
                           const std::filesystem::path& records);

} // namespace loop::runner
