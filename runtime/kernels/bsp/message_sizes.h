#pragma once

#include <algorithm>
#include <cstddef>

// How the parcel of a superstep is divided into messages. Sender and receiver derive the same from its size.
// No MPI.
namespace loop::runtime::bsp {

struct MessageSizes {
    // MPI copies messages up to this size while it sends them, so that the receiver does not read them from
    // the sender's memory.
    std::size_t copied = 4096;
    // A parcel of at most `most_in_parts` bytes travels in messages of `part` bytes; a longer one in its
    // first message, and a second one for what does not fit.
    std::size_t part = 0;
    std::size_t most_in_parts = 0;

    bool in_parts(std::size_t bytes) const { return bytes <= most_in_parts; }
    // The size of the first message of a parcel of `bytes` bytes, which has at most `max_first` bytes.
    std::size_t first_of(std::size_t bytes, std::size_t max_first) const {
        return std::min(bytes, in_parts(bytes) ? std::min(part, max_first) : max_first);
    }
    // Calls `visit` with the offset and the size of each message after the first one.
    template <class Visit>
    void for_each_later(std::size_t bytes, std::size_t first, Visit visit) const {
        const std::size_t step = in_parts(bytes) ? part : bytes;
        for (std::size_t at = first; at < bytes; at += step)
            visit(at, std::min(step, bytes - at));
    }
};

} // namespace loop::runtime::bsp
