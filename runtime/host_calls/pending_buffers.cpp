#include "host_calls/pending_buffers.h"

#include <algorithm>

namespace loop::runtime {

namespace {

constexpr std::size_t most_pending = 32; // each receive is compared with all of them

} // namespace

void PendingBuffers::add(std::uint64_t request, const void* data, std::size_t bytes) {
    if (request == 0 || bytes == 0 || has_given_up_ || all_.size() >= most_pending) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    all_.push_back({request, begin, begin + bytes});
}

void PendingBuffers::remove(std::uint64_t request) {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [&](const Buffer& buffer) { return buffer.request == request; });
    if (found == all_.end()) return;
    *found = all_.back();
    all_.pop_back();
}

void PendingBuffers::give_up() {
    has_given_up_ = true;
    all_.clear();
}

std::uint64_t PendingBuffers::find_overlapping(const void* data, std::size_t bytes, bool other_begin) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    for (const Buffer& buffer : all_)
        if (begin < buffer.end && buffer.begin < begin + bytes && !(other_begin && begin == buffer.begin))
            return buffer.request;
    return 0;
}

} // namespace loop::runtime
