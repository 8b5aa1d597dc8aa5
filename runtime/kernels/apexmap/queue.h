#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace loop::runtime::apexmap {

// A FIFO queue in memory that only grows: nothing is allocated once it has reached its max length.
template <class T>
class Queue {
public:
    bool empty() const { return length_ == 0; }
    void push(const T& item) {
        if (length_ == ring_.size()) grow();
        ring_[(first_ + length_) % ring_.size()] = item;
        ++length_;
    }
    T pop() {
        const T item = ring_[first_];
        first_ = first_ + 1 == ring_.size() ? 0 : first_ + 1;
        --length_;
        return item;
    }

private:
    void grow() {
        std::vector<T> larger(2 * ring_.size());
        for (std::size_t k = 0; k < length_; ++k)
            larger[k] = ring_[(first_ + k) % ring_.size()];
        ring_ = std::move(larger);
        first_ = 0;
    }

    std::vector<T> ring_ = std::vector<T>(256);
    std::size_t first_ = 0;
    std::size_t length_ = 0;
};

} // namespace loop::runtime::apexmap
