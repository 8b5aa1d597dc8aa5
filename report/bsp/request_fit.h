#pragma once

#include "report/bsp/fit.h"

#include <optional>
#include <vector>

/// The cost of a request beside that of its words: T = l + h o + h w g for h requests of w words each, as
/// bompiprobe of BSPonMPI fits it. Pure functions; all times are in microseconds.
namespace loop::report::bsp {

/// The time of a superstep in which every rank makes so many requests.
struct RequestPoint {
    double requests;
    double words; ///< of each request
    double us;
    std::optional<Interval> quartiles{}; ///< of the batches

    double all_words() const { return requests * words; }
};

/// The fitted costs.
struct RequestLine {
    double l = 0;                             ///< of a superstep
    double o = 0;                             ///< of a request
    double g = 0;                             ///< of a word
    double residual = 0;                      ///< root mean square of the residuals, relative to the times
    double most_requests = 0, most_words = 0; ///< of all points; words of all requests together

    /// False if a cost is negative: the points do not determine it.
    bool is_cost() const { return l >= 0 && o >= 0 && g >= 0; }
    /// The time of a superstep of so many requests, with so many words together.
    double at(double requests, double all_words) const { return l + requests * o + all_words * g; }
};

/// Fits by least squares of the relative residuals, so that short supersteps count as much as long ones.
/// Ignores points whose time is not above 0. Nothing if the points do not distinguish l, o, and g.
std::optional<RequestLine> fit_requests(const std::vector<RequestPoint>& points);

} // namespace loop::report::bsp
