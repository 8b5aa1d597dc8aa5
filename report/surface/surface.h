#pragma once

#include "report/sweep/sweep.h"

#include <functional>
#include <limits>

/// Apex-Map's bandwidth over temporal locality (alpha) and spatial locality (L), as measured by a sweep
/// (Strohmaier and Shan, Euro-Par 2005, figures 3 and 4). Plain data.
namespace loop::report {

/// One pair of alpha and L. Bandwidths are those of one rank in MB/s (10^6 bytes per second): 8 bytes divided
/// by the mean time per word.
struct SurfacePoint {
    std::vector<double> samples; ///< one per launch
    double mbs = 0;              ///< the median of `samples`; NaN if there are none
    /// Processor cycles of one rank per word, by its time stamp counter: the median of the launches; NaN if
    /// unknown.
    double cycles = std::numeric_limits<double>::quiet_NaN();
    /// How well each launch knows its own value: the width of the 95 % interval of the median of its batches,
    /// in percent of the median; the median of the launches; NaN if unknown.
    double interval_percent = std::numeric_limits<double>::quiet_NaN();
    double remote_percent = 0; ///< accesses to other ranks' words, counted by rank 0; NaN if unknown
    bool failed = false;       ///< the check sum of a launch was wrong, so the point is not shown
    /// The worst verdict of the sweep's points that measured it, or should have.
    formats::Verdict::Word word = formats::Verdict::Word::Valid;
};

/// What a rank may fill of a cache, a possible cause of steps.
struct CacheSize {
    std::string name; ///< "L1d", "L2", "L3"
    double bytes = 0;
};

struct Surface {
    std::string origin;  ///< the name of its sweep, if there are several
    std::string machine; ///< with " (SIMULATED)" if it is
    int ranks = 0;
    std::string version;
    double buffers = 0;       ///< B
    double words_of_rank = 0; ///< M / P
    bool same_words = true;   ///< M was the same at all points
    bool last_block = false;  ///< the last block of the M words could be drawn, too
    /// Each rank's own words are its most probable ones; otherwise (SHIFT: false), rank 0's are those of all
    /// ranks that read words of other ranks.
    bool own_words_first = true;
    std::string others;               ///< the other arguments, as text: "I=1024 N=100 ..."
    std::vector<double> alphas;       ///< ascending
    std::vector<double> lengths;      ///< words of a block (L), ascending
    std::vector<SurfacePoint> points; ///< alphas.size() rows of lengths.size() points
    double intensity = 1;             ///< above 1: multiply-adds on each word
    double batch_seconds = 0;         ///< each point takes batches until this time; 0: one batch, or unknown
    /// KiB of rank 0's words that were in huge pages; NaN if unknown.
    double huge_kib = std::numeric_limits<double>::quiet_NaN();
    double cycle_megahertz = 0; ///< the frequency of the time stamp counter; 0 if unknown
    std::vector<CacheSize> caches;
    std::vector<double> wanted_mbs; ///< bandwidths that the user asked for; empty: round ones
    std::string label;              ///< distinguishes it from other surfaces of the sweep; never empty

    const SurfacePoint& at(std::size_t alpha, std::size_t length) const {
        return points[alpha * lengths.size() + length];
    }
    /// NaN if not measured.
    double mbs(std::size_t alpha, std::size_t length) const { return at(alpha, length).mbs; }
    /// The worst verdict of a value that is derived from this point; of no point: VALID.
    formats::Verdict::Word word_of(double alpha, double length) const;
    /// Returns the point with exactly these arguments; null if there is none.
    const SurfacePoint* find(double alpha, double length) const;
    /// NaN if there is no such point or it was not measured.
    double mbs_of(double alpha, double length) const;
    /// Whether its version has receive buffers: otherwise, B means nothing, and the surface is like those of
    /// any B.
    bool uses_buffers() const { return version != "basic" && version != "sequential"; }
    bool has_cycles() const; ///< for any point
    std::size_t measured() const;
    bool is_complete() const { return measured() == points.size(); }
};

/// Surfaces that have something in common, such as the machine or the sweep.
using SurfaceGroup = std::vector<const Surface*>;
/// Groups surfaces with equal keys. Groups are in the order of their first surfaces.
std::vector<SurfaceGroup> grouped(const std::vector<Surface>& all,
                                  const std::function<std::string(const Surface&)>& key);
std::vector<SurfaceGroup> by_machine(const std::vector<Surface>& all);

/// Returns every surface of which the sweep planned or measured a point, in the order of points.
std::vector<Surface> surfaces(const Sweep& sweep);

/// Sets labels: machine and ranks, then version and B as needed; then, if labels are equal, the other
/// arguments or the origin.
void label_surfaces(std::vector<Surface>& all);

} // namespace loop::report
