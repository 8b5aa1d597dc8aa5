#include "lsp/write_all.h"

#include <unistd.h>

#include <cerrno>

namespace loop::lsp {

bool write_all(int out, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(out, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace loop::lsp
