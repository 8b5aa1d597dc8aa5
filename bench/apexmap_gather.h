#pragma once

#include <cstddef>
#include <cstdint>

// The rivals of Apex-Map's sum: the same blocks, summed by hand. Compiled with -ffast-math, so that the
// compiler may add in any order, too.
double loops_by_hand(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block);

// Instructions of AVX-512, where the processor has them: gathers for single words, four sums for longer
// blocks. Else the same as loops_by_hand.
double vectors_by_hand(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block);
