#include "comm/buffers.h"

#include "session/failure.h"
#include "trace/excluded.h"

#include <cstdlib>
#include <cstring>

namespace loop::runtime {

Buffer::~Buffer() {
    std::free(data_);
}

void Buffer::grow(std::size_t bytes) {
    const Excluded not_measured;
    std::free(data_);
    data_ = nullptr;
    capacity_ = 0;
    const std::size_t wanted = bytes == 0 ? 0 : rounded_to_page(bytes);
    void* memory = nullptr;
    if (bytes == 0 || posix_memalign(&memory, page_bytes, wanted) != 0) {
        fail(the_session.site, the_session.construct,
             "no memory for message buffers of " + (bytes == 0
                                                        ? std::string("more bytes than can be addressed")
                                                        : std::to_string(bytes) + " bytes"));
    }
    std::memset(memory, 0, wanted);
    data_ = static_cast<char*>(memory);
    capacity_ = wanted;
}

} // namespace loop::runtime
