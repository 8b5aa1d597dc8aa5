#include "report/sweep/panels.h"

#include "base/text/strings.h"
#include "report/figures/patterns.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_panels = 9;
constexpr std::size_t max_lines = kind_colors;

} // namespace

ChartAxis chart_axis(const Axis& axis) {
    std::vector<Tick> places;
    for (const AxisValue& value : axis.values)
        places.push_back({value.number, value.text});
    ChartAxis drawn = place_axis(axis.name, places, axis.is_logarithmic());
    drawn.has_names = !axis.is_numeric;
    if (drawn.has_names) drawn.ticks = places;
    return drawn;
}

std::vector<double> heights_of(const std::vector<ChartSeries>& all) {
    std::vector<double> values;
    for (const ChartSeries& series : all)
        for (const ChartMark& mark : series.marks) {
            const auto [low, high] = mark.interval.value_or(std::pair(mark.y, mark.y));
            values.insert(values.end(), {mark.y, low, high});
        }
    return values;
}

Panels::Panels(const std::string& workload, const std::vector<Curve>& curves) {
    for (const Curve& curve : curves) {
        if (curve.workload != workload) continue;
        curves_.push_back(&curve);
        add(curve);
    }
}

void Panels::add(const Curve& curve) {
    const auto known = std::find(lines_.begin(), lines_.end(), curve.line);
    if (known == lines_.end() && lines_.size() == max_lines) return;
    auto panel = std::find_if(shown_.begin(), shown_.end(),
                              [&](const Shown& each) { return each.title == curve.panel; });
    if (panel == shown_.end() && shown_.size() == max_panels) return;
    if (panel == shown_.end()) panel = shown_.insert(shown_.end(), {curve.panel, {}});
    // Curves may share their labels if a factor has the same value twice in different spellings.
    if (panel->curves.size() == max_lines) return;
    panel->curves.push_back(&curve);
    add_once(lines_, curve.line);
    ++count_;
}

std::size_t Panels::style_of(const Curve& curve) const {
    return static_cast<std::size_t>(std::find(lines_.begin(), lines_.end(), curve.line) - lines_.begin());
}

std::size_t Panels::columns() const {
    return shown_.size() == 4 ? 2 : std::min<std::size_t>(shown_.size(), 3);
}

std::string Panels::omission() const {
    return count_ == curves_.size() ? "" : fmt::format(" ({} of {} curves)", count_, curves_.size());
}

} // namespace loop::report
