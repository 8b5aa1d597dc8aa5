#include "base/statistics/bootstrap.h"

#include "base/statistics/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace loop::statistics {

namespace {

constexpr std::size_t min_values = 3; ///< in a sample
constexpr std::size_t seed = 20061;   ///< any: the interval must not change between reports

/// Fewer than one resample in ten may lack the figure.
constexpr std::size_t min_figures = resamples * 9 / 10;

std::vector<double> drawn_anew(const std::vector<double>& sample, std::mt19937_64& random) {
    std::vector<double> values;
    for (std::size_t i = 0; i < sample.size(); ++i)
        values.push_back(sample[random() % sample.size()]);
    return values;
}

} // namespace

std::optional<std::pair<double, double>>
bootstrap_interval(const std::vector<std::vector<double>>& samples,
                   const std::function<std::optional<double>(const std::vector<double>& medians)>& figure,
                   double confidence) {
    for (const std::vector<double>& sample : samples)
        if (sample.size() < min_values) return std::nullopt;
    std::mt19937_64 random(seed);
    std::vector<double> figures;
    for (int i = 0; i < resamples; ++i) {
        std::vector<double> medians;
        for (const std::vector<double>& sample : samples)
            medians.push_back(median(drawn_anew(sample, random)));
        if (const auto value = figure(medians); value && std::isfinite(*value)) figures.push_back(*value);
    }
    if (figures.size() < min_figures) return std::nullopt;
    std::sort(figures.begin(), figures.end());
    const auto tail = static_cast<std::size_t>((1 - confidence) / 2 * static_cast<double>(figures.size()));
    return std::pair(figures[tail], figures[figures.size() - 1 - tail]);
}

} // namespace loop::statistics
