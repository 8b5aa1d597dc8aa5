#include "derive/spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace loop::report::derive {

namespace {

constexpr double base = 1.1;
constexpr std::size_t parts = 10;

using Factors = std::vector<double>;

double weight_of(const Spread& spread) {
    return std::accumulate(spread.begin(), spread.end(), 0.0,
                           [](double sum, const auto& one) { return sum + one.second; });
}

/// The mean factor of each tenth of the times, the shortest ones first.
Factors tenths_of(const Spread& spread) {
    const double share = weight_of(spread) / parts;
    Factors means(parts, 0);
    double end = 0; // of the times so far
    for (const auto& [power, weight] : spread) {
        const double begin = end;
        end += weight;
        for (std::size_t part = 0; part < parts; ++part) {
            const double first = share * static_cast<double>(part);
            const double in = std::min(end, first + share) - std::max(begin, first);
            if (in > 0) means[part] += in / share * std::pow(base, power);
        }
    }
    return means;
}

/// Their mean becomes 1.
void scale(Factors& factors) {
    const double mean =
        std::accumulate(factors.begin(), factors.end(), 0.0) / static_cast<double>(factors.size());
    for (double& factor : factors)
        factor /= mean;
}

} // namespace

void add_factor(Spread& spread, double factor, double weight) {
    constexpr double least = 1e-3, most = 1e4;
    const double power = std::log(std::clamp(factor, least, most)) / std::log(base);
    spread[static_cast<int>(std::lround(power))] += weight;
}

void append(Spread& all, const Spread& more) {
    for (const auto& [power, weight] : more)
        all[power] += weight;
}

Spread scaled(Spread spread, double weight) {
    const double before = weight_of(spread);
    for (auto& one : spread)
        one.second *= weight / before;
    return spread;
}

std::string varied_text(const Spread& spread) {
    if (spread.empty()) return {};
    Factors factors = tenths_of(spread);
    scale(factors);
    const bool is_steady = std::all_of(factors.begin(), factors.end(),
                                       [](double factor) { return factor > 1 / base && factor < base; });
    if (is_steady) return {};
    std::string text;
    for (const double factor : factors)
        text += fmt::format("{}{:.2g}", text.empty() ? "" : ", ", factor);
    return fmt::format(" * varied({{{}}})", text);
}

} // namespace loop::report::derive
