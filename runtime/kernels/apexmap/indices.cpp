#include "kernels/apexmap/indices.h"

#include <cmath>

namespace loop::runtime::apexmap {

std::int64_t block_at(double r, double alpha, std::int64_t blocks) {
    return static_cast<std::int64_t>(std::pow(r, 1 / alpha) * static_cast<double>(blocks));
}

std::vector<std::int64_t> draw(const Stream& stream, std::size_t count) {
    Uniform uniform(stream.seed);
    std::vector<std::int64_t> starts(count);
    draw_next(stream, uniform, starts);
    return starts;
}

double expected_remote_fraction(double alpha, std::int64_t own, std::int64_t drawn) {
    return own >= drawn ? 0 : 1 - std::pow(static_cast<double>(own) / static_cast<double>(drawn), alpha);
}

} // namespace loop::runtime::apexmap
