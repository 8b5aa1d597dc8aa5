#pragma once

#include <loop/kernels.h>

#include <string>

// The parameters of Apex-Map (Strohmaier and Shan, Euro-Par 2005). No side effects, no MPI.
namespace loop::runtime::apexmap {

enum class Version { Sequential, Basic, Async, Rma, Shmem };
enum class Compute { Sum, Strict, MultiplyAdd };
enum class Streams { Independent, Published }; // of random numbers

// What a rank does with the words of a block: adds them up, also one block after the other (Chain), or adds 1
// to each of them.
enum class Style { Read, Update, Chain };

// What a rank asks the kernel for: nothing, or huge pages for its words.
enum class Pages { Default, Huge };

// The arguments, with M determined and the words parsed.
struct Parameters : ApexMap {
    Version chosen_version = Version::Async;
    Compute chosen_compute = Compute::Sum;
    Streams chosen_streams = Streams::Independent;
    Style chosen_style = Style::Read;
    Pages chosen_pages = Pages::Default;
};

constexpr long long max_seed = (1LL << 53) - 1; // a whole number in all formats
constexpr long long word_bytes = sizeof(double);
constexpr long long usual_words = 1LL << 26; // 64 Mwords per rank, as published

// Returns what a rank computes with each word: as many operations count in Mflop/s.
constexpr double flops_of_word(const Parameters& p) {
    return (p.chosen_compute == Compute::MultiplyAdd ? 2.0 : 1.0) * static_cast<double>(p.intensity);
}

// Returns whether ranks access blocks of other ranks; otherwise each rank reads only its own words.
constexpr bool is_global(const Parameters& p) {
    return p.chosen_version != Version::Sequential;
}

// Returns the number of indices used per repeat: fewer than I for long blocks, so that a repeat reads at most
// 2^20 words or one block (Apex-Map 3.0). At least one.
long long indices_used(const Parameters& p);

constexpr long long words_of_rank(const Parameters& p, int ranks) {
    return p.m / ranks;
}

// Returns the number of words that each rank reads in a batch while the clock runs.
long long words_accessed(const Parameters& p);

// Returns the memory of one rank in bytes: its words, index arrays, and buffers.
double bytes_of_rank(const Parameters& p, int ranks);

// Returns the default of M in whole blocks: the usual number of words, or as many as fit into
// `bytes_available` per rank, but at least one block per rank. `reduced`: set if M is less than usual.
long long default_m(const Parameters& p, int ranks, double bytes_available, bool& reduced);

// Returns why a run with these parameters is impossible, as a sentence with the numbers; empty if it is
// possible. M must be known.
std::string refusal(const Parameters& p, int ranks);
// The same for versions that this program is built without.
std::string refusal_of_version(const Parameters& p, bool has_shmem);
// The same for styles that a version, or other arguments, do not have.
std::string refusal_of_style(const Parameters& p);
// The same for an intensity that a style, or COMPUTE, does not have.
std::string refusal_of_intensity(const Parameters& p);
// The same for pages that a version cannot ask for.
std::string refusal_of_pages(const Parameters& p);
// The same for conditions that do not depend on M, to be checked before a default for M is computed.
std::string refusal_of_limits(const Parameters& p);
std::string refusal_of_memory(const Parameters& p, int ranks, double bytes_available);

} // namespace loop::runtime::apexmap
