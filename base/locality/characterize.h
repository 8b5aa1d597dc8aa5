#pragma once

#include "base/locality/distribution.h"
#include "base/locality/observer.h"
#include "base/locality/power_law.h"

#include <vector>

/// Describes an observed stream of addresses as one or two streams of Apex-Map. No side effects.
namespace loop::locality {

struct Stream {
    std::uint64_t m = 0; ///< words
    std::uint64_t l = 0; ///< words per block
    double alpha = 1;
    double share = 1;       ///< its share of all words read
    double runs_like_l = 1; ///< fraction of its words in runs of L/2 to 2 L words
    double ks_distance = 0; ///< PowerLawFit::ks_distance
    double reused = 0;      ///< fraction of its words that had been read before
    std::uint64_t runs = 0; ///< number of runs of consecutive words
    /// Its words by reuse time: how many words of this stream ago they were last read, in the bins
    /// of time_bins.h; those that were read for the first time are beyond.
    Distribution reuse_times{};
    Distribution run_lengths{}; ///< its words by the length of their runs
};

struct Characterization {
    Grain grain;
    std::uint64_t accesses = 0;
    std::uint64_t words = 0; ///< words read, including repeated reads
    LastTouch::Footprint footprint{0, 0, 0};
    std::vector<Stream> streams; ///< one or two; the stream with shorter blocks comes first
};

/// Returns one stream, or two if runs have two clearly different lengths. Requires at least one access.
Characterization characterize(const Observation& seen);

/// Returns one stream, whatever its runs.
Stream single_stream(const Observation& seen);

} // namespace loop::locality
