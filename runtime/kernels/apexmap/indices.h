#pragma once

#include <cstdint>
#include <vector>

// The addresses of a rank's accesses: the generator of Apex-Map 3.0, independent streams of random numbers,
// and the shift of the parallel version. No side effects.
namespace loop::runtime::apexmap {

// The 48-bit linear congruential generator of POSIX's drand48, seeded as srand48 does: uniform in [0, 1).
// Streams with neighboring seeds keep their distances, so ranks with such streams ask the same owners at the
// same time.
class Uniform {
public:
    explicit Uniform(std::uint32_t seed) : state_(std::uint64_t{seed} << 16 | 0x330Eu) {}
    double operator()() {
        state_ = (state_ * 0x5DEECE66Du + 0xBu) & 0xFFFFFFFFFFFFu;
        return static_cast<double>(state_) * 0x1p-48;
    }

private:
    std::uint64_t state_;
};

// SplitMix64 (Steele, Lea, and Flood, 2014): uniform in [0, 1). Its state is a counter, so a stream begins at
// a hash of seed and rank: streams are far apart, and unrelated.
class IndependentUniform {
public:
    IndependentUniform(std::uint64_t seed, std::uint64_t rank) : state_(mixed(mixed(seed) + rank)) {}
    double operator()() {
        state_ += step;
        return static_cast<double>(mixed(state_) >> 11) * 0x1p-53;
    }

private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15u; // odd, near 2^64 divided by the golden ratio
    static constexpr std::uint64_t mixed(std::uint64_t value) {
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
        value = (value ^ value >> 27) * 0x94D049BB133111EBu;
        return value ^ value >> 31;
    }

    std::uint64_t state_;
};

// The number of blocks that can be drawn: all but the last one, as in the original, or all (`last`).
constexpr std::int64_t blocks_drawn(std::int64_t blocks, bool last) {
    return last || blocks == 1 ? blocks : blocks - 1;
}

// Returns the index of one of the first `blocks` blocks, from a power law with exponent alpha:
// trunc(r^(1/alpha) blocks), for r uniform in [0, 1).
std::int64_t block_at(double r, double alpha, std::int64_t blocks);

struct Stream {
    std::int64_t words; // number of words to draw from
    std::int64_t block; // words per block; addresses are multiples of it
    double alpha;       // 1: uniform; near 0: almost always the first block
    std::int64_t shift; // added to each address, modulo `words`: the rank's own first word
    std::uint32_t seed; // of Uniform: the rank, counted from 1
    bool last = false;  // the last block can be drawn, too
};

// Sets `starts` to the next addresses of blocks; `uniform` returns random numbers.
template <class Random>
void draw_next(const Stream& stream, Random& uniform, std::vector<std::int64_t>& starts) {
    const std::int64_t blocks = blocks_drawn(stream.words / stream.block, stream.last);
    for (std::int64_t& start : starts)
        start = (block_at(uniform(), stream.alpha, blocks) * stream.block + stream.shift) % stream.words;
}

// Returns the first addresses of `count` blocks, as published.
std::vector<std::int64_t> draw(const Stream& stream, std::size_t count);

// Returns the fraction of a rank's accesses that go to other ranks, if each rank has `own` blocks and the
// ones that can be drawn are `drawn`: 1 - (own/drawn)^alpha. With all blocks, this is 1 - (1/P)^alpha.
double expected_remote_fraction(double alpha, std::int64_t own, std::int64_t drawn);

} // namespace loop::runtime::apexmap
