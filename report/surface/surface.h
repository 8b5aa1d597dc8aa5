#pragma once

#include "report/sweep/sweep.h"

#include <functional>

/// Apex-Map's bandwidth over temporal locality (alpha) and spatial locality (L), as a sweep has measured it
/// (Strohmaier and Shan, Euro-Par 2005, figures 3 and 4). Values only.
namespace loop::report {

/// One pair of alpha and L. Bandwidths are MB/s of one process, of 10^6 bytes: 8 bytes over the mean time a
/// word.
struct SurfacePoint {
    std::vector<double> samples; ///< one per launch
    double mbs = 0;              ///< their median; NaN where there are none
    double remote_percent = 0;   ///< accesses to other ranks' words, as rank 0 counted them; NaN if unknown
    bool failed = false;         ///< a launch's sum was wrong: nothing is shown
};

/// A cache of the machine that launched: where its steps may be looked for.
struct CacheSize {
    std::string name; ///< "L1d", "L2", "L3"
    double bytes = 0;
};

struct Surface {
    std::string origin;  ///< the name of its sweep, where there are several
    std::string machine; ///< with " (SIMULATED)" where it is
    int ranks = 0;
    std::string version;
    double buffers = 0;               ///< B
    double words_of_rank = 0;         ///< M / P
    bool same_words = true;           ///< M was the same at all points
    std::string others;               ///< the other arguments, as text: "I=1024 N=100 ..."
    std::vector<double> alphas;       ///< ascending
    std::vector<double> lengths;      ///< words of a block (L), ascending
    std::vector<SurfacePoint> points; ///< alphas.size() rows of lengths.size()
    std::vector<CacheSize> caches;
    std::vector<double> wanted_mbs; ///< bandwidths that the reader asks for; empty: round ones
    std::string label;              ///< distinguishes it from the others of the sweep; never empty

    const SurfacePoint& at(std::size_t alpha, std::size_t length) const {
        return points[alpha * lengths.size() + length];
    }
    /// NaN where it was not measured.
    double mbs(std::size_t alpha, std::size_t length) const { return at(alpha, length).mbs; }
    /// The point of exactly these arguments; null where the surface has none.
    const SurfacePoint* find(double alpha, double length) const;
    /// NaN where it has none, or it was not measured.
    double mbs_of(double alpha, double length) const;
    std::size_t measured() const;
    bool is_complete() const { return measured() == points.size(); }
};

/// Surfaces that have something in common, as one machine or one sweep.
using SurfaceGroup = std::vector<const Surface*>;
/// Those of the same key together, in the order of their first surfaces.
std::vector<SurfaceGroup> grouped(const std::vector<Surface>& all,
                                  const std::function<std::string(const Surface&)>& key);
std::vector<SurfaceGroup> by_machine(const std::vector<Surface>& all);

/// Every surface that the sweep planned or measured anything of, in the order of its points.
std::vector<Surface> surfaces(const Sweep& sweep);

/// Labels by what differs: machine, ranks, version, B, the other arguments; where nothing does, the origin.
void label_surfaces(std::vector<Surface>& all);

} // namespace loop::report
