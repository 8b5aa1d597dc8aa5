#pragma once

#include "comm/buffers.h"
#include "kernels/clue/parameters.h"

#include <cstddef>
#include <utility>

namespace loop::runtime::clue {

// The cells of a rank: rows 0 to height - 1, and the neighbors' edge rows -1 and height. As the torus is
// periodic, each row has a copy of its last cell before it and a copy of its first cell after it.
template <class T>
class Strip {
public:
    // `rows`: the number of allocated rows; fewer than the height if a simulated machine does not compute.
    Strip(long long width, long long rows, Update update)
        : width_(width), rows_(rows), stride_(stride(static_cast<std::size_t>(width))),
          now_(allocated(memory_[0])), before_(update == Update::InPlace ? now_ : allocated(memory_[1])) {}

    long long width() const { return width_; }
    long long rows() const { return rows_; }
    T* row(long long i) const { return at(now_, i); }
    T* row_before(long long i) const { return at(before_, i); }

    // The current state becomes the previous one; no effect if updates are in place.
    void swap() { std::swap(now_, before_); }

    // Sets the cells beyond the ends of a row of the current state.
    void close(long long i) const {
        T* const cells = row(i);
        cells[-1] = cells[width_ - 1];
        cells[width_] = cells[0];
    }

private:
    static constexpr std::size_t line = 64 / sizeof(T);

    // Rows begin at a cache line, and not all in the same cache set.
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
