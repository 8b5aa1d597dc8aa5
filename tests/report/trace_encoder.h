#pragma once

#include "base/text/json.h"
#include "trace/read/trace.h"

#include <filesystem>
#include <string>
#include <vector>

using loop::Json;

/// Writes trace files for tests and benchmarks, according to docs/trace-format.md and independently of the
/// runtime's writer.
namespace trace_encoder {

struct Options {
    std::string launch = "launch-1";
    double ticks_per_second = 1e9; ///< with 1e9 a tick is a nanosecond
    std::int64_t open_ticks = 1'000'000;
    std::int64_t origin_ns = 5'000'000'000;
    std::size_t events_a_block = 1000;
    std::string ended = "close";
};

/// The header of a rank as JSON; tests may change it before it is written.
Json header(const loop::report::Trace& trace, int rank, const Options& options = {});

/// The payload for these events; ticks count from open_ticks.
std::string payload(const loop::report::Event* events, std::size_t count, double ticks_per_ns);
std::string block(const std::string& payload, std::uint32_t events);
std::string last_block();

/// The complete file of one rank of `trace`, whose times count from the first begin.
std::string file(const loop::report::Trace& trace, int rank, const Options& options = {});
/// The same file with another header.
std::string file_with(const Json& header, const loop::report::Trace& trace, int rank);

/// Creates the folder `records` and writes the files of all ranks there.
void write(const loop::report::Trace& trace, const std::filesystem::path& records,
           const Options& options = {});
void write_file(const std::filesystem::path& path, const std::string& bytes);

} // namespace trace_encoder
