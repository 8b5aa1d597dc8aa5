#include "report/sweep/panels.h"

#include "base/text/strings.h"
#include "report/figures/gnuplot.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_panels = 9;
constexpr std::size_t max_lines = line_colors.size(); ///< one per color

} // namespace

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
                              [&](const Panel& each) { return each.title == curve.panel; });
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

std::pair<int, int> Panels::grid() const {
    const int panels = static_cast<int>(shown_.size());
    const int columns = panels <= 3 ? panels : panels == 4 ? 2 : 3;
    return {(panels + columns - 1) / columns, columns};
}

std::string Panels::omission() const {
    return count_ == curves_.size() ? "" : fmt::format(" ({} of {} curves)", count_, curves_.size());
}

} // namespace loop::report
