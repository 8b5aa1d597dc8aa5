#pragma once

#include "report/bsp/fit.h"
#include "report/bsp/short_and_long.h"

/// The time of a superstep by the measured supersteps that are most like it, where l + h o + h w g is only a
/// mean over all of them. Pure functions; all times are in microseconds.
namespace loop::report::bsp {

struct NearbyTime {
    double us = 0;
    Interval range{}; ///< of 95 % of such supersteps
};

/// Returns the time of a superstep with so many requests, and so many words in all of them. It is
/// interpolated: between the points with next fewer and next more words, in requests of the next smaller and
/// the next larger size. Beyond the points, it goes on with the costs of the fit. The range also contains
/// what the smaller supersteps alone let expect, and the larger ones alone, as the system may change its way
/// of sending between them; and the typical scatter of the batches. Without points: the time of the fit.
NearbyTime nearby_time(const RequestFit& fit, double requests, double all_words);

} // namespace loop::report::bsp
