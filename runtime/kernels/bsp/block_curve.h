#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

// The evaluation of bspprobe: g as a function of the block size. No side effects, no MPI.
namespace loop::runtime::bsp {

struct BlockPoint {
    long long words; // per block
    double g;        // in any unit
};

// Returns the sizes from `greatest` down to `least`, each half of the previous one.
inline std::vector<long long> block_sizes(long long greatest, long long least) {
    std::vector<long long> sizes;
    for (long long size = greatest; size >= least && size >= 1; size /= 2)
        sizes.push_back(size);
    return sizes;
}

// Returns the name of up to three neighboring sizes, of those that block_sizes() returned: "blocks of 16 to
// 64 words".
inline std::string block_group(const std::vector<long long>& sizes, std::size_t index) {
    const std::size_t first = index / 3 * 3, last = std::min(first + 2, sizes.size() - 1);
    std::string text = "blocks of " + std::to_string(sizes[last]);
    if (last > first) text += " to " + std::to_string(sizes[first]);
    return text + " words";
}

struct BlockFit {
    double g_infinity; // the smallest g
    double n_half;     // words per block at which g is twice g_infinity: g(b) = g_infinity (1 + n_half / b)
};

// Needs at least one point. Computes n-half from the point with the largest g; n-half is 0 if g-infinity is
// not positive.
inline BlockFit fit_blocks(const std::vector<BlockPoint>& points) {
    const auto less = [](const BlockPoint& a, const BlockPoint& b) { return a.g < b.g; };
    const auto [least, greatest] = std::minmax_element(points.begin(), points.end(), less);
    const double n_half =
        least->g > 0 ? (greatest->g / least->g - 1) * static_cast<double>(greatest->words) : 0;
    return {least->g, n_half};
}

} // namespace loop::runtime::bsp
