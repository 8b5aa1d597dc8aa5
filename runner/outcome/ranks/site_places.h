#pragma once

#include "runner/outcome/ranks/code_files.h"
#include "runner/system/interrupts.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace loop::runner {

/// The addresses of MPI calls in host code that the header of a trace lists (docs/trace-format.md).
std::set<std::uint64_t> site_addresses(const std::string& header);

/// Replaces addresses in the header by source lines ("ring.loop:12") without changing its length. A call
/// whose line is unknown or too long keeps the line of the preceding construct. Long names of libraries are
/// shortened: "..solver.so+0x11c9".
std::string with_site_places(std::string header, const std::map<std::uint64_t, std::string>& lines);

/// Where the addresses in libraries are if their lines are unknown: "libsolver.so+0x11c9:0", that is, the
/// offset of the return address in the library's file, and no line. Without addresses in the program.
std::map<std::uint64_t, std::string> places_in_libraries(const std::set<std::uint64_t>& addresses,
                                                         const CodeFiles& files);

/// Writes the source lines of MPI calls, or their places in libraries without lines, into the traces of
/// `ranks` ranks in `records`. Files that cannot be read or written are left unchanged.
void find_site_places(const std::filesystem::path& records, int ranks, const CodeFiles& files,
                      const std::string& source, Interrupts& interrupts);

} // namespace loop::runner
