#include "report/findings/limited_law.h"

#include "base/statistics/linear_equations.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::report {

namespace {

/// The coefficients of a and b for a point, and the right side.
using Row = std::array<double, 3>;

std::vector<Row> rows_of(const std::vector<std::pair<double, double>>& times, double most) {
    std::vector<Row> rows;
    for (const auto& [ranks, seconds] : times) {
        const double unit = times[0].second / seconds;
        rows.push_back({unit, unit / std::min(ranks, most), 1});
    }
    return rows;
}

statistics::Equations normal_equations(const std::vector<Row>& rows) {
    statistics::Equations equations(2, std::vector<double>(3));
    for (const Row& row : rows)
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                equations[i][j] += row[i] * row[j];
    return equations;
}

} // namespace

std::optional<LimitedLaw> limited_law(const std::vector<std::pair<double, double>>& times, double most) {
    const std::vector<Row> rows = rows_of(times, most);
    const auto solution = statistics::solve(normal_equations(rows));
    if (!solution) return std::nullopt;
    LimitedLaw law;
    for (const Row& row : rows) {
        const double deviation = std::abs((*solution)[0] * row[0] + (*solution)[1] * row[1] - 1);
        law.squares += deviation * deviation;
        law.largest_deviation = std::max(law.largest_deviation, deviation);
    }
    return law;
}

} // namespace loop::report
