#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

// Which data show the rate of a level of cache. No side effects, no MPI.
namespace loop::runtime::bsp {

constexpr int memory_level = 0;

struct LevelData {
    int level;    // 1, 2, 3, or memory_level
    double cache; // bytes of this cache that a rank may fill; 0 for memory
    double bytes; // data that fit this level, but none below it
};

// `caches`: the bytes of L1, L2, and so on that a rank may fill; 0: unknown. A level needs data that its
// cache holds and the caches below do not: half of the cache, but at most four times the one below, as some
// machines report more than a rank can use. Levels are left out if they are hardly larger than the one below,
// or need data of more than `most` bytes. Memory needs data of at least twice the last cache.
inline std::vector<LevelData> level_data(const std::vector<double>& caches, double most) {
    std::vector<LevelData> all;
    double below = 0;
    for (std::size_t k = 0; k < caches.size(); ++k) {
        const double cache = caches[k];
        if (cache < 1.5 * below || cache <= 0) continue;
        double bytes = below > 0 ? std::min(cache / 2, 4 * below) : cache / 2;
        if (bytes <= below) bytes = std::sqrt(below * cache);
        if (bytes <= most) all.push_back({static_cast<int>(k) + 1, cache, bytes});
        below = cache;
    }
    if (below > 0 && 2 * below <= most) all.push_back({memory_level, 0, std::min(4 * below, most)});
    return all;
}

} // namespace loop::runtime::bsp
