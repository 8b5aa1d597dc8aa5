#include "report/sweep/scaling.h"

#include "base/statistics/linear_equations.h"
#include "report/findings/limited_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

namespace loop::report {

double gustafson_speedup(double f, double ranks) {
    return f + (1 - f) * ranks;
}

double efficiency(double speedup, double ranks) {
    return speedup / ranks;
}

std::optional<double> serial_fraction(double speedup, double ranks) {
    if (ranks <= 1) return std::nullopt;
    return (1 / speedup - 1 / ranks) / (1 - 1 / ranks);
}

double scaled_speedup(double work, double one_rank_seconds, double seconds) {
    return work * one_rank_seconds / seconds;
}

namespace {

std::size_t different_ranks(const std::vector<Measured>& values, double above) {
    std::set<double> ranks;
    for (const Measured& value : values)
        if (value.ranks > above) ranks.insert(value.ranks);
    return ranks.size();
}

double deviation(double law, double value) {
    return std::abs(law - value) / value;
}

/// T = a u(P) + b v(P) by least squares of the relative deviations: each equation is divided by its T.
class TwoTerms {
public:
    void add(double u, double v, double time) {
        u /= time, v /= time;
        uu_ += u * u, uv_ += u * v, vv_ += v * v;
        u1_ += u, v1_ += v;
    }
    /// Nothing if the terms are proportional to each other.
    std::optional<std::pair<double, double>> solution() const {
        const double d = determinant();
        if (!(d > 1e-12 * uu_ * vv_)) return std::nullopt;
        return std::pair((u1_ * vv_ - v1_ * uv_) / d, (uu_ * v1_ - uv_ * u1_) / d);
    }
    /// The variance of x a + y b, if each equation has the variance 1.
    double variance(double x, double y) const {
        return (x * x * vv_ - 2 * x * y * uv_ + y * y * uu_) / determinant();
    }

private:
    double determinant() const { return uu_ * vv_ - uv_ * uv_; }

    double uu_ = 0, uv_ = 0, vv_ = 0, u1_ = 0, v1_ = 0;
};

/// 97.5 % of Student's distribution, so that 95 % lie within plus and minus it.
double student(int degrees_of_freedom) {
    constexpr std::array<double, 10> table{12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23};
    return degrees_of_freedom <= static_cast<int>(table.size())
               ? table[static_cast<std::size_t>(degrees_of_freedom - 1)]
               : 2.2;
}

/// `variance`: of the parameter, if each equation had the variance 1.
double uncertainty_of(double variance, double squares, int degrees_of_freedom) {
    return student(degrees_of_freedom) * std::sqrt(squares / degrees_of_freedom * variance);
}

template <typename FitOf, typename Law>
void add_deviations(FitOf& fit, const std::vector<Measured>& values, Law law) {
    for (const Measured& value : values) {
        const double of_value = deviation(law(value.ranks), value.value);
        fit.largest_deviation = std::max(fit.largest_deviation, of_value);
        fit.squares += of_value * of_value;
    }
}

CostFit with_deviations(CostFit fit, const std::vector<Measured>& times) {
    add_deviations(fit, times, [&](double ranks) { return fit.at(ranks); });
    const double ratio = (fit.one_rank_seconds - fit.serial_seconds) / fit.seconds;
    fit.best_ranks = fit.form == CostOfRanks::Log      ? ratio * std::log(2.0)
                     : fit.form == CostOfRanks::Linear ? std::sqrt(ratio)
                                                       : std::cbrt(ratio / 2);
    return fit;
}

/// The ranks share all work.
std::optional<CostFit> fit_cost(CostOfRanks form, const std::vector<Measured>& times) {
    TwoTerms terms;
    for (const Measured& time : times)
        terms.add(1 / time.ranks, cost_of_ranks(form, time.ranks), time.value);
    const auto solution = terms.solution();
    if (!solution || !(solution->first > 0 && solution->second > 0)) return std::nullopt;
    return with_deviations({form, solution->first, solution->second}, times);
}

/// The same with a serial part.
std::optional<CostFit> fit_serial_cost(CostOfRanks form, const std::vector<Measured>& times) {
    statistics::Equations equations(3, std::vector<double>(4));
    for (const Measured& time : times) {
        const std::array<double, 4> row{1 / time.ranks / time.value * times[0].value,
                                        times[0].value / time.value,
                                        cost_of_ranks(form, time.ranks) / time.value * times[0].value, 1};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                equations[i][j] += row[i] * row[j];
    }
    const auto solution = statistics::solve(std::move(equations));
    if (!solution) return std::nullopt;
    const double work = (*solution)[0], serial = (*solution)[1], cost = (*solution)[2];
    if (!(work > 0 && serial > 0 && cost > 0)) return std::nullopt;
    constexpr double little = 0.01; // of the shortest time
    const double unit = times[0].value;
    const auto shortest = std::min_element(
        times.begin(), times.end(), [](const Measured& a, const Measured& b) { return a.value < b.value; });
    if (serial * unit < little * shortest->value) return std::nullopt;
    return with_deviations({form, (work + serial) * unit, cost * unit, serial * unit}, times);
}

} // namespace

double CostFit::at(double ranks) const {
    return serial_seconds + (one_rank_seconds - serial_seconds) / ranks +
           seconds * cost_of_ranks(form, ranks);
}

double cost_of_ranks(CostOfRanks form, double ranks) {
    switch (form) {
    case CostOfRanks::Log:
        return std::log2(ranks);
    case CostOfRanks::Linear:
        return ranks - 1;
    case CostOfRanks::Square:
        return ranks * ranks - 1;
    }
    return 0;
}

namespace {

/// `enough`: different numbers of ranks for a law of three terms.
std::optional<CostFit> best_cost(const std::vector<Measured>& times, std::size_t enough) {
    if (different_ranks(times, 0) < 4) return std::nullopt;
    constexpr double clearly = 5; // times the squares of a law of three terms
    std::optional<CostFit> best, best_with_serial;
    const auto keep = [](std::optional<CostFit>& kept, const std::optional<CostFit>& fit) {
        if (fit && (!kept || fit->squares < kept->squares)) kept = fit;
    };
    for (const CostOfRanks form : {CostOfRanks::Log, CostOfRanks::Linear, CostOfRanks::Square}) {
        keep(best, fit_cost(form, times));
        if (different_ranks(times, 0) >= enough) keep(best_with_serial, fit_serial_cost(form, times));
    }
    const auto amdahl = fit_amdahl(times);
    const double others = std::min(best ? best->squares : HUGE_VAL, amdahl ? amdahl->squares : HUGE_VAL);
    return best_with_serial && clearly * best_with_serial->squares <= others ? best_with_serial : best;
}

} // namespace

std::optional<CostFit> fit_cost_of_ranks(const std::vector<Measured>& times) {
    return best_cost(times, 5);
}

std::optional<Fit> fit_amdahl(const std::vector<Measured>& times) {
    if (different_ranks(times, 0) < 3) return std::nullopt;
    TwoTerms terms;
    for (const Measured& time : times)
        terms.add(1, 1 / time.ranks, time.value);
    const auto solution = terms.solution();
    if (!solution) return std::nullopt;
    const auto [a, b] = *solution;
    Fit fit{a / (a + b), a + b, 0, static_cast<int>(times.size())};
    add_deviations(fit, times, [a = a, b = b](double ranks) { return a + b / ranks; });
    const double whole = (a + b) * (a + b); // the derivatives of a / (a + b) are b and -a, divided by it
    fit.uncertainty = uncertainty_of(terms.variance(b / whole, -a / whole), fit.squares, fit.points - 2);
    return fit;
}

namespace {

/// A law of fixed work that describes the times best.
struct BestLaw {
    std::function<double(double ranks)> seconds;
    double largest_deviation = 0;
};

/// `enough`: so many points may have a law of three terms.
std::optional<BestLaw> best_law(const std::vector<Measured>& times, std::size_t enough) {
    const auto amdahl = fit_amdahl(times);
    const auto cost = best_cost(times, enough);
    if (!amdahl) return std::nullopt;
    if (cost && cost->squares < amdahl->squares)
        return BestLaw{[cost](double ranks) { return cost->at(ranks); }, cost->largest_deviation};
    const double f = amdahl->serial_fraction, one = amdahl->one_rank_seconds;
    return BestLaw{[f, one](double ranks) { return one * (f + (1 - f) / ranks); }, amdahl->largest_deviation};
}

/// Of the laws of work of which no more ranks than some number have a part.
double deviation_of_limited_law(const std::vector<Measured>& times) {
    std::vector<std::pair<double, double>> pairs;
    for (const Measured& time : times)
        pairs.emplace_back(time.ranks, time.value);
    double least = HUGE_VAL;
    for (const Measured& time : times)
        if (const auto law = limited_law(pairs, time.ranks)) least = std::min(least, law->largest_deviation);
    return least;
}

} // namespace

std::optional<Outlier> outlier_of(const std::vector<Measured>& times) {
    // Of few points without one of them, a law of three terms describes nearly anything.
    constexpr std::size_t enough = 6, enough_for_all = 5, enough_without_one = 7;
    constexpr double follows = 0.05, differs = 1.2, clearly = 3;
    if (times.size() < enough) return std::nullopt;
    const auto all = best_law(times, enough_for_all);
    if (!all) return std::nullopt;
    const double of_all = std::min(all->largest_deviation, deviation_of_limited_law(times));
    if (of_all <= follows) return std::nullopt;
    Outlier found;
    found.largest_deviation = follows;
    double second = of_all; // without another point, or with all of them
    for (std::size_t i = 1; i < times.size(); ++i) {
        std::vector<Measured> others = times;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const auto law = best_law(others, enough_without_one);
        if (!law) continue;
        if (law->largest_deviation >= found.largest_deviation) {
            second = std::min(second, law->largest_deviation);
            continue;
        }
        if (found.index > 0) second = found.largest_deviation;
        found = Outlier{i, times[i].value / law->seconds(times[i].ranks), law->largest_deviation};
    }
    const bool differs_much = found.factor >= differs || found.factor <= 1 / differs;
    if (found.index == 0 || !differs_much || second < clearly * found.largest_deviation) return std::nullopt;
    return found;
}

std::optional<Fit> fit_gustafson(const std::vector<Measured>& speedups) {
    if (different_ranks(speedups, 1) < 2) return std::nullopt;
    // P - s = f (P - 1), with each equation divided by its s.
    double xx = 0, xy = 0;
    for (const Measured& point : speedups) {
        const double x = (point.ranks - 1) / point.value, y = (point.ranks - point.value) / point.value;
        xx += x * x;
        xy += x * y;
    }
    Fit fit{xy / xx, 0, 0, static_cast<int>(speedups.size())};
    add_deviations(fit, speedups,
                   [&](double ranks) { return gustafson_speedup(fit.serial_fraction, ranks); });
    fit.uncertainty = uncertainty_of(1 / xx, fit.squares, fit.points - 1);
    return fit;
}

} // namespace loop::report
