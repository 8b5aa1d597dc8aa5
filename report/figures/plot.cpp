#include "report/figures/plot.h"

#include "base/text/units.h"
#include "report/figures/time_axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double min_for_logarithm = 50; ///< min ratio of the largest to the smallest value
constexpr double key_gap = 14, legend_row = 18;
constexpr double wide_letters = 1.08; ///< fonts differ, and entries must not touch each other

double width_of(const LegendEntry& entry) {
    return entry.width + 9 + key_gap + wide_letters * width_of_text(entry.text);
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

QuantityAxis::QuantityAxis(const Area& area, double least, double most, Text text)
    : area_(area), least_(least), most_(most > least ? most : least + 1),
      logarithmic_(least > 0 && most_ / least >= min_for_logarithm), scale_(least_, most_, logarithmic_),
      text_(text) {}

double QuantityAxis::x(double value) const {
    return area_.left + area_.width * scale_.part(value);
}

void QuantityAxis::draw(Svg& svg) const {
    for (const double value : steps())
        draw_tick_below(svg, area_, x(value), text_(value));
    draw_bottom_line(svg, area_);
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
        draw_tick_left(svg, area_, y(step), number_text(step));
    }
    draw_left_line(svg, area_);
    svg.text(area_.left - 8, area_.top - 10, label_, "label", "start");
}

void draw_legend(Svg& svg, double right, double y, const std::vector<LegendEntry>& entries) {
    double x = right - width_of(entries) + key_gap;
    for (const LegendEntry& entry : entries) {
        if (entry.sample)
            entry.sample(svg, x, y);
        else
            svg.rectangle(x, y - 9, entry.width, 11, entry.style);
        svg.text(x + entry.width + 5, y, entry.text, "label");
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
