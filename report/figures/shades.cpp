#include "report/figures/shades.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

std::size_t ShadedCells::shade(double value) const {
    if (most_ <= 0 || value <= 0) return 0;
    return std::min(shades - 1, static_cast<std::size_t>(value / most_ * static_cast<double>(shades)));
}

void ShadedCells::add(const Area& cell, double value) {
    paths_[shade(value)] +=
        fmt::format("M{} {}h{}v{}h-{}z", coordinate(cell.left), coordinate(cell.top), coordinate(cell.width),
                    coordinate(cell.height), coordinate(cell.width));
}

void ShadedCells::draw(Svg& svg) const {
    for (std::size_t i = 0; i < shades; ++i)
        svg.path(paths_[i], fmt::format("shade{}", i));
}

std::vector<LegendEntry> ShadedCells::key(std::string (*text)(double)) const {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < shades; ++i)
        entries.push_back({fmt::format("shade{}", i), "up to " + text(most_ * static_cast<double>(i + 1) /
                                                                      static_cast<double>(shades))});
    return entries;
}

} // namespace loop::report
