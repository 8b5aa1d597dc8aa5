#pragma once

#include "trace/read/trace.h"

#include <filesystem>
#include <stdexcept>

namespace loop::report {

/// An archive cannot be read at all; the text says why.
struct ImportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Whether `path` is an OTF2 archive: an anchor file *.otf2, or a folder that contains exactly one and is not
/// the folder of a run.
bool is_otf2(const std::filesystem::path& path);

/// Reads an OTF2 archive of any MPI program. Problems of a rank are in its `problem` and in the trace's
/// `problems`; the other ranks are kept. Infers waits if the archive records none. The OTF2 library runs in a
/// child process, because damaged archives may make it abort; so call this before starting threads. Throws
/// ImportError.
Trace read_otf2(const std::filesystem::path& path);

} // namespace loop::report
