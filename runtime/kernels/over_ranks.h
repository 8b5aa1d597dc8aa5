#pragma once

// What kernels ask all ranks for, over the control channel. Collective.
namespace loop::runtime {

// On all ranks:
double least_of_ranks(double value);
double most_of_ranks(double value);
double sum_of_ranks(double value);
double mean_of_ranks(double value);
double of_rank_0(double value);

// The bytes that each rank may still allocate, `held` being what this one would give back: the least of all
// ranks, where the ranks of a node take equal parts. On a simulated machine that executes nothing, without
// limit.
double memory_for_each_rank(double held);

} // namespace loop::runtime
