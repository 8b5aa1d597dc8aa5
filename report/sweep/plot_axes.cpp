#include "report/sweep/plot_axes.h"

#include "report/figures/gnuplot.h"
#include "report/figures/tics.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t max_labels = 12;
constexpr double margin = 0.06; ///< of the axis, at both ends

/// The range of the values with margins at both ends.
std::pair<double, double> with_margins(double low, double high, bool logarithmic) {
    if (logarithmic) {
        const double room = std::pow(std::max(high / low, 1.2), margin);
        return {low / room, high * room};
    }
    const double extent = std::max(high - low, 0.1 * std::abs(high));
    const double room = margin * (extent > 0 ? extent : 1);
    return {low - room, high + room};
}

std::string range_text(const char* axis, const std::pair<double, double>& range) {
    return fmt::format("set {}range [{:.10g}:{:.10g}]\n", axis, range.first, range.second);
}

} // namespace

std::string horizontal_axis(const Axis& axis) {
    std::string text = "set xlabel " + quoted(axis.name) + " noenhanced\n";
    if (axis.values.empty()) return text;
    const bool logarithmic = axis.is_logarithmic();
    const auto range = with_margins(axis.values.front().number, axis.values.back().number, logarithmic);
    if (logarithmic) text += "set logscale x 2\n";
    text += range_text("x", range);
    std::vector<std::pair<std::string, double>> labels;
    // Too many labels: of sizes that double or the like, every second or third one.
    const std::size_t step = logarithmic ? axis.values.size() / max_labels + 1 : 1;
    for (std::size_t i = 0; i < axis.values.size(); i += step)
        labels.emplace_back(axis.values[i].text, axis.values[i].number);
    return text + "set xtics " +
           (labels.size() <= max_labels || !axis.is_numeric
                ? tic_list(labels)
                : tic_list(tic_values(range.first, range.second, logarithmic))) +
           " noenhanced\n";
}

std::string vertical_axis(const std::vector<double>& values, bool logarithmic) {
    std::vector<double> shown;
    std::copy_if(values.begin(), values.end(), std::back_inserter(shown),
                 [&](double value) { return std::isfinite(value) && (!logarithmic || value > 0); });
    if (shown.empty()) return "";
    const auto [low, high] = std::minmax_element(shown.begin(), shown.end());
    const auto range = with_margins(logarithmic ? *low : std::min(*low, 0.0), *high, logarithmic);
    return (logarithmic ? "set logscale y\n" : "") + range_text("y", range) + "set ytics " +
           tic_list(tic_values(range.first, range.second, logarithmic)) + "\n";
}

} // namespace loop::report
