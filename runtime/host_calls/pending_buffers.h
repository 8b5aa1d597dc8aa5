#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime {

// The buffers of receives that are pending: nothing else may use them. Makes no MPI calls.
class PendingBuffers {
public:
    // `request`: its number in the call log. Beyond a fixed number, further buffers are not watched.
    void add(std::uint64_t request, const void* data, std::size_t bytes);
    void remove(std::uint64_t request);

    // From now on, no buffer is watched: it is not certain which receives are pending.
    void give_up();

    // Returns the request whose buffer has a byte in common with this one; 0: there is none.
    std::uint64_t overlapping(const void* data, std::size_t bytes) const {
        return all_.empty() || bytes == 0 ? 0 : find_overlapping(data, bytes, false);
    }
    // The same, but not of buffers that begin at the same byte: programs receive what they do not need into
    // one buffer.
    std::uint64_t overlapping_part(const void* data, std::size_t bytes) const {
        return all_.empty() || bytes == 0 ? 0 : find_overlapping(data, bytes, true);
    }

private:
    struct Buffer {
        std::uint64_t request;
        std::uintptr_t begin, end;
    };
    std::uint64_t find_overlapping(const void* data, std::size_t bytes, bool other_begin) const;

    std::vector<Buffer> all_;
    bool has_given_up_ = false;
};

// Whether two ranges of memory have a byte in common.
inline bool have_common_bytes(const void* data, std::size_t bytes, const void* other,
                              std::size_t other_bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    const auto other_begin = reinterpret_cast<std::uintptr_t>(other);
    return bytes > 0 && other_bytes > 0 && begin < other_begin + other_bytes && other_begin < begin + bytes;
}

} // namespace loop::runtime
