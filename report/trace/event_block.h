#pragma once

#include "report/trace/open_sites.h"
#include "report/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::report {

constexpr std::size_t largest_block = std::size_t{1} << 20;
constexpr std::size_t block_padding = 96; ///< readable zero bytes after a payload: longer than any event

std::uint64_t fnv1a64(const unsigned char* bytes, std::size_t count);

/// What the numbers of a rank's file mean for the whole trace.
struct EventNumbers {
    std::vector<std::uint32_t> sites;         ///< by the file's number
    std::vector<std::uint16_t> communicators; ///< by the file's number
    int ranks = 1;
    /// Of the rank's clock: time of a tick = base_ns + ticks since \OPEN0 times ns_per_tick.
    std::int64_t base_ns = 0;
    double ns_per_tick = 1;
};

/// Turns payloads into events, keeping the innermost open site from one block to the next.
class EventDecoder {
public:
    explicit EventDecoder(EventNumbers numbers) : numbers_(std::move(numbers)) {}

    /// Appends the events of one payload, which `block_padding` zero bytes must follow. False if it is
    /// damaged: the events before the damage are kept.
    bool decode(const unsigned char* payload, std::size_t size, std::uint32_t count,
                std::vector<Event>& events);
    /// Nothing is open any more: after a block that was lost.
    void forget_open_sites() { open_.clear(); }

private:
    EventNumbers numbers_;
    OpenSites open_;
};

} // namespace loop::report
