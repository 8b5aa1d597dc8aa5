#pragma once

namespace loop::patterns {

// The passes of a \DEAL in chunks of `size` passes, of which the last one may be shorter.
struct Chunks {
    int passes;
    long long size; // at least 1

    long long count() const { return passes == 0 ? 0 : (passes - 1) / size + 1; }
    // The pass behind the chunk that begins with `first`.
    int end(int first) const { return size < passes - first ? first + static_cast<int>(size) : passes; }
};

} // namespace loop::patterns
