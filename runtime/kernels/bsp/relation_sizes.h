#pragma once

#include <algorithm>
#include <vector>

// Which h-relations bspbench measures, and what they are on a simulated machine. Pure, without MPI.
namespace loop::runtime::bsp {

// Of 0 to h1 words: all of them where they are at most `most`, else as evenly spaced as whole words allow; h0
// and h1, between which the line is fitted, are there in any case. 0 <= h0 < h1, most at least 1.
inline std::vector<long long> relation_sizes(long long h0, long long h1, long long most) {
    const long long step = h1 / most + 1;
    std::vector<long long> sizes{h0, h1};
    for (long long h = 0; h <= h1; h += step)
        sizes.push_back(h);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

// Messages of one superstep of each: from everybody to everybody, and one a word unless they travel together.
inline double relation_messages(const std::vector<long long>& sizes, int ranks, bool together) {
    double words = 0;
    for (const long long h : sizes)
        words += static_cast<double>(h);
    const double exchange = static_cast<double>(ranks) * (ranks - 1);
    return static_cast<double>(sizes.size()) * exchange + (together ? 0 : words * ranks);
}

} // namespace loop::runtime::bsp
