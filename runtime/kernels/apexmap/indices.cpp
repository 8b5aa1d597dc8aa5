#include "kernels/apexmap/indices.h"

#include <cmath>

namespace loop::runtime::apexmap {

std::int64_t draw_block(Uniform& uniform, double alpha, std::int64_t blocks) {
    return static_cast<std::int64_t>(std::pow(uniform(), 1 / alpha) * static_cast<double>(blocks - 1));
}

std::vector<std::int64_t> draw(const Stream& stream, std::size_t count) {
    Uniform uniform(stream.seed);
    const std::int64_t blocks = stream.words / stream.block;
    std::vector<std::int64_t> starts(count);
    for (std::int64_t& start : starts)
        start = (draw_block(uniform, stream.alpha, blocks) * stream.block + stream.shift) % stream.words;
    return starts;
}

double expected_remote_fraction(double alpha, int ranks) {
    return 1 - std::pow(1.0 / ranks, alpha);
}

} // namespace loop::runtime::apexmap
