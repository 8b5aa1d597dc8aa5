#pragma once

#include "compiler/compiler.h"
#include "runner/system/installation.h"
#include "runner/system/logger.h"
#include "runner/system/process.h"

#include <filesystem>
#include <string>
#include <vector>

/// Programs that are started by themselves on this machine, without a launcher, to be traced or timed.
namespace loop::runner {

/// Throws Failure (RunFailed) if there is no such program.
void require_program(const std::string& program);

/// Throws Failure (RunFailed) if the program failed; `how` follows its name in the message.
void require_success(const ExitStatus& status, const Command& program, const std::string& how = {});

/// The wall time of a program from its start to its end, in ns; its output is discarded. Throws Failure
/// (RunFailed) if it fails.
double run_time_ns(const Command& program);

/// A LOOP program for the profile `local`, as one rank that records no trace.
class SingleRank {
public:
    /// Builds it. `portable`: without instructions that only this processor has, which valgrind may not know.
    SingleRank(const compiler::Compilation& compilation, const Installation& installation, bool portable,
               const Logger& logger);

    /// The command that runs it, and its environment. Its record goes to `folder`.
    Command command(const std::filesystem::path& folder) const;

private:
    std::filesystem::path program_;
    std::map<std::string, std::string> environment_;
};

/// Runs it; returns its times per word that \APEXMAP read, in ns, in the order of the calls. `folder` for its
/// record must be empty. Throws Failure (RunFailed) if it fails.
std::vector<double> word_times_ns(const SingleRank& program, const std::filesystem::path& folder);

} // namespace loop::runner
