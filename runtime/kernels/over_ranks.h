#pragma once

// What kernels ask all ranks for, over the control channel. Collective.
namespace loop::runtime {

double least_of_ranks(double value); // on all ranks
double sum_of_ranks(double value);   // at rank 0, others get what is not to be used
double most_of_ranks(double value);  // at rank 0

// The bytes that each rank may still allocate, `held` being what this one would give back: the least of all
// ranks, where the ranks of a node take equal parts. On a simulated machine that executes nothing, without
// limit.
double memory_for_each_rank(double held);

} // namespace loop::runtime
