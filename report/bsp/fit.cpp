#include "report/bsp/fit.h"

#include "base/statistics/order_statistics.h"
#include "runtime/include/loop/straight_line.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report::bsp {

namespace {

constexpr std::size_t min_piece = 8;
constexpr double agreement = 0.05;

/// The points of a range, without missing values.
Points within(const Points& points, double h0, double h1) {
    Points result;
    for (std::size_t k = 0; k < points.h.size(); ++k) {
        if (points.h[k] < h0 || points.h[k] > h1) continue;
        result.h.push_back(points.h[k]);
        result.us.push_back(points.us[k]);
    }
    return result;
}

double squares(const Points& points, std::size_t begin, std::size_t end, const StraightLine& line) {
    double sum = 0;
    for (std::size_t k = begin; k < end; ++k) {
        const double distance = points.us[k] - (line.slope * points.h[k] + line.intercept);
        sum += distance * distance;
    }
    return sum;
}

Line described(const Points& points, std::size_t begin, std::size_t end, const StraightLine& line) {
    const auto count = static_cast<double>(end - begin);
    const double left = squares(points, begin, end, line);
    double mean = 0;
    for (std::size_t k = begin; k < end; ++k)
        mean += points.us[k] / count;
    const double all = squares(points, begin, end, {0, mean});
    return Line{line.slope, line.intercept, std::sqrt(left / count), all > 0 ? 1 - left / all : 1,
                end - begin};
}

std::optional<Line> fit_part(const Points& points, std::size_t begin, std::size_t end) {
    StraightLine line;
    if (begin >= end || !fit_line(points.h.data() + begin, points.us.data() + begin, end - begin, line))
        return std::nullopt;
    return described(points, begin, end, line);
}

double median_of(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    return statistics::median({values.begin() + static_cast<std::ptrdiff_t>(begin),
                               values.begin() + static_cast<std::ptrdiff_t>(end)});
}

/// The typical difference between adjacent points: the scatter without the trend.
double scatter(const std::vector<double>& values) {
    std::vector<double> differences;
    for (std::size_t k = 1; k < values.size(); ++k)
        differences.push_back(std::abs(values[k] - values[k - 1]));
    return differences.empty() ? 0 : statistics::median(differences);
}

bool contains_zero(const Interval& interval) {
    return interval.first <= 0 && interval.second >= 0;
}

/// How far two values are apart; `apart`: as a fraction of the first.
std::string distance_text(double first, double second, double apart) {
    return apart > 1 && first > 0 ? fmt::format("a factor of {:.3g} apart", second / first)
                                  : fmt::format("{:.1f} % apart", 100 * apart);
}

} // namespace

std::string number(double value) {
    return fmt::format("{:.4g}", value);
}

std::optional<Line> fit(const Points& points, double h0, double h1) {
    const Points range = within(points, h0, h1);
    return fit_part(range, 0, range.h.size());
}

std::optional<Line> line_of(double g, double l, const Points& points, double h0, double h1) {
    const Points range = within(points, h0, h1);
    if (!fit_part(range, 0, range.h.size())) return std::nullopt;
    return described(range, 0, range.h.size(), {g, l});
}

std::optional<Bend> find_bend(const Points& points, double h0, double h1) {
    const Points range = within(points, h0, h1);
    const std::size_t count = range.h.size();
    const auto one = fit_part(range, 0, count);
    if (!one || count < 2 * min_piece) return std::nullopt;
    const auto of = [](const Line& line) {
        return line.residual * line.residual * static_cast<double>(line.points);
    };
    std::optional<Bend> best;
    double least = of(*one) / 2;
    for (std::size_t cut = min_piece; cut + min_piece <= count; ++cut) {
        const auto below = fit_part(range, 0, cut);
        const auto above = fit_part(range, cut, count);
        if (!below || !above || of(*below) + of(*above) >= least) continue;
        least = of(*below) + of(*above);
        best = Bend{range.h[cut - 1], *below, *above};
    }
    if (!best) return std::nullopt;
    const double steeper = std::max(std::abs(best->below.g), std::abs(best->above.g));
    if (std::abs(best->below.g - best->above.g) <= 0.25 * steeper) return std::nullopt;
    return best;
}

std::optional<Drop> find_drop(const Points& points, double h0, double h1) {
    const Points range = within(points, h0, h1);
    const double noise = scatter(range.us);
    std::optional<Drop> greatest;
    for (std::size_t k = min_piece; k + min_piece <= range.h.size(); ++k) {
        const double before = median_of(range.us, k - min_piece, k);
        const double after = median_of(range.us, k, k + min_piece);
        const double drop = before - after;
        if (drop <= 0.1 * before || drop <= 3 * noise) continue;
        // Keep the place of the largest drop, not where a window first detects it.
        if (greatest && drop - greatest->before_us + greatest->after_us <= 0) continue;
        greatest = Drop{range.h[k], before, after};
    }
    return greatest;
}

Points median_points(const std::vector<Points>& launches) {
    std::map<double, std::vector<double>> by_h;
    for (const Points& launch : launches)
        for (std::size_t k = 0; k < launch.h.size(); ++k)
            by_h[launch.h[k]].push_back(launch.us[k]);
    Points result;
    for (const auto& [h, us] : by_h) {
        if (us.size() != launches.size()) continue;
        result.h.push_back(h);
        result.us.push_back(statistics::median(us));
    }
    return result;
}

std::optional<Intervals> intervals_of(const std::vector<Points>& launches, double h0, double h1) {
    std::vector<double> g, l;
    for (const Points& launch : launches) {
        const auto line = fit(launch, h0, h1);
        if (!line) return std::nullopt;
        g.push_back(line->g);
        l.push_back(line->l);
    }
    const auto of_g = statistics::median_interval(g), of_l = statistics::median_interval(l);
    if (!of_g || !of_l) return std::nullopt;
    return Intervals{*of_g, *of_l};
}

std::vector<std::string> warnings(const Points& points, double h0, double h1, const Line& line,
                                  const std::optional<Intervals>& intervals) {
    std::vector<std::string> result;
    const double added = line.g * (h1 - h0);
    const bool level = std::abs(added) < 2 * line.residual;
    if (line.g < 0)
        result.push_back(fmt::format(
            "g is negative ({} us per word), so it is not a cost: g is small compared with l, or times fall "
            "for another reason. Measure longer relations (H1), or on a quieter machine",
            number(line.g)));
    if (line.l < 0)
        result.push_back(fmt::format("l is negative ({} us), so it is not a cost: the times do not lie on a "
                                     "line. Look at the figure, and fit part of the range (H0, H1)",
                                     number(line.l)));
    if (level)
        result.push_back(fmt::format("g is not determined: from h = {} to {} the line rises by {} us, while "
                                     "points lie {} us from it. Use longer relations (H1)",
                                     number(h0), number(h1), number(added), number(line.residual)));
    if (intervals && contains_zero(intervals->l))
        result.push_back("l cannot be distinguished from 0: its interval contains 0. The words cost more "
                         "than the superstep");
    if (intervals && contains_zero(intervals->g) && line.g >= 0 && !level)
        result.push_back("g cannot be distinguished from 0: its interval contains 0");
    if (const auto drop = find_drop(points, h0, h1))
        result.push_back(fmt::format("more words take less time at h = {}: {} us before, {} us after. The "
                                     "system seems to switch to another way of packing words there",
                                     number(drop->h), number(drop->before_us), number(drop->after_us)));
    if (const auto bend = find_bend(points, h0, h1))
        result.push_back(fmt::format("one line does not fit: up to h = {}, g is {} and l is {} us; beyond, g "
                                     "is {} and l is {} us. Use the line for the range of your program",
                                     number(bend->h), number(bend->below.g), number(bend->below.l),
                                     number(bend->above.g), number(bend->above.l)));
    return result;
}

std::optional<Agreement> best_two(std::vector<double> values, bool min_is_best, const std::string& what,
                                  const std::string& unit) {
    if (values.size() < 2) return std::nullopt;
    std::sort(values.begin(), values.end());
    if (!min_is_best) std::reverse(values.begin(), values.end());
    const double apart = std::abs(values[1] - values[0]) / std::abs(values[0]);
    const bool agree = apart <= agreement;
    std::string text =
        fmt::format("{} of the best two of {} launches: {} and {} {}, {}: they {}", what, values.size(),
                    number(values[0]), number(values[1]), unit, distance_text(values[0], values[1], apart),
                    agree ? "agree" : "do not agree");
    if (values.size() < 3)
        text += "; use at least three launches to trust this";
    else if (!agree)
        text += fmt::format(" (within {:.0f} %); launch more, on a quieter machine", 100 * agreement);
    return Agreement{agree, apart, text};
}

double predict(const Costs& costs, double work, double h, double supersteps) {
    return work / costs.r_mflops + h * costs.g_us + supersteps * costs.l_us;
}

} // namespace loop::report::bsp
