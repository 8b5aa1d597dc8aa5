#include "report/bsp/request_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace loop::report::bsp {

namespace {

constexpr std::size_t unknowns = 3;
constexpr double independent = 1e-9; ///< what must be left of a column without its part along the others

using Column = std::vector<double>;
using Columns = std::array<Column, unknowns>;

double product(const Column& a, const Column& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        sum += a[k] * b[k];
    return sum;
}

/// Subtracts the part of `from` along `along`, and returns its factor.
double subtract_part(Column& from, const Column& along) {
    const double factor = product(from, along) / product(along, along);
    for (std::size_t k = 0; k < from.size(); ++k)
        from[k] -= factor * along[k];
    return factor;
}

/// Least squares: the factors of the columns whose sum is nearest to `wanted`, by Gram-Schmidt
/// orthogonalization. Nothing if the columns depend on each other.
std::optional<std::array<double, unknowns>> nearest(Columns columns, Column wanted) {
    std::array<std::array<double, unknowns>, unknowns> parts{};
    std::array<double, unknowns> factors{};
    for (std::size_t k = 0; k < unknowns; ++k) {
        const double before = product(columns[k], columns[k]);
        for (std::size_t j = 0; j < k; ++j)
            parts[j][k] = subtract_part(columns[k], columns[j]);
        if (!(product(columns[k], columns[k]) > independent * before)) return std::nullopt;
        factors[k] = subtract_part(wanted, columns[k]);
    }
    for (std::size_t k = unknowns; k-- > 0;)
        for (std::size_t j = 0; j < k; ++j)
            factors[j] -= parts[j][k] * factors[k];
    return factors;
}

} // namespace

std::optional<RequestLine> fit_requests(const std::vector<RequestPoint>& points) {
    Columns columns;
    RequestLine line;
    for (const RequestPoint& point : points) {
        if (!(point.us > 0)) continue;
        const double all_words = point.all_words();
        columns[0].push_back(1 / point.us);
        columns[1].push_back(point.requests / point.us);
        columns[2].push_back(all_words / point.us);
        line.most_requests = std::max(line.most_requests, point.requests);
        line.most_words = std::max(line.most_words, all_words);
    }
    const std::size_t count = columns[0].size();
    if (count < unknowns) return std::nullopt;
    const auto costs = nearest(columns, Column(count, 1));
    if (!costs) return std::nullopt;
    line.l = (*costs)[0];
    line.o = (*costs)[1];
    line.g = (*costs)[2];
    double squares = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double fitted = line.l * columns[0][k] + line.o * columns[1][k] + line.g * columns[2][k];
        squares += std::pow(fitted - 1, 2); // in units of the measured time
    }
    line.residual = std::sqrt(squares / static_cast<double>(count));
    return line;
}

} // namespace loop::report::bsp
