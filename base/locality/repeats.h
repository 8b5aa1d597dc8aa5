#pragma once

#include <cstdint>

/// How \APEXMAP reads a given number of blocks: in repeats of equal length. No side effects.
namespace loop::locality {

struct Repeats {
    std::uint64_t blocks; ///< I, blocks per repeat
    std::uint64_t count;  ///< N
};

/// The most blocks of L words that \APEXMAP reads per repeat, for its default of I: 1024, but at most 2^20
/// words (Apex-Map 3.0), and at least one block.
std::uint64_t most_blocks_of_repeat(std::uint64_t l);

/// Repeats that read `blocks` blocks of L words together, at least one. Between one and two times as many
/// repeats as necessary; of these, the number that comes closest to `blocks`.
Repeats repeats_of(std::uint64_t blocks, std::uint64_t l);

} // namespace loop::locality
