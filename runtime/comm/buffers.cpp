#include "comm/buffers.h"

#include "comm/folded_memory.h"
#include "session/failure.h"
#include "trace/excluded.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace loop::runtime {

namespace {

void* zeroed_pages(std::size_t bytes) {
    void* memory = nullptr;
    if (posix_memalign(&memory, page_bytes, bytes) != 0) return nullptr;
    return std::memset(memory, 0, bytes);
}

} // namespace

Buffer::~Buffer() {
    release();
}

void Buffer::release() {
    if (is_folded_)
        release_folded(data_);
    else
        std::free(data_);
    data_ = nullptr;
    capacity_ = 0;
}

void Buffer::grow(std::size_t bytes) {
    const Excluded not_measured;
    release();
    const std::size_t wanted = rounded_to_page(bytes);
    const Session& s = the_session;
    if (bytes == 0) fail(s.site, s.construct, "the size of the message buffers does not fit in 64 bits");
    is_folded_ = should_be_folded(wanted);
    data_ = static_cast<char*>(is_folded_ ? folded_memory(wanted) : zeroed_pages(wanted));
    if (data_ == nullptr)
        fail(s.site, s.construct, "not enough memory for message buffers of ", bytes, " bytes");
    capacity_ = wanted;
}

// A buffer begins at a page. If the slots need a larger multiple, one more slot makes room for it.
Slots reserve_slots(Buffer& buffer, std::size_t count, std::size_t bytes, std::size_t align,
                    std::size_t offset) {
    const std::size_t stride = rounded_up(offset + bytes, align);
    char* const memory = buffer.reserve(count + (align > page_bytes ? 1 : 0), stride);
    const std::size_t past = reinterpret_cast<std::uintptr_t>(memory) % align;
    return {memory + (past == 0 ? 0 : align - past) + offset, stride};
}

} // namespace loop::runtime
