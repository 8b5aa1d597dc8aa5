#include "report/figures/tics.h"

#include "report/figures/gnuplot.h"
#include "report/figures/plot.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t min_tics = 3, max_tics = 10;

/// The multiples of powers of ten within the range, by these digits.
std::vector<double> decimal_values(double low, double high, const std::vector<int>& digits) {
    std::vector<double> values;
    for (int exponent = static_cast<int>(std::floor(std::log10(low))); std::pow(10, exponent) <= high;
         ++exponent)
        for (const int digit : digits)
            if (const double value = digit * std::pow(10, exponent);
                value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                values.push_back(value);
    return values;
}

/// Keeps every n-th value if there are too many.
std::vector<double> thinned(const std::vector<double>& values) {
    const std::size_t apart = (values.size() + max_tics - 1) / max_tics;
    std::vector<double> result;
    for (std::size_t i = 0; i < values.size(); i += apart)
        result.push_back(values[i]);
    return result;
}

} // namespace

std::vector<double> tic_values(double low, double high, bool logarithmic) {
    if (logarithmic)
        for (const std::vector<int>& digits :
             {std::vector<int>{1}, std::vector<int>{1, 2, 5}, std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}})
            if (const std::vector<double> values = decimal_values(low, high, digits);
                values.size() >= min_tics)
                return thinned(values);
    return round_steps(low, high, 8);
}

std::string tic_list(const std::vector<std::pair<std::string, double>>& labels) {
    std::string text;
    for (const auto& [label, value] : labels)
        text += fmt::format("{}{} {:.10g}", text.empty() ? "" : ", ", quoted(label), value);
    return "(" + text + ")";
}

std::string tic_list(const std::vector<double>& values) {
    std::vector<std::pair<std::string, double>> labels;
    for (const double value : values)
        labels.emplace_back(fmt::format("{:.4g}", value), value);
    return tic_list(labels);
}

} // namespace loop::report
