#include "base/statistics/startup_law.h"

#include "base/statistics/linear_equations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace loop::statistics {

namespace {

using Row = std::vector<double>;

class Fitting {
public:
    Fitting(const Row& x, const Row& y, const Row& steps)
        : x_(x), y_(y), steps_(steps), scale_{y.front() * x.front(), y.back()} {}

    std::optional<StartupLaw> law() {
        if (x_.size() < parameters() || !start()) return std::nullopt;
        for (int round = 0; round < max_rounds && improve(); ++round) {
        }
        Equations equations = normal_equations();
        for (Row& row : equations)
            row.back() = 0;
        equations.back().back() = 1;
        const auto variances = solve(std::move(equations));
        if (!variances) return std::nullopt;
        return StartupLaw{
            scale_[0] * values_[0], scale_[1] * values_[1],   Row(values_.begin() + 2, values_.end()),
            squares(values_),       x_.size() - parameters(), variances->back()};
    }

private:
    static constexpr int max_rounds = 30;
    static constexpr int max_halvings = 10;

    std::size_t parameters() const { return 2 + steps_.size(); }

    /// Parameters are in units of the data, so that the equations have no tiny pivots.
    double value(const Row& values, std::size_t k) const {
        return scale_[0] * values[0] / x_[k] + scale_[1] * values[1];
    }

    double difference(const Row& values, std::size_t k) const {
        const double law = value(values, k);
        if (!(law > 0)) return std::numeric_limits<double>::infinity();
        double rest = std::log(y_[k] / law);
        for (std::size_t step = 0; step < steps_.size(); ++step)
            if (x_[k] > steps_[step]) rest -= values[2 + step];
        return rest;
    }

    double squares(const Row& values) const {
        double sum = 0;
        for (std::size_t k = 0; k < x_.size(); ++k)
            sum += std::pow(difference(values, k), 2);
        return sum;
    }

    /// Without steps, by least squares of relative differences, which are linear.
    bool start() {
        Equations equations(2, Row(3));
        for (std::size_t k = 0; k < x_.size(); ++k) {
            const double part[] = {scale_[0] / x_[k] / y_[k], scale_[1] / y_[k]};
            for (std::size_t row = 0; row < 2; ++row) {
                for (std::size_t column = 0; column < 2; ++column)
                    equations[row][column] += part[row] * part[column];
                equations[row][2] += part[row];
            }
        }
        const auto solution = solve(std::move(equations));
        if (!solution) return false;
        values_.assign(parameters(), 0);
        for (std::size_t k = 0; k < 2; ++k)
            values_[k] = std::max(0.0, (*solution)[k]);
        return std::isfinite(squares(values_));
    }

    /// For the parameters (startup, each, and the changes), of the differences from the law, linear around
    /// `values_`.
    Equations normal_equations() const {
        const std::size_t count = parameters();
        Equations equations(count, Row(count + 1));
        for (std::size_t k = 0; k < x_.size(); ++k) {
            const double law = value(values_, k), rest = difference(values_, k);
            Row slope{scale_[0] / x_[k] / law, scale_[1] / law};
            for (const double step : steps_)
                slope.push_back(x_[k] > step ? 1 : 0);
            for (std::size_t row = 0; row < count; ++row) {
                for (std::size_t column = 0; column < count; ++column)
                    equations[row][column] += slope[row] * slope[column];
                equations[row][count] += slope[row] * rest;
            }
        }
        return equations;
    }

    /// One step of Gauss and Newton, shortened until it helps; false if it helps no more.
    bool improve() {
        const auto change = solve(normal_equations());
        if (!change) return false;
        const double before = squares(values_);
        double part = 1;
        for (int halving = 0; halving < max_halvings; ++halving, part /= 2) {
            Row next = values_;
            for (std::size_t k = 0; k < next.size(); ++k)
                next[k] += part * (*change)[k];
            const double after = squares(next);
            if (!(after < before)) continue;
            values_ = std::move(next);
            return before - after > 1e-9 * before;
        }
        return false;
    }

    const Row& x_;
    const Row& y_;
    const Row& steps_;
    const double scale_[2];
    Row values_;
};

} // namespace

std::optional<StartupLaw> fit_startup_law(const std::vector<double>& x, const std::vector<double>& y,
                                          const std::vector<double>& steps) {
    if (x.empty()) return std::nullopt;
    return Fitting(x, y, steps).law();
}

} // namespace loop::statistics
