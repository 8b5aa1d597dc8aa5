#pragma once

#include "comm/sites.h"

#include <cstddef>

namespace loop::runtime {

// What a message of a \DEAL contains beside the number of a pass. It depends on the sender and on the chunk
// to which the message belongs, which is named by its first pass. Without verification, these do nothing.
class DealPayload {
public:
    // `data` and `bytes`: where the messages of one direction are. `call`: zero-based index at the line.
    DealPayload(const SiteEntry& entry, long long call, char* data, std::size_t bytes);

    void prepare(int first);            // of a message that this rank sends
    void verify(int sender, int first); // of a message that this rank has received

private:
    std::int64_t chunk(int first) const;

    const SiteEntry& entry_;
    long long call_;
    char* data_;
    std::size_t bytes_;
    bool is_verified_;
    bool is_filled_ = false;
};

} // namespace loop::runtime
