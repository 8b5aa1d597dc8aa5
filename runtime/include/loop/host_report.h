#pragma once

#include <loop/fnv.h>
#include <loop/rank_status.h>

#include <cstddef>
#include <cstdint>

// The file `host-K.report`: what the watchdog of one host reports about its ranks during a launch. K is the
// lowest of these ranks. It has a header and one entry per rank in ascending order, in the machine's byte
// order. Each report overwrites the previous one (docs/record-format.md).
namespace loop {

enum class HostState : std::int32_t {
    Progresses = 1, // some rank makes progress, or no check has been made yet
    Stalled = 2,    // all of its ranks are stalled
    Flushed = 3,    // after a request for a crash flush: all ranks have written their traces
    Left = 4,       // all ranks are past \CLOSE0; the watchdog has ended
};

struct HostReport {
    char magic[8];          // "LOOPHR5"
    std::uint64_t checksum; // 64-bit FNV-1a of the rest of the file
    std::int64_t heartbeat; // number of reports written so far
    std::int32_t state;     // a HostState
    std::int32_t ranks;
    double seconds; // how long all of these ranks have been stalled
};

struct StalledRank {
    double seconds; // how long it has been stalled
    RankStatus status;
};

static_assert(sizeof(HostReport) == 40 && sizeof(StalledRank) == 1384,
              "the report is part of the record format");

constexpr char host_report_magic[8] = "LOOPHR5";
constexpr std::size_t checksum_end = offsetof(HostReport, heartbeat);

inline std::uint64_t report_checksum(const char* report, std::size_t size) {
    return fnv1a64({report + checksum_end, size - checksum_end});
}

// The file `order`: what the launching command wants the host watchdogs to do. `look`: check for stalls.
// `stop`: report the status of the ranks, and make them write their traces.
constexpr char order_to_look[] = "look";
constexpr char order_to_stop[] = "stop";

} // namespace loop
