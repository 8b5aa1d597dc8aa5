#pragma once

#include "runner/outcome/ranks/code_files.h"
#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/system/interrupts.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loop::runner {

struct CodePlace {
    std::string function;
    std::string line; ///< "ring.loop:12"
};

/// Maps return addresses in `files` to their functions, innermost first: one that was inlined precedes the
/// one that contains it. Unknown addresses and those in the runtime are left out: all, if there are no
/// `files`.
std::map<std::uint64_t, std::vector<CodePlace>> places_of_addresses(const std::set<std::uint64_t>& addresses,
                                                                    const CodeFiles& files,
                                                                    const std::string& source,
                                                                    Interrupts& interrupts);

/// Maps return addresses in `files` to source lines ("ring.loop:12") by its debug information. Among
/// functions inlined into each other, the innermost line of the program's own source counts. Unknown
/// addresses and those in the runtime are left out.
std::map<std::uint64_t, std::string> lines_of_addresses(const std::set<std::uint64_t>& addresses,
                                                        const CodeFiles& files, const std::string& source,
                                                        Interrupts& interrupts);

/// Finds the source lines of the MPI calls in host code that the ranks were in, by the debug information of
/// `files` (with `addr2line`, which comes with every compiler).
void find_call_places(std::vector<RankOutcome>& ranks, const CodeFiles& files, const std::string& source,
                      Interrupts& interrupts);

} // namespace loop::runner
