#include "kernels/apexmap/indices.h"

#include <cmath>

namespace loop::runtime::apexmap {

std::int64_t draw_block(Uniform& uniform, double alpha, std::int64_t blocks) {
    return static_cast<std::int64_t>(std::pow(uniform(), 1 / alpha) * static_cast<double>(blocks));
}

std::vector<std::int64_t> draw(const Stream& stream, std::size_t count) {
    Uniform uniform(stream.seed);
    const std::int64_t blocks = blocks_drawn(stream.words / stream.block, stream.last);
    std::vector<std::int64_t> starts(count);
    for (std::int64_t& start : starts)
        start = (draw_block(uniform, stream.alpha, blocks) * stream.block + stream.shift) % stream.words;
    return starts;
}

double expected_remote_fraction(double alpha, std::int64_t own, std::int64_t drawn) {
    return own >= drawn ? 0 : 1 - std::pow(static_cast<double>(own) / static_cast<double>(drawn), alpha);
}

} // namespace loop::runtime::apexmap
