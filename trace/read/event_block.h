#pragma once

#include "trace/read/open_sites.h"
#include "trace/read/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::report {

constexpr std::size_t largest_block = std::size_t{1} << 20;
/// Zero bytes that must follow a payload: more than the length of any event.
constexpr std::size_t block_padding = 96;

/// Maps the numbers in a rank's file to those of the whole trace.
struct EventNumbers {
    std::vector<std::uint32_t> sites;         ///< indexed by the file's number
    std::vector<std::uint16_t> communicators; ///< indexed by the file's number
    int ranks = 1;
    /// The rank's clock: time of a tick = base_ns + ticks since \OPEN0 * ns_per_tick.
    std::int64_t base_ns = 0;
    double ns_per_tick = 1;
};

struct DecodedEvents {
    std::vector<Event> events; ///< in the order of the file
    std::vector<ThreadEvent> threads;
    std::vector<ThreadMessageEvent> thread_messages;
};

/// Turns payloads into events. Remembers the open sites from one block to the next.
class EventDecoder {
public:
    explicit EventDecoder(EventNumbers numbers) : numbers_(std::move(numbers)) {}

    /// Appends the events of one payload, which must be followed by `block_padding` zero bytes. Returns false
    /// if the payload is damaged; what is before the damage is kept.
    bool decode(const unsigned char* payload, std::size_t size, std::uint32_t count, DecodedEvents& result);
    /// Call after a lost block: the open sites are unknown then.
    void forget_open_sites() { open_.clear(); }

private:
    EventNumbers numbers_;
    OpenSites open_;
};

} // namespace loop::report
