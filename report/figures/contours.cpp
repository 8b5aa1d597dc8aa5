#include "report/figures/contours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::report {

namespace {

struct Corner {
    double x, y, value;
};
using Triangle = std::array<Corner, 3>;

/// Calls `use` with the four triangles of each cell without holes, around its center.
template <class Use>
void for_each_triangle(const Field& field, const Use& use) {
    for (std::size_t row = 0; row + 1 < field.y.size(); ++row)
        for (std::size_t column = 0; column + 1 < field.x.size(); ++column) {
            const auto corner = [&](std::size_t down, std::size_t right) {
                return Corner{field.x[column + right], field.y[row + down],
                              field.at(row + down, column + right)};
            };
            const std::array<Corner, 4> corners{corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)};
            Corner center{0, 0, 0};
            for (const Corner& each : corners) {
                center.x += each.x / 4;
                center.y += each.y / 4;
                center.value += each.value / 4;
            }
            if (!std::isfinite(center.value)) continue;
            for (std::size_t i = 0; i < corners.size(); ++i)
                use(Triangle{corners[i], corners[(i + 1) % corners.size()], center});
        }
}

Corner crossing_of(const Corner& from, const Corner& to, double level) {
    const double part = (level - from.value) / (to.value - from.value);
    return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y), level};
}

std::string point_of(const Corner& corner) {
    return coordinate(corner.x) + " " + coordinate(corner.y);
}

/// The part of the triangle whose values are not below `level`.
std::string part_above(const Triangle& triangle, double level) {
    std::string path;
    const auto add = [&](const Corner& corner) { path += (path.empty() ? "M" : "L") + point_of(corner); };
    for (std::size_t i = 0; i < triangle.size(); ++i) {
        const Corner &from = triangle[i], &to = triangle[(i + 1) % triangle.size()];
        if (from.value >= level) add(from);
        if ((from.value >= level) != (to.value >= level)) add(crossing_of(from, to, level));
    }
    return path.empty() ? path : path + "z";
}

std::string line_at(const Triangle& triangle, double level) {
    std::string path;
    for (std::size_t i = 0; i < triangle.size(); ++i) {
        const Corner &from = triangle[i], &to = triangle[(i + 1) % triangle.size()];
        if ((from.value >= level) != (to.value >= level))
            path += (path.empty() ? "M" : "L") + point_of(crossing_of(from, to, level));
    }
    return path;
}

} // namespace

void draw_field(Svg& svg, const Field& field, const ColorScale& colors) {
    const auto border = [&](std::size_t step) {
        const double part = static_cast<double>(step) / static_cast<double>(colors.steps);
        return step == 0 ? -HUGE_VAL : colors.low + part * (colors.high - colors.low);
    };
    std::vector<std::string> paths(colors.steps);
    for_each_triangle(field, [&](const Triangle& triangle) {
        const auto [low, high] =
            std::minmax_element(triangle.begin(), triangle.end(),
                                [](const Corner& a, const Corner& b) { return a.value < b.value; });
        // A color is drawn over the ones before, so that no gaps show between them.
        for (std::size_t i = 0; i < colors.steps && border(i) <= high->value; ++i)
            if (i + 1 == colors.steps || border(i + 1) > low->value)
                paths[i] += part_above(triangle, border(i));
    });
    for (std::size_t i = 0; i < paths.size(); ++i)
        svg.path(paths[i], colors.style(colors.reversed ? colors.steps - 1 - i : i));
}

void draw_contours(Svg& svg, const Field& field, const std::vector<double>& levels) {
    std::string path;
    for_each_triangle(field, [&](const Triangle& triangle) {
        for (const double level : levels)
            path += line_at(triangle, level);
    });
    svg.path(path, "contour");
}

} // namespace loop::report
