#pragma once

#include "base/statistics/growth.h"
#include "report/sweep/axis.h"
#include "report/sweep/scaling.h"
#include "report/sweep/sweep.h"

namespace loop::report {

using Bounds = std::pair<double, double>;

/// A `\RESULT`, or a result of a kernel that has one value per run.
struct PointResult {
    std::string name, unit;
    double value = 0; ///< median over the launches of the median over the ranks
    std::optional<Bounds> interval;
};

/// The point of a curve for one value of its axis. Intervals have 95 % confidence; those of efficiency and
/// serial fraction follow from that of the speedup.
struct CurvePoint {
    const SweepPoint* point = nullptr;
    AxisValue at; ///< its place on the axis
    int ranks = 0;
    int launches = 0;
    double seconds = 0; ///< the time of the point: the median, or the fastest
    double median = 0;
    double fastest = 0;
    std::optional<Bounds> interval; ///< of the median
    double flops = 0;               ///< declared operations of all ranks, in what is measured
    std::optional<double> mflops;   ///< the same, in millions per second
    std::optional<double> mbs;      ///< bytes that all ranks sent, in millions per second
    std::vector<PointResult> results;
    double work = 1; ///< relative to one rank; 1 if the work is fixed
    std::optional<double> speedup, efficiency, serial_fraction;
    std::optional<Bounds> speedup_interval, efficiency_interval, serial_fraction_interval;
};

/// All points that differ only in their value on the axis and, for scaled work, in the size paired with it.
struct Curve {
    Axis axis; ///< the same for all curves of a sweep
    std::string workload;
    std::string label;              ///< distinguishes the curve from others of its workload; may be empty
    std::string line;               ///< the part of the label that distinguishes lines of a panel
    std::string panel;              ///< the rest of the label
    std::vector<CurvePoint> points; ///< ordered along the axis
    /// The base of all speedups; only if the axis is the number of ranks, as for the law.
    std::optional<double> one_rank_seconds;
    bool work_supposed = false; ///< no operations declared: scaled work is taken as proportional to ranks
    std::optional<Fit> fit;     ///< to Amdahl's law, or to Gustafson's for scaled work
    std::optional<CostFit> cost_fit{}; ///< another law of fixed work, which Amdahl's does not contain
    std::optional<Outlier> outlier{};  ///< of fixed work
    /// How the time grows along a numeric axis other than the ranks.
    std::optional<statistics::Growth> growth;
};

/// "cg, size=100", to name the curve.
std::string curve_name(const Curve& curve);

/// Returns the curves of all points with samples, in the order of the plan.
std::vector<Curve> curves(const Sweep& sweep);

} // namespace loop::report
