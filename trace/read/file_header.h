#pragma once

#include "trace/read/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loop::report {

/// The header (two lines of text) of a rank's trace file. Every number is within the bounds that the rest of
/// the reader relies on.
struct TraceFileHeader {
    struct Sample {
        std::int64_t ticks;
        std::int64_t offset_ns;
        std::int64_t bound_ns;
    };
    struct Group {
        std::string key; ///< the same on all ranks for the same communicator
        Communicator communicator;
    };

    std::string launch, host, ended;
    int rank = 0;
    int ranks = 1;
    std::string clock_source, clock_text;
    double ticks_per_second = 1e9;
    double resolution_ns = 1;
    std::int64_t open_ticks = 0;
    std::int64_t close_ticks = 0;
    std::int64_t origin_ns = 0; ///< the host's monotonic clock at open_ticks
    std::vector<Sample> samples;
    std::vector<TraceSite> sites;
    std::vector<Group> communicators;
    bool counts_calls = false;
    std::vector<CallCounts> call_counts; ///< their sites are indices into `sites`
    std::uint64_t events = 0;
    std::uint64_t dropped = 0;
    bool lacks_threads = false; ///< calls of threads other than the first one are missing

    bool closed() const { return ended == "close"; }
};

constexpr const char* trace_magic = "loop-trace/1";
constexpr std::size_t longest_header = std::size_t{16} << 20;
constexpr int max_ranks = 1 << 18;
/// About 200 days. Longer times are not plausible, and shorter ones cannot overflow.
constexpr std::int64_t longest_ns = std::int64_t{1} << 54;

/// `problem` is a phrase about the file: "written by version loop-trace/2; this reader knows loop-trace/1".
struct HeaderOutcome {
    TraceFileHeader header;
    std::string problem; ///< empty: none
};

/// Returns the problem of a file with this first line; empty if the version is the one supported.
std::string magic_problem(const std::string& line);
HeaderOutcome parse_trace_header(const std::string& json);

} // namespace loop::report
