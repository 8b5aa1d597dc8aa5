#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/shades.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t max_cells_a_side = 128;
constexpr double min_width_with_key = 480; ///< below, the key is below the matrix

/// Bytes sent between groups of ranks; with few ranks, each group is one rank.
struct Cells {
    std::size_t side;
    std::vector<double> bytes;
    double most = 0;
};

Cells cells_of(const CommunicationMatrix& matrix) {
    const auto ranks = static_cast<std::size_t>(std::max(matrix.ranks, 1));
    Cells cells{std::min(ranks, max_cells_a_side), {}, 0};
    cells.bytes.assign(cells.side * cells.side, -1);
    for (const MatrixCell& cell : matrix.cells) {
        const std::size_t row = static_cast<std::size_t>(cell.sender) * cells.side / ranks,
                          column = static_cast<std::size_t>(cell.receiver) * cells.side / ranks;
        double& sum = cells.bytes[row * cells.side + column];
        sum = std::max(sum, 0.0) + static_cast<double>(cell.bytes);
        cells.most = std::max(cells.most, sum);
    }
    return cells;
}

/// From the darkest to the lightest.
std::vector<LegendEntry> key_of(const ShadedCells& shaded) {
    std::vector<LegendEntry> entries = shaded.key(bytes_text);
    std::reverse(entries.begin(), entries.end());
    return entries;
}

void draw_key(Svg& svg, const std::vector<LegendEntry>& entries, double x, double top) {
    double y = top;
    for (const LegendEntry& entry : entries) {
        svg.rectangle(x, y, 14, 14, entry.style);
        svg.text(x + 20, y + 11, entry.text, "label");
        y += 18;
    }
}

} // namespace

Svg draw_matrix(const FigureInput& input) {
    const Cells cells = cells_of(input.analysis.matrix);
    const auto ranks = static_cast<std::size_t>(std::max(input.analysis.matrix.ranks, 1));
    const bool key_below = input.width > 0 && input.width < min_width_with_key;
    const double room = input.width > 0 ? input.width - 52 - (key_below ? 16 : 160) : 420;
    const double size = std::min(room / static_cast<double>(cells.side), 40.0),
                 side = size * static_cast<double>(cells.side);
    const Area area{52, 44, side, side};
    ShadedCells shaded(cells.most);
    for (std::size_t row = 0; row < cells.side; ++row)
        for (std::size_t column = 0; column < cells.side; ++column)
            if (const double bytes = cells.bytes[row * cells.side + column]; bytes >= 0)
                shaded.add({area.left + size * static_cast<double>(column),
                            area.top + size * static_cast<double>(row), size, size},
                           bytes);
    const Legend key(key_of(shaded), 16, input.width - 8);
    const double width = input.width_or(std::max(area.right() + 190, 360.0));
    Svg svg(width, area.bottom() + (key_below ? 34 + key.height() : 16));
    svg.text(area.left, 14, "receiver", "label");
    svg.text(area.left - 8, area.top - 24, "sender", "label", "end");
    svg.rectangle(area.left, area.top, side, side, "field");
    shaded.draw(svg);
    const std::size_t every = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(22 / size)));
    for (std::size_t i = 0; i < cells.side; i += every) {
        const std::string rank = std::to_string((i * ranks + cells.side - 1) / cells.side);
        const double at = size * (static_cast<double>(i) + 0.5);
        svg.text(area.left + at, area.top - 8, rank, "label", "middle");
        svg.text(area.left - 8, area.top + at + 4, rank, "label", "end");
    }
    const char* const unit = ranks > cells.side ? "bytes, groups of ranks" : "bytes";
    if (key_below) {
        svg.text(area.left, area.bottom() + 16, unit, "label");
        key.draw(svg, area.bottom() + 36);
    } else {
        svg.text(area.right() + 24, area.top + 8, unit, "label");
        draw_key(svg, key_of(shaded), area.right() + 24, area.top + 18);
    }
    return svg;
}

} // namespace loop::report
