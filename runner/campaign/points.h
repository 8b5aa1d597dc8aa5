#pragma once

#include "base/formats/plan.h"
#include "runner/campaign/campaign.h"

namespace loop::runner {

/// One combination of all factors.
struct Point {
    int number = 0; ///< from 1
    std::string workload;
    std::string machine;
    std::string variation;
    Settings settings;
    std::string folder;                       ///< relative to the sweep's folder
    std::string skip{};                       ///< `skip` of the series
    int warm_ups = 0;                         ///< launches that do not count, before the others
    bool probe = false;                       ///< `probe` of the series
    bool extra = false;                       ///< if it fails, the campaign has not failed
    std::optional<double> expected_seconds{}; ///< `expected_seconds` of the series
};

/// All points in the order of the campaign, the last factor changing fastest: series, machines, parameters,
/// variations, sizes, iterations, ranks.
std::vector<Point> expand(const Campaign& campaign);

/// When a point has enough launches: a probe after one, any other as the campaign says.
Stopping stopping_of(const Point& point, const Campaign& campaign);

formats::PlanPoint planned(const Point& point);

/// "fingerprint n=4 size=100 on local": a name that distinguishes a point from the others.
std::string describe(const Point& point, const Campaign& campaign);

/// The largest number of warm-ups of a point.
int most_warm_ups(const std::vector<Point>& points);

/// Indices into the points, in the order of round `round` (from 1; 0 is the warm-up). Probes come first, so
/// that a budget that ends in the first round does not leave them out.
std::vector<std::size_t> order_of_round(const Campaign& campaign, const std::vector<Point>& points,
                                        int round);

} // namespace loop::runner
