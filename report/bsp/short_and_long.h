#pragma once

#include "report/bsp/fit.h"
#include "report/bsp/request_fit.h"

#include <optional>
#include <vector>

/// Systems send long messages in another way than short ones, so requests with many words may have other
/// costs than those with few.
namespace loop::report::bsp {

/// The fitted costs, or two sets of them if systems send long messages in another way than short ones.
struct RequestFit {
    RequestLine line;                  ///< of all points, or of those with few words
    std::optional<RequestLine> longer; ///< of the points with more words than line.most_words
    std::vector<RequestPoint> points;

    /// The costs that hold for a superstep with so many words.
    const RequestLine& of(double all_words) const;
    bool covers(double requests, double all_words) const;
};

/// There are two sets of costs only if they leave less than a quarter of the sum of squares of one, or one is
/// not a cost; each has at least 6 points, and is a cost. Nothing if fit_requests() returns nothing.
std::optional<RequestFit> fit_short_and_long(const std::vector<RequestPoint>& points);
/// The fit that divides the points in the same way as `like`. Nothing if fit_requests() returns nothing for a
/// part of them.
std::optional<RequestFit> fit_alike(const std::vector<RequestPoint>& points, const RequestFit& like);

} // namespace loop::report::bsp
