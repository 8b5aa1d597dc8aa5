#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Fits the line T(h) = h g + l to times of h-relations, and judges whether it can be trusted (Bisseling,
/// Parallel Scientific Computation, 1.5 to 1.7). Pure functions; all times are in microseconds.
namespace loop::report::bsp {

/// Formats a number with four digits.
std::string number(double value);

/// Times of h-relations, by ascending h.
struct Points {
    std::vector<double> h, us;
    std::vector<double> lower_us{}, upper_us{}; ///< quartiles of the batches of each; empty if unknown
};

struct Line {
    double g = 0;         ///< microseconds per word
    double l = 0;         ///< microseconds
    double residual = 0;  ///< root mean square of the residuals, microseconds
    double explained = 0; ///< R squared; 1 if all times are equal
    std::size_t points = 0;

    double at(double h) const { return h * g + l; }
};

/// Fits a line over h0 <= h <= h1. Returns nothing for fewer than two different h.
std::optional<Line> fit(const Points& points, double h0, double h1);

/// Returns the line with this g and l, with its residuals over the points. Nothing if fit() returns nothing.
std::optional<Line> line_of(double g, double l, const Points& points, double h0, double h1);

/// Two lines that fit better than one; `h` is the largest h of the first line. There is a bend only if the
/// two lines leave less than half of the sum of squares, differ in slope by more than 25 %, and have at least
/// 8 points each.
struct Bend {
    double h;
    Line below, above;
};
std::optional<Bend> find_bend(const Points& points, double h0, double h1);

/// A place where more words take less time: the largest drop of more than 10 % that exceeds the scatter of
/// the points. `h` is that of the first h-relation after the drop; the times are medians of the eight points
/// on each side.
struct Drop {
    double h;
    double before_us, after_us;
};
std::optional<Drop> find_drop(const Points& points, double h0, double h1);

/// The median over launches, for each h that every launch measured.
Points median_points(const std::vector<Points>& launches);

using Interval = std::pair<double, double>;

/// 95 % intervals of g and l for the median launch, by order statistics of the launches' own lines, without
/// assumptions on their distribution. Nothing for fewer than 6 launches, which are too few for 95 %.
struct Intervals {
    Interval g, l;
};
std::optional<Intervals> intervals_of(const std::vector<Points>& launches, double h0, double h1);

/// Returns what makes g or l doubtful, one sentence each.
std::vector<std::string> warnings(const Points& points, double h0, double h1, const Line& line,
                                  const std::optional<Intervals>& intervals);

/// Whether the best two launches agree, as Bisseling advises: "Run the benchmark at least three times. If the
/// best two runs agree, you can be reasonably confident". `values` has one value per launch; the best is the
/// min or the max. Two agree if they are at most 5 % apart.
struct Agreement {
    bool agree;
    double apart; ///< relative to the better one
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
/// Returns the microseconds that `supersteps` take with `work` operations and `h` words in total:
/// w / r + h g + S l.
double predict(const Costs& costs, double work, double h, double supersteps);

} // namespace loop::report::bsp
