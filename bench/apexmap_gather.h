#pragma once

#include <cstddef>
#include <cstdint>

// Baselines for Apex-Map's sum: the same blocks, summed by hand. Compiled with -ffast-math, so that the
// compiler may reorder the additions.
double loops_by_hand(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block);

// Uses AVX-512 if the processor has it: gathers for single words, four partial sums for longer blocks.
// Otherwise the same as loops_by_hand.
double vectors_by_hand(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block);
