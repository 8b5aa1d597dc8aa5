#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// The contents of a message from the runtime's own buffers. The first word identifies the line of the program
// and the index of the call there. The rest depends only on the sender, so a sender changes one word per
// message. Rewriting the whole buffer would evict it from the receiver's cache and change the measured time.
struct PayloadKind {
    std::uint64_t mark;
    std::uint64_t seed;
};
PayloadKind payload_kind(int sender, Construct construct, const Site& site, std::int64_t call);

// fill_payload writes the whole payload, mark_payload only its first word.
void fill_payload(char* data, std::size_t bytes, const PayloadKind& kind);
void mark_payload(char* data, std::size_t bytes, const PayloadKind& kind);

std::size_t count_wrong_bytes(const char* data, std::size_t bytes, const PayloadKind& kind);

// Makes every byte wrong, so that bytes which a later message does not overwrite are detected.
void spoil_payload(char* data, std::size_t bytes);

} // namespace loop::runtime
