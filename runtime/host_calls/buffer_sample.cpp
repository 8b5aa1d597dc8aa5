#include "host_calls/buffer_sample.h"

#include "host_calls/memory.h"

#include <sys/uio.h>
#include <unistd.h>

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
    std::memcpy(first_, data_, part());
    std::memcpy(last_, data_ + bytes_ - part(), part());
}

bool BufferSample::read(char* first, char* last) const {
    if (first_bad_byte(data_, bytes_) != nullptr) return false;
    const char* const end = data_ + bytes_ - part();
    if (bytes_ > always_mapped)
        return copy_if_mapped(first, data_, part()) && copy_if_mapped(last, end, part());
    std::memcpy(first, data_, part());
    std::memcpy(last, end, part());
    return true;
}

bool BufferSample::has_changed() const {
    char first[most], last[most];
    if (!read(first, last)) return false;
    return std::memcmp(first, first_, part()) != 0 || std::memcmp(last, last_, part()) != 0;
}

BufferSample BufferSample::again() const {
    BufferSample now(*this);
    return read(now.first_, now.last_) ? now : *this;
}

bool BufferSample::has_own_bytes(const BufferSample& before, const BufferSample& after) const {
    for (std::size_t i = 0; i < part(); ++i) {
        if (first_[i] != before.first_[i] && first_[i] != after.first_[i]) return true;
        if (last_[i] != before.last_[i] && last_[i] != after.last_[i]) return true;
    }
    return false;
}

} // namespace loop::runtime
