#pragma once

#include <cstddef>
#include <vector>

namespace loop::patterns {

// A message of \SEND or \RELAY that this rank sends or receives. `place` is the index of the receiver in the
// sender's list.
struct PlacedMessage {
    int rank; // the partner
    long long place;
    long long repetition; // 0 .. count - 1
    long long bytes;
    // Where its place begins if the places follow each other, in bytes: behind the places before it. One of
    // these without a message at this rank has the size that the sender gives it.
    long long begin;
};

// Sets `begin` of this rank's messages, which are in the order of their places. `sizes_of(message)`: the
// sizes that its sender gives, one for all of its places, or one for each. `count`: the messages of a place.
template <class SizesOf>
void set_begins(std::vector<PlacedMessage>& messages, const SizesOf& sizes_of, long long count) {
    const PlacedMessage* other = nullptr; // of the places before
    const void* sizes_before = nullptr;
    long long place = 0, begin = 0;
    for (PlacedMessage& message : messages) {
        const auto& sizes = sizes_of(message);
        if (&sizes != sizes_before) { // of another sender
            sizes_before = &sizes;
            other = messages.data();
            place = begin = 0;
        }
        for (; place < message.place; ++place) {
            if (other->place != place)
                begin += sizes[sizes.size() == 1 ? 0 : static_cast<std::size_t>(place)];
            for (; other->place == place; ++other)
                begin += other->bytes;
        }
        message.begin = begin * count;
    }
}

// Lists each message `count` times.
inline void repeat(std::vector<PlacedMessage>& messages, long long count) {
    const std::size_t once = messages.size();
    messages.resize(once * static_cast<std::size_t>(count));
    for (std::size_t i = once; i < messages.size(); ++i) {
        messages[i] = messages[i - once];
        ++messages[i].repetition;
    }
}

} // namespace loop::patterns
