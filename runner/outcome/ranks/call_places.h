#pragma once

#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/system/interrupts.h"

#include <cstdint>
#include <map>
#include <set>

namespace loop::runner {

/// The lines of addresses in `program` (behind calls, as the linker gave them), "ring.loop:12", by its debug
/// information: of functions inlined into each other the innermost of the program's own text. Those that are
/// not known, or lie in the runtime, are left out.
std::map<std::uint64_t, std::string> lines_of_addresses(const std::set<std::uint64_t>& addresses,
                                                        const std::filesystem::path& program,
                                                        const std::string& source, Interrupts& interrupts);

/// Finds the lines of the MPI calls of host code where ranks are, by the debug information of `program`
/// (`addr2line`, which comes with every compiler).
void find_call_places(std::vector<RankOutcome>& ranks, const std::filesystem::path& program,
                      const std::string& source, Interrupts& interrupts);

} // namespace loop::runner
