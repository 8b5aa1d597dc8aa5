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
    // The same buffer as it is now; as it was, if the memory cannot be read any more.
    BufferSample again() const;
    // Whether some byte is another one than in both samples, of the same buffer before and afterwards.
    bool has_own_bytes(const BufferSample& before, const BufferSample& after) const;

private:
    std::size_t part() const { return bytes_ < most ? bytes_ : most; }
    bool read(char* first, char* last) const; // as it is now; false: it cannot be read any more

    static constexpr std::size_t most = 64; // bytes at each end

    const char* data_ = nullptr;
    std::size_t bytes_ = 0;
    char first_[most];
    char last_[most];
};

} // namespace loop::runtime
