#pragma once

#include "base/locality/observer.h"
#include "base/locality/power_law.h"

#include <vector>

/// What an observed stream of addresses is as one stream of Apex-Map, or as two. Pure.
namespace loop::locality {

struct Stream {
    std::uint64_t m = 0; ///< words
    std::uint64_t l = 0; ///< words of a block
    double alpha = 1;
    double share = 1;       ///< of all words that are read
    double runs_like_l = 1; ///< of its words, how many are in runs of half to twice L
    double ks_distance = 0; ///< PowerLawFit::ks_distance
    double reused = 0;      ///< of its words, how many had been read before
    std::uint64_t runs = 0; ///< of words in sequence
};

struct Characterization {
    Grain grain;
    std::uint64_t accesses = 0;
    std::uint64_t words = 0; ///< that were read, those that are read again included
    LastTouch::Footprint footprint{0, 0, 0};
    std::vector<Stream> streams; ///< one or two, the one with shorter blocks first
};

/// One stream, or two where runs are of two clearly different lengths. At least one access.
Characterization characterise(const Observation& seen);

} // namespace loop::locality
