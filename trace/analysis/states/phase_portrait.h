#pragma once

#include "trace/analysis/messages/in_flight.h"
#include "trace/analysis/states/utilization.h"

#include <vector>

namespace loop::report {

/// A time bin as a point: how busy the ranks were and how full the network was, in percent.
struct PortraitPoint {
    double utilization;   ///< busy ranks, relative to all ranks
    double communication; ///< bytes in flight, relative to the maximum over all bins
};

/// Joins the two series, which must have the same grid, in the order of time.
std::vector<PortraitPoint> phase_portrait(const UtilizationCount& utilization, const InFlight& traffic);

} // namespace loop::report
