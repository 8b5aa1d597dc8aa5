#pragma once

#include <cstddef>
#include <string>

namespace loop::runtime {

// A file that this process maps as shared memory, and extends: what is in it survives however the process
// ends. Its bytes stay at their addresses, as those of the largest possible file are reserved at first.
class GrowingFile {
public:
    // Creates the file with `bytes`, of which there may be `most`. Returns 0 or errno.
    int create(const std::string& path, std::size_t most, std::size_t bytes);

    // Adds zeros, and touches their pages, so that writing causes no page faults. Returns 0 or errno.
    int extend(std::size_t bytes);

    // Pages that are not needed in memory for now.
    void put_aside(std::size_t begin, std::size_t bytes);

    char* memory() const { return memory_; } // null: not created
    std::size_t bytes() const { return bytes_; }

private:
    int file_ = -1;
    char* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace loop::runtime
