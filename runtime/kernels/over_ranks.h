#pragma once

#include <array>
#include <cstddef>

// Reductions over all ranks, on the control channel. Collective.
namespace loop::runtime {

// The result is on all ranks:
double min_over_ranks(double value);
double max_over_ranks(double value);
double sum_of_ranks(double value);
double mean_over_ranks(double value);
double of_rank_0(double value);

// Returns whether all ranks have the same arguments. With different ones, the kernel would hang.
bool same_on_all_ranks(const void* arguments, std::size_t bytes);
template <class T, std::size_t n>
bool same_on_all_ranks(const std::array<T, n>& arguments) {
    return same_on_all_ranks(arguments.data(), sizeof arguments);
}

// Returns when all ranks have called it: on a simulated machine at the same time on all of them, as there a
// barrier lets ranks go at times that differ by its messages, and a model of a few iterations would take that
// for waiting.
void begin_together();

// Returns the bytes that each rank may still allocate: the min over all ranks, if the ranks of a node take
// equal shares. `held`: bytes that this rank would release first. Unlimited on a simulated machine that does
// not compute.
double memory_for_each_rank(double held);

} // namespace loop::runtime
