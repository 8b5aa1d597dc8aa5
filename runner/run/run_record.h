#pragma once

#include "base/formats/run_record.h"
#include "compiler/compiler.h"
#include "runner/outcome/verdict.h"
#include "runner/run/run.h"

#include <string>
#include <vector>

namespace loop::runner {

formats::RunSource source_of(const compiler::Compilation& compilation);

/// Facts about a run besides its launches.
struct RunFacts {
    formats::RunSource source;
    ResolvedRun run;
    BuiltProgram program;
    std::vector<std::string> launch_command;
    std::string compiler_version;
    std::string launcher_version;
    std::string started;
    Json environment;
    std::string ended{};                      ///< empty: now
    std::string loop_version{LOOP_VERSION};   ///< the version that generated the program
    std::optional<formats::RunSweep> sweep{}; ///< the sweep that the run is a point of
    std::vector<std::string> repeat{};        ///< empty: a `loop run` command
};

formats::RunRecord run_record(const RunFacts& facts, const std::vector<LaunchResult>& launches,
                              const Verdict& verdict);

} // namespace loop::runner
