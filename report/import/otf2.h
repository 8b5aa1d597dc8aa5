#pragma once

#include "report/trace/trace.h"

#include <filesystem>
#include <stdexcept>

namespace loop::report {

/// Why an archive cannot be read at all.
struct ImportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Whether `path` asks for this import: an anchor file *.otf2, or a folder with exactly one in it that is no
/// run's.
bool is_otf2(const std::filesystem::path& path);

/// Reads an OTF2 archive of any MPI program. What is wrong with one rank is in that rank's `problem` and in
/// the trace's problems, and the others are kept. The OTF2 library reads in a process of its own, since
/// damaged archives may abort it; so call this before there are threads. Waits are inferred where the archive
/// tells none.
Trace read_otf2(const std::filesystem::path& path);

} // namespace loop::report
