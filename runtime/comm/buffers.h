#pragma once

#include "constructs/way.h"

#include <loop/site.h>

#include <cstddef>

namespace loop::runtime {

// Page-aligned memory of the runtime. It only grows, so nothing is allocated in the steady state. Growing
// touches every page and is not measured.
class Buffer {
public:
    Buffer() = default;
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // Returns at least `count` slots of `stride` bytes; the contents are lost when the buffer grows. Out of
    // memory is a run-time error.
    char* reserve(std::size_t count, std::size_t stride) {
        std::size_t bytes = 0;
        const bool overflow = __builtin_mul_overflow(count, stride, &bytes);
        if (overflow || bytes > capacity_) grow(overflow ? 0 : bytes);
        return data_;
    }

private:
    void grow(std::size_t bytes); // 0: the size has overflowed
    void release();

    char* data_ = nullptr;
    std::size_t capacity_ = 0;
    bool is_folded_ = false; // on a simulated machine (folded_memory)
};

// Up to the next multiple of `align`, a power of two. A size that would overflow stays as it is.
constexpr std::size_t rounded_up(std::size_t bytes, std::size_t align) {
    return bytes > static_cast<std::size_t>(-1) - align ? bytes : (bytes + align - 1) / align * align;
}
constexpr std::size_t rounded_to_page(std::size_t bytes) {
    return rounded_up(bytes, page_bytes);
}

// Equal pieces of a buffer.
struct Slots {
    char* first = nullptr;
    std::size_t stride = 0;

    char* at(std::size_t index) const { return first + index * stride; }
};
// `count` slots of `bytes` bytes. Each begins `offset` bytes after a multiple of `align`, a power of two.
Slots reserve_slots(Buffer& buffer, std::size_t count, std::size_t bytes, std::size_t align = page_bytes,
                    std::size_t offset = 0);

} // namespace loop::runtime
