#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the times of h-relations say about a machine (Bisseling, Parallel Scientific Computation, 1.5
/// to 1.7): the line T(h) = h g + l, and whether to trust it. Pure; all times in microseconds.
namespace loop::report::bsp {

/// A figure with four digits.
std::string number(double value);

/// Times of h-relations by increasing h.
struct Points {
    std::vector<double> h, us;
};

struct Line {
    double g = 0;         ///< microseconds per word
    double l = 0;         ///< microseconds
    double residual = 0;  ///< root of the mean square of the distances, microseconds
    double explained = 0; ///< part of the variation that the line explains (R squared); 1 where there is none
    std::size_t points = 0;

    double at(double h) const { return h * g + l; }
};

/// Over h0 <= h <= h1. None for fewer than two different h.
std::optional<Line> fit(const Points& points, double h0, double h1);

/// The line with this g and l, and how it fits the points. None if no line does.
std::optional<Line> line_of(double g, double l, const Points& points, double h0, double h1);

/// Where two lines fit better than one: the last h of the first one. None unless they leave less than half of
/// the squares, differ in slope by more than a quarter, and have 8 points each.
struct Bend {
    double h;
    Line below, above;
};
std::optional<Bend> find_bend(const Points& points, double h0, double h1);

/// Where more words take less time: `h` is the first relation after it, the times are medians of the eight
/// points on either side. The greatest drop of more than a tenth, and more than what points scatter.
struct Drop {
    double h;
    double before_us, after_us;
};
std::optional<Drop> find_drop(const Points& points, double h0, double h1);

/// The median of launches for each h that all of them have.
Points median_points(const std::vector<Points>& launches);

using Interval = std::pair<double, double>;

/// 95 % intervals of g and l of a typical launch, by order statistics of the launches' own lines: nothing is
/// supposed of how launches scatter. None below 6 launches, of which no interval holds with 95 %.
struct Intervals {
    Interval g, l;
};
std::optional<Intervals> intervals_of(const std::vector<Points>& launches, double h0, double h1);

/// What makes g or l doubtful, one sentence each; empty if nothing does.
std::vector<std::string> warnings(const Points& points, double h0, double h1, const Line& line,
                                  const std::optional<Intervals>& intervals);

/// "Run the benchmark at least three times. If the best two runs agree, you can be reasonably confident":
/// whether they do, in one sentence. `values` has one value per launch; best is the minimum or the maximum.
/// Two agree when they are at most 5 % apart.
struct Agreement {
    bool agree;
    double apart; ///< of the better one
    std::string sentence;
};
std::optional<Agreement> best_two(std::vector<double> values, bool min_is_best, const std::string& what,
                                  const std::string& unit);

/// Costs of one machine in microseconds.
struct Costs {
    double r_mflops;
    double g_us;
    double l_us;
};
/// Microseconds of `supersteps` with `work` operations and `h` words together: w / r + h g + S l.
double predict(const Costs& costs, double work, double h, double supersteps);

} // namespace loop::report::bsp
