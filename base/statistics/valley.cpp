#include "base/statistics/valley.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace loop::statistics {

namespace {

using Row = std::array<double, 4>; ///< three factors, and the right side

/// Solves three linear equations by elimination with pivots; empty if they do not determine the unknowns.
std::optional<std::array<double, 3>> solve(std::array<Row, 3> rows) {
    for (std::size_t i = 0; i < 3; ++i) {
        const auto pivot = std::max_element(
            rows.begin() + static_cast<std::ptrdiff_t>(i), rows.end(),
            [i](const Row& one, const Row& other) { return std::abs(one[i]) < std::abs(other[i]); });
        std::swap(rows[i], *pivot);
        if (!(std::abs(rows[i][i]) > 1e-12)) return std::nullopt;
        for (std::size_t k = 0; k < 3; ++k) {
            if (k == i) continue;
            const double factor = rows[k][i] / rows[i][i];
            for (std::size_t column = i; column < 4; ++column)
                rows[k][column] -= factor * rows[i][column];
        }
    }
    return std::array<double, 3>{rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]};
}

/// The normal equations of y = a + b (x / last) + c (first / x): terms of at most 1, so that sums are
/// accurate.
std::optional<std::array<double, 3>> least_squares(const std::vector<WeightedPoint>& points) {
    std::array<Row, 3> rows{};
    for (const WeightedPoint& point : points) {
        const double weight = 1 / (point.scatter * point.scatter * point.y * point.y);
        const Row terms{1, point.x / points.back().x, points.front().x / point.x, point.y};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 4; ++column)
                rows[row][column] += weight * terms[row] * terms[column];
    }
    for (Row& row : rows) { // for pivots of about 1
        const double unit = std::max({row[0], row[1], row[2]});
        if (!(unit > 0)) return std::nullopt;
        for (double& value : row)
            value /= unit;
    }
    return solve(rows);
}

} // namespace

double Valley::at(double x) const {
    return a + b * x + c / x;
}

double Valley::lowest() const {
    return std::sqrt(c / b);
}

std::optional<Valley> fit_valley(const std::vector<WeightedPoint>& points) {
    constexpr std::size_t fewest = 5;
    constexpr double matters = 0.1;
    if (points.size() < fewest) return std::nullopt;
    const WeightedPoint &first = points.front(), &last = points.back();
    const auto terms = least_squares(points);
    if (!terms || !((*terms)[1] > matters * last.y) || !((*terms)[2] > matters * first.y))
        return std::nullopt;
    Valley law{(*terms)[0], (*terms)[1] / last.x, (*terms)[2] * first.x};
    if (law.lowest() <= first.x || law.lowest() >= last.x) return std::nullopt;
    for (const WeightedPoint& point : points) {
        if (!(law.at(point.x) > 0)) return std::nullopt;
        const double deviation = std::log(law.at(point.x) / point.y) / point.scatter;
        law.sum_of_squares += deviation * deviation;
    }
    return law;
}

} // namespace loop::statistics
