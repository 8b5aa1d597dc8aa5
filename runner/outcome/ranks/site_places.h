#pragma once

#include "runner/system/interrupts.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace loop::runner {

/// The addresses of MPI calls of host code in the header of a trace (docs/trace-format.md).
std::set<std::uint64_t> site_addresses(const std::string& header);

/// The header with lines ("ring.loop:12") for addresses, as long as it was. A place that has none, or whose
/// name does not fit, keeps that of the construct before it.
std::string with_site_places(std::string header, const std::map<std::uint64_t, std::string>& lines);

/// Writes into the traces of `ranks` ranks in `records` where in the program's text MPI was called. What
/// cannot be read or written stays as it is.
void find_site_places(const std::filesystem::path& records, int ranks, const std::filesystem::path& program,
                      const std::string& source, Interrupts& interrupts);

} // namespace loop::runner
