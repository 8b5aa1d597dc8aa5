#pragma once

#include "report/bsp/demand.h"
#include "report/bsp/fit.h"
#include "report/bsp/request_costs.h"

#include <optional>
#include <vector>

namespace loop::report::bsp {

/// The time of a superstep by the costs of its requests, in microseconds. Its parts have the proportions of
/// the fitted costs; their sum is what the measured supersteps that are most like it took (nearby_time).
struct RequestTime {
    double l = 0;
    double requests = 0;  ///< h o
    double words = 0;     ///< h w g
    Interval range{};     ///< from the shortest to the longest time that any launch lets expect
    bool measured = true; ///< false: it has more requests or words than were measured

    double total() const { return l + requests + words; }
};

/// Returns the time of one of these supersteps. One with several operations takes the requests of each, and
/// the largest l and g of them. Nothing if it has no requests, or one whose costs are unknown: bsp_put_row,
/// and operations that were not measured.
std::optional<RequestTime> request_time(const std::vector<RequestCosts>& costs, const EqualSteps& steps);

} // namespace loop::report::bsp
