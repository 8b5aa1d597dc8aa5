#pragma once

#include "base/formats/run_record.h"
#include "base/text/json.h"
#include "compiler/compiler.h"
#include "runner/build/toolchain.h"
#include "runner/profile/profile.h"
#include "runner/run/settings.h"
#include "runner/system/failure.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// A run as the user requests it.
struct RunRequest {
    std::string target; ///< FILE or NAME as given by the user, for the command that repeats the run
    std::string machine = "local";
    std::string map{};              ///< the argument of `--map`; empty: the launcher places the ranks
    std::string bind = "cores";     ///< the argument of `--bind`: `cores` or `none`
    std::string hosts{};            ///< the argument of `--hosts`; empty: the profile's hosts
    bool is_dry = false;            ///< nothing is launched: the tools for it need not be installed
    bool oversubscribe = false;     ///< allow more than 8 ranks per core of this host
    bool verify_simulation = false; ///< charged work is also executed, and results are verified
    bool sanitize = false;          ///< the program is built with AddressSanitizer
    bool measure_host_code = false; ///< simulated machines: host code is timed on this host and scaled
    Settings settings;
    std::optional<std::filesystem::path> output; ///< run directory to create; must not exist or be empty
    bool keep = false;                           ///< a run directory in the current folder
    std::optional<double> timeout_seconds;       ///< absent: the profile's limit
    std::optional<double> hang_limit_seconds;    ///< 0: no hang detection; absent: adapts to the run
    int launches = 1;                            ///< 0: as many as the program needs
    int show_output = -1; ///< descriptors that receive the program's output while it runs; -1: none
    int show_errors = -1;
};

/// A run with what follows from its request, the program, and the machine.
struct ResolvedRun {
    RunRequest request;     ///< as given; what it resolves to are the members below
    MachineProfile profile; ///< with the hosts of the request, and the processors of its map
    Settings settings;      ///< with the number of ranks, and numbers without units
    int launches = 1;
    int usual_launches = 1; ///< of this program on this machine
    std::optional<double>
        timeout_seconds{};         ///< of a launch: the request's, the profile's, or what a budget leaves
    std::optional<int> threads{};  ///< of each rank; nullopt: unknown
    std::vector<int> processors{}; ///< of the ranks, if there is a map
    std::size_t cores_of_processor = 1; ///< on this host, if there is a map
    // Of a simulated run:
    bool may_verify_simulation = true;     ///< also if only received data demand it
    bool leaves_out_work = false;          ///< charged work is not executed
    std::vector<int> lines_uncharged{};    ///< of host code that takes no time
    std::vector<int> lines_not_computed{}; ///< of the `\RESULT`s that this leaves out
    std::string about_steering{};          ///< for the sheet
};

struct RunOutcome {
    ExitCode code = ExitCode::Good;
    std::optional<formats::RunRecord> record;  ///< empty if nothing was launched
    char last_output = 0;                      ///< the last byte that the program wrote to stdout, or 0
    std::vector<std::string> failures;         ///< one sentence per failure; empty after a complete run
    std::optional<std::filesystem::path> kept; ///< the run directory, unless it was removed
};

/// Checks the request, builds the program, launches it, reads the ranks' records, and writes run.json. Throws
/// Failure for everything that prevents the run from starting. `compilation` must be ok().
RunOutcome run(const compiler::Compilation& compilation, const Installation& installation,
               const RunRequest& request, const Logger& logger);

/// Makes the same checks as run(), but only returns a text that shows what run() would compile, write, and
/// launch.
std::string dry_run(const compiler::Compilation& compilation, const Installation& installation,
                    RunRequest request);

/// The folder for a temporary run directory on this machine: the current folder if ranks run on other hosts;
/// empty: any folder.
std::filesystem::path shared_folder(const Installation& installation, const std::string& machine);

/// Builds the program and copies it to `to`.
void build(const compiler::Compilation& compilation, const Installation& installation,
           const std::string& machine, const std::filesystem::path& to, const Logger& logger);

} // namespace loop::runner
