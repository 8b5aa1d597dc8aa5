#pragma once

#include "base/locality/characterize.h"

/// Records the streams of the tests: words of 8 bytes, lines of 8 words.
struct Recorder {
    loop::locality::Observer observer{{8, 8}, std::size_t{1} << 32};

    void word(std::uint64_t number) { observer.access(8 * number, 8); }
    void words(std::uint64_t first, std::uint64_t count) { observer.access(8 * first, 8 * count); }
    loop::locality::Characterization found() { return characterize(observer.finish()); }
};
