#pragma once

#include "trace/read/clocks.h"
#include "trace/read/event_block.h"
#include "trace/read/file_header.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

struct OpenedTraceFile {
    std::optional<TraceFileHeader> header; ///< empty if the file cannot be read
    std::string problem;                   ///< why `header` is empty
    std::uint64_t blocks_at = 0;           ///< offset of the first block
    std::uint64_t size = 0;
};

OpenedTraceFile open_trace_file(const std::filesystem::path& path);

struct TraceFileEvents : DecodedEvents {
    std::vector<Gap> gaps; ///< damaged blocks; end_ns == begin_ns if the last one has no end yet
    std::vector<std::string> problems;
    bool cut = false; ///< the end of the file is missing
};

/// Reads block by block. Memory use is constant, except for the events.
TraceFileEvents read_trace_events(const std::filesystem::path& path, const OpenedTraceFile& file,
                                  EventNumbers numbers);

} // namespace loop::report
