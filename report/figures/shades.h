#pragma once

#include "report/figures/plot.h"

#include <array>
#include <string>
#include <vector>

namespace loop::report {

constexpr std::size_t shades = 7;

/// Cells of a figure whose shade shows their value, from 0 (the lightest) to `most`.
class ShadedCells {
public:
    explicit ShadedCells(double most) : most_(most) {}

    std::size_t shade(double value) const;
    void add(const Area& cell, double value);
    /// Draws one path per shade, so that the number of shapes does not grow with the cells.
    void draw(Svg& svg) const;
    /// The shades, from the lightest to the darkest, with the largest value of each.
    std::vector<LegendEntry> key(std::string (*text)(double)) const;

private:
    double most_;
    std::array<std::string, shades> paths_;
};

} // namespace loop::report
