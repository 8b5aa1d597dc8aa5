#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Apex-Map (Strohmaier and Shan, Euro-Par 2005): what a run of it is asked to do. Pure, without MPI.
namespace loop::runtime::apexmap {

enum class Version { Sequential, Basic, Async, Rma };
enum class Compute { Sum, Strict, MultiplyAdd };

// Words are doubles of 8 bytes. The names are the paper's.
struct Parameters {
    long long m = 0; // words of all ranks together; 0: as many as is usual, where memory allows
    long long l = 1; // words of a block
    double alpha = 1;
    long long i = 1024; // indices drawn for a repeat
    long long n = 100;  // repeats
    long long b = 16;   // receive buffers: requests on their way at most
    long long smsg = 64;
    long long nser = 8; // requests served in an iteration at most
    Version version = Version::Async;
    Compute compute = Compute::Sum;
    long long prefetch = 0; // how many blocks ahead memory is asked for; 0: not at all
    bool shift = true;      // each rank's own words are its most probable ones
    long long warmup = 10;  // repeats before the clock starts
};

constexpr long long word_bytes = sizeof(double);
constexpr long long usual_words = 1LL << 26; // 64 Mwords a rank, as published

// Of the words `sequential`, `basic`, `async`, `rma` and `sum`, `strict`, `multiply-add`. False: none of
// them.
bool read_version(std::string_view word, Version& version);
bool read_compute(std::string_view word, Compute& compute);
const char* name_of(Version version);

// Whether blocks of other ranks are accessed; else each rank has only its own words.
constexpr bool is_global(const Parameters& p) {
    return p.version != Version::Sequential;
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
