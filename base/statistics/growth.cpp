#include "base/statistics/growth.h"

#include "base/statistics/bootstrap.h"
#include "base/statistics/offset_power.h"
#include "base/statistics/order_statistics.h"
#include "base/statistics/valley.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace loop::statistics {

namespace {

constexpr std::size_t min_points = 3; ///< of a law, as two parameters describe any two points
constexpr std::size_t max_laws = 4;
constexpr double least_scatter = 0.05;     ///< of a median that could as well follow the law
constexpr double visible_jump = 1.1;       ///< of a knee, up or down
constexpr double visible_bend = 1.5;       ///< up or down
constexpr double parameters_of_law = 3;    ///< two, and where it begins
constexpr double parameters_of_smooth = 4; ///< three, and the form

using Place = WeightedPoint;
using Places = std::vector<Place>;

struct Line {
    double a = 0, b = 0;
};

/// Weighted least squares: minimizes the sum of w (a + b u - v)^2.
struct Sums {
    double w = 0, u = 0, v = 0, uu = 0, uv = 0;

    void add(double weight, double at, double value) {
        w += weight, u += weight * at, v += weight * value;
        uu += weight * at * at, uv += weight * at * value;
    }
    std::optional<Line> line() const {
        const double determinant = w * uu - u * u;
        if (!(determinant > 1e-12 * w * uu)) return std::nullopt;
        return Line{(v * uu - u * uv) / determinant, (w * uv - u * v) / determinant};
    }
};

double value_at(GrowthForm form, const Line& line, double x) {
    return form == GrowthForm::Linear ? line.a + line.b * x : line.a * std::pow(x, line.b);
}

std::optional<Line> fit(GrowthForm form, const Places& places, std::size_t first, std::size_t last) {
    Sums sums;
    for (std::size_t i = first; i <= last; ++i) {
        const Place& place = places[i];
        const double weight = 1 / (place.scatter * place.scatter);
        if (form == GrowthForm::Linear)
            sums.add(weight / (place.y * place.y), place.x, place.y);
        else
            sums.add(weight, std::log(place.x), std::log(place.y));
    }
    std::optional<Line> line = sums.line();
    if (line && form == GrowthForm::Power) line->a = std::exp(line->a);
    return line;
}

/// The squares of the relative deviations from a law, each in units of its scatter; infinite if there is
/// none, or if it is not positive everywhere.
double sum_of_squares(GrowthForm form, const Places& places, std::size_t first, std::size_t last) {
    const auto line = fit(form, places, first, last);
    if (!line) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (std::size_t i = first; i <= last; ++i) {
        const double law = value_at(form, *line, places[i].x);
        if (!(law > 0)) return std::numeric_limits<double>::infinity();
        const double deviation = std::log(law / places[i].y) / places[i].scatter;
        sum += deviation * deviation;
    }
    return sum;
}

/// A division of the points into laws: the first point of each.
struct Division {
    double cost = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> begins;
};

/// The best division for each number of laws, by dynamic programming over where the last law begins.
Division best_division(GrowthForm form, const Places& places) {
    const std::size_t n = places.size();
    const double charge = parameters_of_law * std::log(static_cast<double>(n));
    std::vector<Division> upto(n + 1); ///< of the first points
    upto[0].cost = 0;
    for (std::size_t laws = 1; laws <= max_laws; ++laws) {
        std::vector<Division> longer = upto;
        for (std::size_t end = min_points; end <= n; ++end)
            for (std::size_t begin = 0; begin + min_points <= end; ++begin) {
                if (upto[begin].begins.size() + 1 != laws) continue;
                const double cost = upto[begin].cost + sum_of_squares(form, places, begin, end - 1) + charge;
                if (!(cost < longer[end].cost)) continue;
                longer[end] = upto[begin];
                longer[end].cost = cost;
                longer[end].begins.push_back(begin);
            }
        upto = std::move(longer);
    }
    return upto[n];
}

double change(double factor) {
    return factor > 0 ? std::max(factor, 1 / factor) : std::numeric_limits<double>::infinity();
}

std::optional<Growth> laws_of(GrowthForm form, const Places& places, const std::vector<std::size_t>& begins) {
    Growth growth;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        GrowthLaw law;
        law.form = form;
        law.first = begins[i];
        law.last = (i + 1 < begins.size() ? begins[i + 1] : places.size()) - 1;
        const auto line = fit(form, places, law.first, law.last);
        if (!line) return std::nullopt;
        law.a = line->a, law.b = line->b;
        for (std::size_t k = law.first; k <= law.last; ++k)
            law.largest_deviation =
                std::max(law.largest_deviation, std::abs(law.at(places[k].x) / places[k].y - 1));
        growth.laws.push_back(law);
    }
    for (std::size_t i = 1; i < growth.laws.size(); ++i) {
        const GrowthLaw &below = growth.laws[i - 1], &above = growth.laws[i];
        const double x = places[above.first].x;
        growth.knees.push_back({below.last, above.first, above.at(x) / below.at(x), above.b / below.b});
    }
    return growth;
}

void add_intervals(const std::vector<GrowthPoint>& points, const Places& places, GrowthLaw& law) {
    std::vector<std::vector<double>> samples;
    for (std::size_t i = law.first; i <= law.last; ++i)
        samples.push_back(points[i].samples);
    const auto interval = [&](double Line::*parameter) {
        return bootstrap_interval(samples, [&](const std::vector<double>& medians) -> std::optional<double> {
            Places drawn;
            for (std::size_t i = 0; i < medians.size(); ++i)
                drawn.push_back({places[law.first + i].x, medians[i], places[law.first + i].scatter});
            const auto line = fit(law.form, drawn, 0, drawn.size() - 1);
            return line ? std::optional((*line).*parameter) : std::nullopt;
        });
    };
    law.a_interval = interval(&Line::a);
    law.b_interval = interval(&Line::b);
}

/// The uncertainty of a median as a fraction of it, from the range of the middle half of the values; at least
/// what may also be due to the law's form.
double scatter_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size(), quarter = n / 4;
    const double range = values[n - 1 - quarter] - values[quarter];
    // For normal errors, the range of the middle half is 1.35 standard deviations, and a median has 1.25
    // times the error of an average.
    const double error = 1.25 / 1.35 * range / std::sqrt(static_cast<double>(n));
    return std::max(least_scatter, error / median(values));
}

constexpr double sure = 0.99; ///< as several places are tried for a knee

bool excludes(const std::optional<std::pair<double, double>>& interval, double value) {
    return interval && (interval->first > value || interval->second < value);
}

/// Whether the samples show what makes the knee visible: the jump, or the change of slope or exponent.
bool is_shown(const Growth& growth, std::size_t knee, const std::vector<GrowthPoint>& points,
              const Places& places) {
    const GrowthLaw &below = growth.laws[knee], &above = growth.laws[knee + 1];
    const std::size_t split = above.first - below.first;
    const double x = places[above.first].x;
    std::vector<std::vector<double>> samples;
    for (std::size_t i = below.first; i <= above.last; ++i)
        samples.push_back(points[i].samples);
    const auto interval_of = [&](const std::function<double(const Line&, const Line&)>& figure) {
        const auto of_medians = [&](const std::vector<double>& medians) -> std::optional<double> {
            Places drawn;
            for (std::size_t i = 0; i < medians.size(); ++i)
                drawn.push_back({places[below.first + i].x, medians[i], places[below.first + i].scatter});
            const auto low = fit(below.form, drawn, 0, split - 1);
            const auto high = fit(below.form, drawn, split, drawn.size() - 1);
            return low && high ? std::optional(figure(*low, *high)) : std::nullopt;
        };
        return bootstrap_interval(samples, of_medians, sure);
    };
    const auto jump = [&](const Line& low, const Line& high) {
        return value_at(below.form, high, x) / value_at(below.form, low, x);
    };
    const auto bend = [](const Line& low, const Line& high) { return high.b - low.b; };
    const Knee& seen = growth.knees[knee];
    return (change(seen.jump) >= visible_jump && excludes(interval_of(jump), 1)) ||
           (change(seen.bend) >= visible_bend && excludes(interval_of(bend), 0));
}

/// The laws that begin at these points, joined at knees that the samples do not
/// show.
std::optional<Growth> shown_laws(GrowthForm form, const std::vector<GrowthPoint>& points,
                                 const Places& places, std::vector<std::size_t> begins) {
    while (true) {
        std::optional<Growth> growth = laws_of(form, places, begins);
        if (!growth) return growth;
        for (GrowthLaw& law : growth->laws)
            add_intervals(points, places, law);
        std::size_t knee = 0;
        while (knee < growth->knees.size() && is_shown(*growth, knee, points, places))
            ++knee;
        if (knee == growth->knees.size()) return growth;
        begins.erase(begins.begin() + 1 + static_cast<std::ptrdiff_t>(knee));
    }
}

/// The interval of a figure of a law that `fit` finds for all points.
template <class Fit, class Figure>
std::optional<std::pair<double, double>> smooth_interval(const std::vector<GrowthPoint>& points,
                                                         const Places& places, Fit fit, Figure figure) {
    std::vector<std::vector<double>> samples;
    for (const GrowthPoint& point : points)
        samples.push_back(point.samples);
    return bootstrap_interval(samples, [&](const std::vector<double>& medians) -> std::optional<double> {
        Places drawn = places;
        for (std::size_t i = 0; i < medians.size(); ++i)
            drawn[i].y = medians[i];
        const auto again = fit(drawn);
        return again ? std::optional(figure(*again)) : std::nullopt;
    });
}

GrowthLaw smooth_law(GrowthForm form, double a, double b, double c, const Places& places) {
    GrowthLaw law;
    law.form = form;
    law.a = a, law.b = b, law.c = c;
    law.last = places.size() - 1;
    for (const Place& place : places)
        law.largest_deviation = std::max(law.largest_deviation, std::abs(law.at(place.x) / place.y - 1));
    return law;
}

/// The better one of the smooth laws for all points; empty if its cost is not below `cost`.
std::optional<Growth> smooth_growth(const std::vector<GrowthPoint>& points, const Places& places,
                                    double cost) {
    const double least = cost - parameters_of_smooth * std::log(static_cast<double>(places.size()));
    const auto power = fit_offset_power(places);
    const auto valley = fit_valley(places);
    if (valley && valley->sum_of_squares < least &&
        !(power && power->sum_of_squares < valley->sum_of_squares)) {
        GrowthLaw law = smooth_law(GrowthForm::Valley, valley->a, valley->b, valley->c, places);
        law.lowest = valley->lowest();
        law.lowest_interval = smooth_interval(points, places, fit_valley, std::mem_fn(&Valley::lowest));
        return Growth{{law}, {}};
    }
    if (!power || !(power->sum_of_squares < least)) return std::nullopt;
    GrowthLaw law = smooth_law(GrowthForm::OffsetPower, power->a, power->b, power->c, places);
    law.c_interval = smooth_interval(points, places, fit_offset_power, std::mem_fn(&OffsetPower::c));
    return Growth{{law}, {}};
}

} // namespace

double GrowthLaw::at(double x) const {
    if (form == GrowthForm::OffsetPower) return OffsetPower{a, b, c}.at(x);
    if (form == GrowthForm::Valley) return Valley{a, b, c}.at(x);
    return value_at(form, {a, b}, x);
}

std::optional<Growth> growth_of(const std::vector<GrowthPoint>& points) {
    if (points.size() < min_points) return std::nullopt;
    Places places;
    for (const GrowthPoint& point : points) {
        if (!(point.x > 0) || point.samples.empty()) return std::nullopt;
        if (!(*std::min_element(point.samples.begin(), point.samples.end()) > 0)) return std::nullopt;
        places.push_back({point.x, median(point.samples), scatter_of(point.samples)});
    }
    const Division linear = best_division(GrowthForm::Linear, places);
    const Division power = best_division(GrowthForm::Power, places);
    const bool is_linear = linear.cost < power.cost;
    const Division& best = is_linear ? linear : power;
    if (auto smooth = smooth_growth(points, places, best.cost)) return smooth;
    if (best.begins.empty()) return std::nullopt;
    return shown_laws(is_linear ? GrowthForm::Linear : GrowthForm::Power, points, places, best.begins);
}

} // namespace loop::statistics
