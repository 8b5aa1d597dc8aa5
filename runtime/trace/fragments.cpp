#include "trace/fragments.h"

#include <cstring>

namespace loop::runtime::trace {

std::size_t Fragments::add(const std::string& text) {
    constexpr std::size_t most_bytes = 12 << 20;
    if (size_ == most || (size_ > 0 && bytes_ + text.size() > most_bytes)) return size_ - 1;
    bytes_ += text.size();
    const char**& place = pieces_[size_ / chunk];
    if (place == nullptr) place = new const char*[chunk]();
    place[size_ % chunk] = strdup(text.c_str());
    __atomic_store_n(&size_, size_ + 1, __ATOMIC_RELEASE); // a signal handler sees only complete pieces
    return size_ - 1;
}

} // namespace loop::runtime::trace
