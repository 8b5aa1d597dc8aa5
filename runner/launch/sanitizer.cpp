#include "runner/launch/sanitizer.h"

#include <cstdlib>

namespace loop::runner {

std::string sanitizer_options(const std::string& own) {
    const std::string needed = "verify_asan_link_order=0:detect_leaks=0:detect_stack_use_after_return=1";
    return own.empty() ? needed : needed + ":" + own;
}

std::string sanitizer_options() {
    const char* const own = std::getenv("ASAN_OPTIONS");
    return sanitizer_options(own == nullptr ? "" : own);
}

} // namespace loop::runner
