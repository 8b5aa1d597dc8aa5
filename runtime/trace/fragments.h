#pragma once

#include <cstddef>
#include <string>

namespace loop::runtime::trace {

// Pieces of JSON, prepared so that a crash flush can write them without allocating memory. Only grows, to at
// most 65535 pieces and 12 MiB; further pieces are replaced by the last one.
class Fragments {
public:
    std::size_t add(const std::string& text);
    std::size_t size() const { return __atomic_load_n(&size_, __ATOMIC_ACQUIRE); }
    const char* operator[](std::size_t i) const { return pieces_[i / chunk][i % chunk]; }

    static constexpr std::size_t most = 65535;

private:
    static constexpr std::size_t chunk = 256;

    const char** pieces_[most / chunk + 1] = {};
    std::size_t size_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace loop::runtime::trace
