#include "base/statistics/proportional_fit.h"

#include "base/statistics/linear_equations.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loop::statistics {

namespace {

/// A value's error is proportional to the true value, which the fit knows better than the measurement. So the
/// fit is repeated with its own values as weights; it starts with the measured ones.
constexpr int rounds = 8;
constexpr double farthest = 4; ///< no weight differs more than so many times from the measured value's

using Rows = std::vector<std::vector<double>>;

class ProportionalFitting {
public:
    ProportionalFitting(const Rows& parts, const std::vector<double>& values)
        : parts_(parts), values_(values), count_(parts.front().size()), units_(count_), weights_(values) {
        for (std::size_t k = 0; k < count_; ++k) {
            double squares = 0;
            for (std::size_t i = 0; i < values.size(); ++i)
                squares += std::pow(parts[i][k] / values[i], 2);
            units_[k] = 1 / std::sqrt(squares);
        }
    }

    std::optional<ProportionalFit> fit() {
        ProportionalFit found{{}, {}, 0, values_.size() - count_};
        for (int round = 0; round < rounds; ++round) {
            const auto solution = solve(normal_equations());
            if (!solution) return std::nullopt;
            found.amounts = *solution;
            for (std::size_t k = 0; k < count_; ++k)
                found.amounts[k] *= units_[k];
            if (round + 1 < rounds) weigh(found);
        }
        found.scatter = std::sqrt(squares(found) / static_cast<double>(found.spare));
        for (std::size_t k = 0; k < count_; ++k) {
            const auto column = solve(unit_equations(k));
            if (!column || !((*column)[k] > 0)) return std::nullopt;
            found.errors.push_back(found.scatter * units_[k] * std::sqrt((*column)[k]));
        }
        return found;
    }

private:
    /// In units that make all coefficients at most of the order of 1.
    double part(std::size_t i, std::size_t k) const { return parts_[i][k] * units_[k] / weights_[i]; }

    Equations normal_equations() const {
        Equations equations(count_, std::vector<double>(count_ + 1));
        for (std::size_t i = 0; i < values_.size(); ++i)
            for (std::size_t row = 0; row < count_; ++row) {
                for (std::size_t column = 0; column < count_; ++column)
                    equations[row][column] += part(i, row) * part(i, column);
                equations[row][count_] += part(i, row) * values_[i] / weights_[i];
            }
        return equations;
    }

    /// Their solution is column k of the inverse.
    Equations unit_equations(std::size_t k) const {
        Equations equations = normal_equations();
        for (std::size_t row = 0; row < count_; ++row)
            equations[row][count_] = row == k ? 1 : 0;
        return equations;
    }

    void weigh(const ProportionalFit& found) {
        for (std::size_t i = 0; i < values_.size(); ++i)
            weights_[i] = std::clamp(found.at(parts_[i]), values_[i] / farthest, values_[i] * farthest);
    }

    double squares(const ProportionalFit& found) const {
        double sum = 0;
        for (std::size_t i = 0; i < values_.size(); ++i)
            sum += std::pow((values_[i] - found.at(parts_[i])) / weights_[i], 2);
        return sum;
    }

    const Rows& parts_;
    const std::vector<double>& values_;
    const std::size_t count_;
    std::vector<double> units_;
    std::vector<double> weights_;
};

} // namespace

double ProportionalFit::at(const std::vector<double>& parts) const {
    return std::inner_product(parts.begin(), parts.end(), amounts.begin(), 0.0);
}

std::optional<ProportionalFit> fit_proportional(const std::vector<std::vector<double>>& parts,
                                                const std::vector<double>& values) {
    if (parts.empty() || values.size() <= parts.front().size()) return std::nullopt;
    return ProportionalFitting(parts, values).fit();
}

} // namespace loop::statistics
