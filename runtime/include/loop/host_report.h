#pragma once

#include <loop/fnv.h>
#include <loop/rank_status.h>

#include <cstddef>
#include <cstdint>

// `host-K.standing`: what the watchdog of one host reports of its ranks while a launch runs, K the lowest of
// them. The head, then that many ranks in ascending order; in the machine's byte order, each time written
// over what was there (docs/record-format.md).
namespace loop {

enum class HostState : std::int32_t {
    Progresses = 1, // some rank makes progress, or no check has been made yet
    Stalled = 2,    // all of its ranks are stalled
    Flushed = 3,    // a crash flush was requested, and all ranks have written their traces
    Left = 4,       // the ranks are past \CLOSE0; the watchdog has ended
};

struct HostReport {
    char magic[8];          // "LOOPHR2"
    std::uint64_t checksum; // 64-bit FNV-1a of all that follows
    std::int64_t heartbeat; // how many times it was written
    std::int32_t state;     // a HostState
    std::int32_t ranks;
    double seconds; // for which all of them have been stalled
};

struct StalledRank {
    double seconds; // for which it has been stalled
    RankStatus status;
};

static_assert(sizeof(HostReport) == 40 && sizeof(StalledRank) == 1232,
              "the report is part of the record format");

constexpr char host_report_magic[8] = "LOOPHR2";
constexpr std::size_t behind_checksum = offsetof(HostReport, heartbeat);

inline std::uint64_t report_checksum(const char* report, std::size_t size) {
    return fnv1a64({report + behind_checksum, size - behind_checksum});
}

// `order`: what the command orders the host watchdogs; one of these strings, written over the other.
constexpr char order_to_look[] = "look";
constexpr char order_to_stop[] = "stop";

} // namespace loop
