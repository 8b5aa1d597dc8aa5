#include "base/locality/repeats.h"

#include <algorithm>

namespace loop::locality {
namespace {

constexpr std::uint64_t usual_blocks = 1024;
constexpr std::uint64_t words_of_repeat = 1 << 20;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
    return a > b ? a - b : b - a;
}

} // namespace

std::uint64_t most_blocks_of_repeat(std::uint64_t l) {
    return std::max<std::uint64_t>(1, std::min(usual_blocks, words_of_repeat / l));
}

Repeats repeats_of(std::uint64_t blocks, std::uint64_t l) {
    const std::uint64_t most = most_blocks_of_repeat(l);
    if (blocks <= most) return {std::max<std::uint64_t>(1, blocks), 1};
    Repeats best{most, (blocks + most / 2) / most};
    for (std::uint64_t each = most - 1; 2 * each >= most && best.blocks * best.count != blocks; --each) {
        const Repeats next{each, (blocks + each / 2) / each};
        if (distance(next.blocks * next.count, blocks) < distance(best.blocks * best.count, blocks))
            best = next;
    }
    return best;
}

} // namespace loop::locality
