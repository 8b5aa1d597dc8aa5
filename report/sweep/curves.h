#pragma once

#include "report/sweep/scaling.h"
#include "report/sweep/sweep.h"

namespace loop::report {

using Bounds = std::pair<double, double>;

/// One number of ranks on a curve. Intervals hold with 95 % confidence; the serial fraction's is that of the
/// speed-up carried over.
struct CurvePoint {
    const SweepPoint* point = nullptr;
    int ranks = 0;
    int launches = 0;
    double seconds = 0; ///< the time of the point: the median, or the fastest
    double median = 0;
    double fastest = 0;
    std::optional<Bounds> interval; ///< of the median
    double work = 1;                ///< times that of one rank; 1 where the work is fixed
    std::optional<double> speedup, efficiency, serial_fraction;
    std::optional<Bounds> speedup_interval, efficiency_interval, serial_fraction_interval;
};

/// All points that differ in nothing but ranks (and, for scaled work, a size that is paired with them).
struct Curve {
    std::string workload;
    std::string label;              ///< distinguishes the curve from others of its workload; may be empty
    std::vector<CurvePoint> points; ///< by ranks
    std::optional<double> one_rank_seconds; ///< the base of every speed-up
    bool work_supposed =
        false;              ///< scaled, and no operations are declared: the work is taken to be the ranks'
    std::optional<Fit> fit; ///< of Amdahl's law, or Gustafson's for scaled work
};

/// Of all points with samples, in the order of the plan.
std::vector<Curve> curves(const Sweep& sweep);

} // namespace loop::report
