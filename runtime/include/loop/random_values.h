#pragma once

// provides: loop::uniform
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace loop {

// Random values as pure functions of an index and a seed: all ranks that ask for the same one get the same
// one, so they may decide who sends to whom. Values of neighboring indices are independent. Wrong arguments
// throw std::invalid_argument.

// From 0 inclusive to 1 exclusive.
inline double uniform(std::uint64_t index, std::uint64_t seed = 1) {
    std::uint64_t mixed = index + 0x9E3779B97F4A7C15u * (seed + 1);
    for (int round = 0; round < 2; ++round) { // the finalizer of splitmix64 (Steele, Lea, and Flood, 2014)
        mixed += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        mixed ^= mixed >> 31;
    }
    return static_cast<double>(mixed >> 11) / 9007199254740992.0; // 2^53
}

// helper: pick
// provides: loop::pick
// needs: random_values

// A number from 0 to count - 1; 0 if count is less than 1.
inline long long pick(std::uint64_t index, long long count, std::uint64_t seed = 1) {
    return count < 1 ? 0 : static_cast<long long>(uniform(index, seed) * static_cast<double>(count));
}

// helper: exponential
// provides: loop::exponential
// needs: random_values

inline double exponential(std::uint64_t index, double mean, std::uint64_t seed = 1) {
    if (!(mean >= 0)) throw std::invalid_argument("the mean of loop::exponential must not be negative");
    return -mean * std::log(1 - uniform(index, seed));
}

// helper: normal
// provides: loop::normal
// needs: random_values

inline double normal(std::uint64_t index, double mean, double deviation, std::uint64_t seed = 1) {
    const double radius = std::sqrt(-2 * std::log(1 - uniform(2 * index, seed)));
    return mean + deviation * radius * std::cos(6.283185307179586 * uniform(2 * index + 1, seed));
}

// helper: pareto
// provides: loop::pareto
// needs: random_values

// At least `least`; its mean is least * shape / (shape - 1) if shape is above 1.
inline double pareto(std::uint64_t index, double shape, double least, std::uint64_t seed = 1) {
    if (!(shape > 0)) throw std::invalid_argument("the shape of loop::pareto must be above 0");
    return least / std::pow(1 - uniform(index, seed), 1 / shape);
}

// helper: poisson
// provides: loop::poisson
// needs: exponential

// How many events there are in a unit of time if there are `mean` on average. Takes a time that grows with
// the mean, which is below 10^9.
inline long long poisson(std::uint64_t index, double mean, std::uint64_t seed = 1) {
    if (!(mean >= 0 && mean < 1e9))
        throw std::invalid_argument("the mean of loop::poisson must be at least 0 and below 1e9");
    long long events = -1;
    double time = 0;
    while (time <= mean)
        time += exponential(static_cast<std::uint64_t>(++events), 1, seed ^ (index + 1) << 20);
    return events;
}

// helper: permutation
// provides: loop::permutation
// needs: pick

// 0 .. count - 1 in random order.
inline std::vector<int> permutation(int count, std::uint64_t seed) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i)
        all.push_back(i);
    for (int i = count - 1; i > 0; --i)
        std::swap(all[static_cast<std::size_t>(i)],
                  all[static_cast<std::size_t>(pick(static_cast<std::uint64_t>(i), i + 1, seed))]);
    return all;
}

} // namespace loop
