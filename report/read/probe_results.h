#pragma once

#include "report/read/run.h"

#include <optional>
#include <string>

/// What short probes measured of a machine: the bandwidth of memory by the workload `triad`, and messages by
/// `pingpong`. `loop apexmap` and `loop clue` launch them beside their own workloads.
namespace loop::report {

constexpr const char* memory_probe = "triad";
constexpr const char* message_probe = "pingpong";

/// Whether a program of this name is one of the two.
bool is_probe(const std::string& workload);

struct MemoryProbe {
    std::optional<double> mbs; ///< of one rank while all ranks read and write; counted as STREAM does
    std::string level{};       ///< what was measured instead of memory: "L3 cache"; empty: memory
    double vector_bytes = 0;   ///< of a rank; 0: unknown
};

struct MessageProbe {
    std::optional<double> mbs;        ///< of the best message size, one way
    std::optional<double> latency_us; ///< of the smallest message, one way
    std::optional<double> half_bytes; ///< n-half: the message size that reaches half of the bandwidth
};

/// What a run of the workload measured. Without values if the run is of another workload, or has no results.
MemoryProbe memory_probe_of(const RunRecord& run);
MessageProbe message_probe_of(const RunRecord& run);

} // namespace loop::report
