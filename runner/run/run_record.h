#pragma once

#include "base/text/json.h"
#include "compiler/compiler.h"
#include "runner/outcome/verdict.h"
#include "runner/run/run.h"

#include <string>
#include <vector>

namespace loop::runner {

/// The program as run.json tells of it.
struct SourceFacts {
    std::string name;
    std::string file; ///< as messages call it
    std::string description;
    std::string hash;
    std::string text;
};

SourceFacts source_facts(const compiler::Compilation& compilation);

/// What is known of a run besides its launches.
struct RunFacts {
    SourceFacts source;
    const RunRequest& request; ///< ranks resolved
    const MachineProfile& profile;
    BuiltProgram program;
    std::vector<std::string> launch_command;
    std::string compiler_version;
    std::string launcher_version;
    std::string started;
    Json environment;
    std::string ended{};                    ///< empty: now
    std::string loop_version{LOOP_VERSION}; ///< that wrote the program
    Json sweep{};         ///< of which it is a point (docs/run-format.md); null: of none
};

/// The command that makes the same run again.
std::vector<std::string> repeat_command(const RunRequest& request);

/// run.json, schema "loop-run/1" (docs/run-format.md).
Json run_record(const RunFacts& facts, const std::vector<LaunchResult>& launches,
                                  const Verdict& verdict);

/// As text: always valid UTF-8, whatever the source holds.
std::string record_text(const Json& record);

} // namespace loop::runner
