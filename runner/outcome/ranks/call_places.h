#pragma once

#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/system/interrupts.h"

#include <cstdint>
#include <map>
#include <set>

namespace loop::runner {

/// Maps return addresses in `program` to source lines ("ring.loop:12") by its debug information. Among
/// functions inlined into each other, the innermost line of the program's own source counts. Unknown
/// addresses and those in the runtime are left out.
std::map<std::uint64_t, std::string> lines_of_addresses(const std::set<std::uint64_t>& addresses,
                                                        const std::filesystem::path& program,
                                                        const std::string& source, Interrupts& interrupts);

/// Finds the source lines of the MPI calls in host code that the ranks were in, by the debug information of
/// `program` (with `addr2line`, which comes with every compiler).
void find_call_places(std::vector<RankOutcome>& ranks, const std::filesystem::path& program,
                      const std::string& source, Interrupts& interrupts);

} // namespace loop::runner
