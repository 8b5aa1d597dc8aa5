#pragma once

#include <cstdint>
#include <vector>

// The addresses of a rank's accesses: the generator of Apex-Map 3.0, and the shift of the parallel version.
// No side effects.
namespace loop::runtime::apexmap {

// The 48-bit linear congruential generator of POSIX's drand48, seeded as srand48 does: uniform in [0, 1).
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

// The number of blocks that can be drawn: all but the last one, as in the original, or all (`last`).
constexpr std::int64_t blocks_drawn(std::int64_t blocks, bool last) {
    return last || blocks == 1 ? blocks : blocks - 1;
}

// Draws the index of one of the first `blocks` blocks from a power law with exponent alpha:
// trunc(r^(1/alpha) blocks).
std::int64_t draw_block(Uniform& uniform, double alpha, std::int64_t blocks);

struct Stream {
    std::int64_t words; // number of words to draw from
    std::int64_t block; // words per block; addresses are multiples of it
    double alpha;       // 1: uniform; near 0: almost always the first block
    std::int64_t shift; // added to each address, modulo `words`: the rank's own first word
    std::uint32_t seed; // the rank
    bool last = false;  // the last block can be drawn, too
};

// Returns the first addresses of `count` blocks.
std::vector<std::int64_t> draw(const Stream& stream, std::size_t count);

// Returns the fraction of a rank's accesses that go to other ranks, if each rank has `own` blocks and the
// ones that can be drawn are `drawn`: 1 - (own/drawn)^alpha. With all blocks, this is 1 - (1/P)^alpha.
double expected_remote_fraction(double alpha, std::int64_t own, std::int64_t drawn);

} // namespace loop::runtime::apexmap
