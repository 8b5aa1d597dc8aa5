#include "report/figures/plot.h"

#include "base/text/clean.h"
#include "base/text/units.h"
#include "report/figures/time_axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double min_for_logarithm = 50; ///< min ratio of the largest to the smallest value
constexpr double key_gap = 14, legend_row = 18;

double width_of(const LegendEntry& entry) {
    return 20 + key_gap + letter_width * static_cast<double>(display_width(entry.text));
}

double width_of(const std::vector<LegendEntry>& entries) {
    double width = 0;
    for (const LegendEntry& entry : entries)
        width += width_of(entry);
    return width;
}

template <typename Join>
std::vector<double> joined(const std::vector<double>& values, std::size_t count, Join join) {
    if (values.size() <= count) return values;
    std::vector<double> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = i * values.size() / count, to = (i + 1) * values.size() / count;
        result[i] = join(values.begin() + static_cast<std::ptrdiff_t>(from),
                         values.begin() + static_cast<std::ptrdiff_t>(to));
    }
    return result;
}

} // namespace

std::vector<double> round_steps(double begin, double end, int wanted) {
    if (!(end > begin) || !std::isfinite(end - begin)) return {begin};
    const double raw = (end - begin) / std::max(wanted, 1), power = std::pow(10, std::floor(std::log10(raw)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if ((step = power * factor) >= raw) break;
    return multiples(begin, end, step);
}

std::vector<double> multiples(double begin, double end, double step) {
    std::vector<double> steps;
    const double first = std::ceil(begin / step - 1e-9);
    for (double i = first; i * step <= end + step * 1e-9 && steps.size() < 100; ++i)
        steps.push_back(i == 0 ? 0 : i * step);
    return steps;
}

QuantityAxis::QuantityAxis(const Area& area, double least, double most, Text text)
    : area_(area), least_(least), most_(most > least ? most : least + 1),
      logarithmic_(least > 0 && most_ / least >= min_for_logarithm), text_(text) {}

double QuantityAxis::x(double value) const {
    const double part = logarithmic_ ? std::log(value / least_) / std::log(most_ / least_)
                                     : (value - least_) / (most_ - least_);
    return area_.left + area_.width * part;
}

void QuantityAxis::draw(Svg& svg) const {
    for (const double value : steps()) {
        svg.line(x(value), area_.top, x(value), area_.bottom(), "grid");
        svg.text(x(value), area_.bottom() + 17, text_(value), "label", "middle");
    }
    svg.line(area_.left, area_.bottom(), area_.right(), area_.bottom(), "axis");
}

std::vector<double> QuantityAxis::steps() const {
    if (!logarithmic_) return round_steps(least_, most_, 8);
    std::vector<double> powers;
    const double apart = std::max(1.0, std::ceil(std::log2(most_ / least_) / 10));
    for (double power = std::ceil(std::log2(least_)); std::exp2(power) <= most_; power += apart)
        powers.push_back(std::exp2(power));
    return powers;
}

ValueAxis::ValueAxis(const Area& area, double most, std::string label, bool whole)
    : area_(area), most_(most > 0 ? most : 1), label_(std::move(label)), whole_(whole) {}

double ValueAxis::y(double value) const {
    return area_.bottom() - std::clamp(value / most_, 0.0, 1.0) * area_.height;
}

void ValueAxis::draw(Svg& svg) const {
    for (const double step : round_steps(0, most_, std::max(2, static_cast<int>(area_.height / 30)))) {
        if (whole_ && step != std::floor(step)) continue;
        svg.line(area_.left - 4, y(step), area_.right(), y(step), "grid");
        svg.text(area_.left - 8, y(step) + 4, number_text(step), "label", "end");
    }
    svg.line(area_.left, area_.top, area_.left, area_.bottom(), "axis");
    svg.text(area_.left - 8, area_.top - 10, label_, "label", "start");
}

void draw_legend(Svg& svg, double right, double y, const std::vector<LegendEntry>& entries) {
    double x = right - width_of(entries) + key_gap;
    for (const LegendEntry& entry : entries) {
        svg.rectangle(x, y - 9, 11, 11, entry.style);
        svg.text(x + 16, y, entry.text, "label");
        x += width_of(entry);
    }
}

Legend::Legend(std::vector<LegendEntry> entries, double left, double right) : rows_(1), right_(right) {
    double width = 0;
    for (LegendEntry& entry : entries) {
        if (width + width_of(entry) - key_gap > right - left && !rows_.back().empty()) {
            rows_.emplace_back();
            width = 0;
        }
        width += width_of(entry);
        rows_.back().push_back(std::move(entry));
    }
}

double Legend::height() const {
    return legend_row * static_cast<double>(rows_.size());
}

void Legend::draw(Svg& svg, double y) const {
    for (std::size_t row = 0; row < rows_.size(); ++row)
        draw_legend(svg, right_, y + legend_row * static_cast<double>(row), rows_[row]);
}

std::string band_path(const TimeAxis& times, const std::vector<double>& lower,
                      const std::vector<double>& upper, const ValueAxis& axis) {
    if (upper.empty()) return {};
    std::string there, back;
    for (std::size_t i = 0; i < upper.size(); ++i) {
        const std::string from = coordinate(times.edge(i, upper.size())),
                          to = coordinate(times.edge(i + 1, upper.size()));
        there += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", from, coordinate(axis.y(upper[i])), to);
        back.insert(0, fmt::format("L{} {}H{}", to, coordinate(axis.y(lower[i])), from));
    }
    return there + back + "Z";
}

std::string step_path(const TimeAxis& times, const std::vector<double>& values, const ValueAxis& axis) {
    std::string path;
    for (std::size_t i = 0; i < values.size(); ++i)
        path += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", coordinate(times.edge(i, values.size())),
                            coordinate(axis.y(values[i])), coordinate(times.edge(i + 1, values.size())));
    return path;
}

std::vector<double> averaged(const std::vector<double>& values, std::size_t count) {
    return joined(values, count, [](auto from, auto to) {
        double sum = 0;
        for (auto at = from; at != to; ++at)
            sum += *at;
        return sum / static_cast<double>(to - from);
    });
}

std::vector<double> maxima(const std::vector<double>& values, std::size_t count) {
    return joined(values, count, [](auto from, auto to) { return *std::max_element(from, to); });
}

} // namespace loop::report
