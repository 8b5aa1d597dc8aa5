#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/ranks/code_files.h"
#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/system/interrupts.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loop::runner {

/// What the call logs in `records` say together, with source lines from the debug information of `files`.
/// Empty if the ranks left no logs. `ranks` are those of the launch.
std::vector<formats::RunFinding> findings_of_launch(const std::filesystem::path& records,
                                                    const std::vector<RankOutcome>& ranks, bool strict,
                                                    const CodeFiles& files, const std::string& source,
                                                    Interrupts& interrupts);

/// Sets `is_first_call` of the ranks that did not finish, from their logs in `records`.
void note_first_calls(const std::filesystem::path& records, std::vector<RankOutcome>& ranks);

/// The first fault; null if there is none.
const formats::RunFinding* first_fault(const std::vector<formats::RunFinding>& findings);

} // namespace loop::runner
