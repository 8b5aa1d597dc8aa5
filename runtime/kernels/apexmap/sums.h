#pragma once

#include "kernels/apexmap/parameters.h"

#include <cstddef>
#include <cstdint>

// Sums the words, so that each of them must be loaded into a register.
namespace loop::runtime::apexmap {

// The factor for `multiply-add`, chosen so that all results are exact.
constexpr double factor = 0.5;

// What is computed with each word.
struct Arithmetic {
    Arithmetic(Compute asked, long long times = 1) : compute(asked), intensity(times) {}

    Compute compute;
    long long intensity; // above 1: so many multiply-adds, whatever `compute` is

    // What each word adds to a sum, divided by the word.
    double factor_of_word() const {
        if (intensity > 1) return factor * static_cast<double>(intensity);
        return compute == Compute::MultiplyAdd ? factor : 1;
    }
};

// Returns the sum of the words in the blocks that begin at words[starts[k]], k = 0 .. count - 1. `Sum` and
// `MultiplyAdd` use several accumulators, so that memory is the limit and not the latency of the adder;
// `Strict` adds one word after the other. `ahead`: prefetch distance in blocks; 0: no prefetch.
double sum_blocks(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                  Arithmetic arithmetic, std::size_t ahead);

// The same as `Sum`, but the address of each block depends on the last word of the block before, so no two
// blocks are loaded at the same time. `link`: what the last word adds to the next address, which is 0 for all
// values of values.h; the processor knows that only when it has loaded the word.
double sum_chain(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                 std::int64_t& link);

// Adds 1 to each word in the blocks.
void add_to_blocks(double* words, const std::int64_t* starts, std::size_t count, std::size_t block);

// The same as sum_blocks for one block.
double sum_block(const double* words, std::size_t block, Arithmetic arithmetic);

} // namespace loop::runtime::apexmap
