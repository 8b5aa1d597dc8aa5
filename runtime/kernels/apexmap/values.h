#pragma once

#include <cstddef>
#include <cstdint>

// The values of the words: small integers, so that the sum of any blocks in any order is exact and known.
namespace loop::runtime::apexmap {

constexpr std::size_t line_words = 8; // words per cache line

// A prime, so that blocks at a distance of a power of two have different sums.
constexpr std::int64_t period = 1021;

// The sum of 2^43 words is less than 2^53, the limit up to which doubles are exact.
constexpr double max_exact_words = 8796093022208.0;

// Returns the word at a global address.
constexpr double value_at(std::int64_t address) {
    return static_cast<double>(address % period);
}

// The sum of all words before `address`.
constexpr std::int64_t sum_before(std::int64_t address) {
    const std::int64_t rest = address % period;
    return address / period * (period * (period - 1) / 2) + rest * (rest - 1) / 2;
}

constexpr std::int64_t block_sum(std::int64_t start, std::int64_t words) {
    return sum_before(start + words) - sum_before(start);
}

} // namespace loop::runtime::apexmap
