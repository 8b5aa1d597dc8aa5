#pragma once

#include <loop/rank_status.h>

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// What a message of the runtime's own buffers holds. The first word says where in the program it was sent and
// the index of the call at that place; the rest is a function of the sender alone, so that a sender
// changes one word from message to message: rewriting all of it would take it from the receiver's cache, and
// the measured time would change.
struct PayloadKind {
    std::uint64_t mark;
    std::uint64_t seed;
};
PayloadKind payload_kind(int sender, Construct construct, int line, std::int64_t call);

// The whole of it, and its first word only.
void fill_payload(char* data, std::size_t bytes, const PayloadKind& kind);
void mark_payload(char* data, std::size_t bytes, const PayloadKind& kind);

std::size_t count_wrong_bytes(const char* data, std::size_t bytes, const PayloadKind& kind);

// Makes every byte wrong: what a later message does not overwrite is not taken for right.
void spoil_payload(char* data, std::size_t bytes);

} // namespace loop::runtime
