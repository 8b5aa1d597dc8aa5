#pragma once

#include "report/trace/clocks.h"
#include "report/trace/event_block.h"
#include "report/trace/file_header.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

struct OpenedTraceFile {
    std::optional<TraceFileHeader> header; ///< nothing where the file cannot be read on
    std::string problem;                   ///< why not
    std::uint64_t blocks_at = 0;           ///< where the header ends
    std::uint64_t size = 0;
};

OpenedTraceFile open_trace_file(const std::filesystem::path& path);

struct TraceFileEvents {
    std::vector<Event> events; ///< in the order of the file
    std::vector<Gap> gaps;     ///< damaged blocks; the last may be open (its end is its begin)
    std::vector<std::string> problems;
    bool cut = false; ///< something is missing at the end
};

/// Block by block, in constant memory apart from the events.
TraceFileEvents read_trace_events(const std::filesystem::path& path, const OpenedTraceFile& file,
                                  EventNumbers numbers);

} // namespace loop::report
