#pragma once

#include "comm/buffers.h"
#include "kernels/clue/parameters.h"

#include <cstddef>
#include <utility>

namespace loop::runtime::clue {

// The cells of a rank: rows 0 to height - 1, and the neighbours' edge rows -1 and height. Every row has its
// last cell once more in front of it and its first one behind it, as the torus is closed that way.
template <class T>
class Strip {
public:
    // `rows` are those that there is memory for: fewer than the height on a simulated machine that computes
    // nothing.
    Strip(long long width, long long rows, Update update)
        : width_(width), rows_(rows), stride_(stride(static_cast<std::size_t>(width))),
          now_(allocated(memory_[0])), before_(update == Update::InPlace ? now_ : allocated(memory_[1])) {}

    long long width() const { return width_; }
    long long rows() const { return rows_; }
    T* row(long long i) const { return at(now_, i); }
    T* row_before(long long i) const { return at(before_, i); }

    // What was now becomes before; the same in place.
    void swap() { std::swap(now_, before_); }

    // The cells beside the ends of a row of now.
    void close(long long i) const {
        T* const cells = row(i);
        cells[-1] = cells[width_ - 1];
        cells[width_] = cells[0];
    }

private:
    static constexpr std::size_t line = 64 / sizeof(T);

    // Rows begin with a line of memory, and not all in the same set of a cache.
    static std::size_t stride(std::size_t width) {
        const std::size_t cells = line + (width + 1 + line - 1) / line * line;
        return cells * sizeof(T) % page_bytes == 0 ? cells + line : cells;
    }

    char* allocated(Buffer& buffer) const {
        return buffer.reserve(static_cast<std::size_t>(rows_ + 2), stride_ * sizeof(T));
    }

    T* at(char* state, long long i) const {
        return reinterpret_cast<T*>(state) + static_cast<std::size_t>(i + 1) * stride_ + line;
    }

    long long width_;
    long long rows_;
    std::size_t stride_;
    Buffer memory_[2];
    char* now_;
    char* before_;
};

} // namespace loop::runtime::clue
