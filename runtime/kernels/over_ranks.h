#pragma once

#include <array>
#include <cstddef>

// What kernels ask all ranks for, over the control channel. Collective.
namespace loop::runtime {

// On all ranks:
double least_of_ranks(double value);
double most_of_ranks(double value);
double sum_of_ranks(double value);
double mean_of_ranks(double value);
double of_rank_0(double value);

// Whether all ranks have the same arguments as rank 0: else they would wait for each other's messages.
bool same_on_all_ranks(const void* arguments, std::size_t bytes);
template <class T, std::size_t n>
bool same_on_all_ranks(const std::array<T, n>& arguments) {
    return same_on_all_ranks(arguments.data(), sizeof arguments);
}

// The bytes that each rank may still allocate, `held` being what this one would give back: the least of all
// ranks, where the ranks of a node take equal parts. On a simulated machine that executes nothing, without
// limit.
double memory_for_each_rank(double held);

} // namespace loop::runtime
