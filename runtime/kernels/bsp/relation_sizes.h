#pragma once

#include <algorithm>
#include <string>
#include <vector>

// The h-relations that bspbench measures, and the number of messages that they need on a simulated machine.
// No MPI.
namespace loop::runtime::bsp {

// Returns the sizes from 0 to h1 words: all if there are at most `most`, otherwise as evenly spaced as
// integers allow. Always includes h0 and h1, between which the line is fitted. Requires 0 <= h0 < h1 and most
// >= 1.
inline std::vector<long long> relation_sizes(long long h0, long long h1, long long most) {
    const long long step = h1 / most + 1;
    std::vector<long long> sizes{h0, h1};
    for (long long h = 0; h <= h1; h += step)
        sizes.push_back(h);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

// Returns the name of relations of similar size, of those up to h1 words: "h = 1", "h = 4 to 7".
inline std::string relation_group(long long h, long long h1) {
    long long first = 1;
    while (first <= h / 2)
        first *= 2;
    const long long last = h == 0 ? 0 : std::min(2 * first - 1, h1);
    const std::string from = "h = " + std::to_string(h == 0 ? 0 : first);
    return last <= first ? from : from + " to " + std::to_string(last);
}

// Returns the number of messages for one superstep of each size: one per pair of ranks, plus one per word
// unless words are combined.
inline double relation_messages(const std::vector<long long>& sizes, int ranks, bool together) {
    double words = 0;
    for (const long long h : sizes)
        words += static_cast<double>(h);
    const double exchange = static_cast<double>(ranks) * (ranks - 1);
    return static_cast<double>(sizes.size()) * exchange + (together ? 0 : words * ranks);
}

} // namespace loop::runtime::bsp
