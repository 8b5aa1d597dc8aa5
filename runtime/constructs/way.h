#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loop::runtime {

constexpr std::size_t page_bytes = 4096;

enum class SendMode { Standard, Synchronous, Buffered };

// How constructs communicate inside a \WITH.
struct Way {
    std::size_t align = page_bytes; // of the runtime's buffers
    std::size_t offset = 0;
    std::optional<std::size_t> own_into_offset = {};
    std::size_t buffers = 1;
    bool touch = false;
    SendMode mode = SendMode::Standard;
    bool any_source = false;
    bool persistent = false;

    // Whether the exchange of a pair of messages needs nothing but another function that sends.
    bool keeps_pairs() const { return !touch && !any_source && !persistent && mode != SendMode::Buffered; }
    std::size_t into_offset() const { return own_into_offset.value_or(offset); }
};

// Of the innermost \WITH; null: as usual. Ways with the same options have the same address.
extern const Way* the_way;

Way present_way();
inline bool is_buffered() {
    return the_way != nullptr && the_way->mode == SendMode::Buffered;
}
// Null if the options are the usual ones.
const Way* find_way(const Way& way);
// What applies of `the_way`: to trees only the mode, to MPI's collectives only whether they are persistent.
const Way* way_of_trees();
const Way* way_of_collectives();

// A message that a rank receives.
struct ReceivedMessage {
    int rank; // the sender
    long long bytes;
};
// Ends the run if the rank cannot receive the messages of a call from any source: in places of the program's
// data, or with different sizes from one sender.
void require_any_source(Construct construct, const Site& site, std::vector<ReceivedMessage> messages,
                        bool has_places);

// The bytes that MPI's buffer needs for the messages that a rank sends at once with MODE: "buffered".
// `overhead`: MPI_BSEND_OVERHEAD. Ends the run if no buffer holds them.
std::size_t require_buffered(Construct construct, const Site& site, std::size_t messages, std::size_t bytes,
                             std::size_t overhead);

// "synchronous, any source, 4 buffers"
std::string describe(const Way& way);

} // namespace loop::runtime
