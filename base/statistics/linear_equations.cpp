#include "base/statistics/linear_equations.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace loop::statistics {

// Gauss-Jordan with pivots.
std::optional<std::vector<double>> solve(Equations equations) {
    const std::size_t count = equations.size();
    for (std::size_t column = 0; column < count; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < count; ++row)
            if (std::abs(equations[row][column]) > std::abs(equations[pivot][column])) pivot = row;
        std::swap(equations[column], equations[pivot]);
        if (!(std::abs(equations[column][column]) > 1e-12)) return std::nullopt;
        for (std::size_t row = 0; row < count; ++row) {
            if (row == column) continue;
            const double factor = equations[row][column] / equations[column][column];
            for (std::size_t k = column; k <= count; ++k)
                equations[row][k] -= factor * equations[column][k];
        }
    }
    std::vector<double> solution(count);
    for (std::size_t k = 0; k < count; ++k)
        solution[k] = equations[k][count] / equations[k][k];
    return solution;
}

} // namespace loop::statistics
