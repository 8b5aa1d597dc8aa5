#pragma once

// For programs whose accesses are traced. Not part of <loop/loop.h>.
namespace loop {

// Words of memory.
struct HeldWords {
    const double* begin;
    long long count;
};

// Returns the words that this rank holds for \APEXMAP, after a call of it; without one, none. Local.
HeldWords apexmap_words();

} // namespace loop
