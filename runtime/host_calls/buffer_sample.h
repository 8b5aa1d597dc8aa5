#pragma once

#include <cstddef>

namespace loop::runtime {

// The beginning and the end of a buffer as it was, to find out later whether host code has written there.
// Makes no MPI calls.
class BufferSample {
public:
    BufferSample() = default;
    BufferSample(const void* data, std::size_t bytes); // takes the sample

    // False also if the memory cannot be read any more.
    bool has_changed() const;

private:
    static constexpr std::size_t most = 64; // bytes at each end

    const char* data_ = nullptr;
    std::size_t bytes_ = 0;
    char first_[most];
    char last_[most];
};

} // namespace loop::runtime
