#include "host_calls/buffer_sample.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace loop::runtime {

namespace {

// Returns whether memory that may have been unmapped could be read.
bool copy_if_mapped(char* to, const char* from, std::size_t bytes) {
    const iovec local{to, bytes};
    const iovec remote{const_cast<char*>(from), bytes};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes);
}

// Allocators keep the memory of small blocks that are freed, so it can be read; that of large ones may be
// gone.
constexpr std::size_t always_mapped = std::size_t{1} << 16;

} // namespace

BufferSample::BufferSample(const void* data, std::size_t bytes)
    : data_(static_cast<const char*>(data)), bytes_(bytes) {
    const std::size_t part = std::min(bytes_, most);
    std::memcpy(first_, data_, part);
    std::memcpy(last_, data_ + bytes_ - part, part);
}

bool BufferSample::has_changed() const {
    const std::size_t part = std::min(bytes_, most);
    const char* first = data_;
    const char* last = data_ + bytes_ - part;
    char copies[2 * most];
    if (bytes_ > always_mapped) {
        if (!copy_if_mapped(copies, first, part) || !copy_if_mapped(copies + most, last, part)) return false;
        first = copies, last = copies + most;
    }
    return std::memcmp(first, first_, part) != 0 || std::memcmp(last, last_, part) != 0;
}

} // namespace loop::runtime
