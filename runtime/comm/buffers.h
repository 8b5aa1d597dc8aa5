#pragma once

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

    char* data_ = nullptr;
    std::size_t capacity_ = 0;
};

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t rounded_to_page(std::size_t bytes) {
    return bytes > static_cast<std::size_t>(-1) - page_bytes
               ? bytes
               : (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

} // namespace loop::runtime
