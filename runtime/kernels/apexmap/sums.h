#pragma once

#include "kernels/apexmap/parameters.h"

#include <cstddef>
#include <cstdint>

// The computation on the words: their sum, so that they come as far as into the processor.
namespace loop::runtime::apexmap {

// What `multiply-add` multiplies each word with: exact, as all of it must be.
constexpr double factor = 0.5;

// The words of the blocks that begin at words[starts[k]], k = 0 .. count - 1. `Sum` and `MultiplyAdd` keep
// several sums side by side, so that memory bounds them and not the latency of one adder; `Strict` adds word
// after word. `ahead`: each block is asked for so many blocks before its turn; 0: not.
double sum_blocks(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                  Compute compute, std::size_t ahead);

// The same of one block. Strict order is within the block then.
double sum_block(const double* words, std::size_t block, Compute compute);

} // namespace loop::runtime::apexmap
