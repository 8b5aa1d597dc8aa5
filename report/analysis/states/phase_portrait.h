#pragma once

#include "report/analysis/messages/in_flight.h"
#include "report/analysis/states/utilization.h"

#include <vector>

namespace loop::report {

/// A bin of the time as a point: how busy the ranks, how full the network. Both in percent.
struct PortraitPoint {
    double utilization;   ///< busy ranks of all
    double communication; ///< bytes under way, of the most that ever were under way in a bin
};

/// The two over the same grid, joined in the order of time.
std::vector<PortraitPoint> phase_portrait(const UtilizationCount& utilization, const InFlight& traffic);

} // namespace loop::report
