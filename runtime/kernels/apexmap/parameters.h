#pragma once

#include <loop/kernels.h>

#include <string>

// Apex-Map (Strohmaier and Shan, Euro-Par 2005): what a run of it is asked to do. Pure, without MPI.
namespace loop::runtime::apexmap {

enum class Version { Sequential, Basic, Async, Rma };
enum class Compute { Sum, Strict, MultiplyAdd };

// As it is asked for, with M settled and the words understood.
struct Parameters : ApexMap {
    Version chosen_version = Version::Async;
    Compute chosen_compute = Compute::Sum;
};

constexpr long long word_bytes = sizeof(double);
constexpr long long usual_words = 1LL << 26; // 64 Mwords a rank, as published

// Whether blocks of other ranks are accessed; else each rank has only its own words.
constexpr bool is_global(const Parameters& p) {
    return p.chosen_version != Version::Sequential;
}

// Indices of a repeat that are used: fewer than I for long blocks, so that a repeat stays within 2^20 words
// or one block (Apex-Map 3.0). At least one.
long long indices_used(const Parameters& p);

constexpr long long words_of_rank(const Parameters& p, int ranks) {
    return p.m / ranks;
}

// The words that each rank reads while the clock runs.
long long words_accessed(const Parameters& p);

// Memory of one rank: its words, its index arrays, its buffers.
double bytes_of_rank(const Parameters& p, int ranks);

// M where none is given: as usual, or as much as `bytes_available` for each rank hold, whole blocks; never
// less than a block a rank. `reduced`: it is less than usual.
long long default_m(const Parameters& p, int ranks, double bytes_available, bool& reduced);

// What such a run would need and does not have, in a sentence with the numbers; empty where it can be. M is
// known.
std::string refusal(const Parameters& p, int ranks);
// The same for what does not depend on M, which must hold before a default for M is looked for.
std::string refusal_of_limits(const Parameters& p);
std::string refusal_of_memory(const Parameters& p, int ranks, double bytes_available);

} // namespace loop::runtime::apexmap
