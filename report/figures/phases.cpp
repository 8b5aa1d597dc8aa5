#include "base/text/clean.h"
#include "report/figures/figure.h"
#include "report/figures/plot.h"
#include "report/figures/rows.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t colors = 8;

std::string style_of_phase(std::size_t phase) {
    return fmt::format("kind{}", phase % colors);
}

std::vector<std::string> phase_names(const FigureInput& input) {
    std::vector<std::string> names;
    for (const TracedPhase& phase : input.analysis.phases)
        names.push_back(input.trace.sites[phase.site].name);
    return names;
}

/// Draws the names with their colors, in as many lines as needed. Returns the height.
double draw_phase_legend(Svg& svg, const FigureInput& input, double top) {
    double x = 52, y = top;
    std::size_t shown = 0;
    const auto names = phase_names(input);
    for (; shown < names.size() && shown < 40; ++shown) {
        const std::string name = shortened(names[shown], 40);
        const double width = 34 + 6.2 * static_cast<double>(display_width(name));
        if (x + width > figure_width - 16 && x > 52) {
            x = 52;
            y += 18;
        }
        svg.rectangle(x, y - 9, 11, 11, style_of_phase(shown));
        svg.text(x + 16, y, name, "label");
        x += width;
    }
    if (shown < names.size()) svg.text(x, y, fmt::format("and {} more", names.size() - shown), "label");
    return y - top + 18;
}

/// Returns the innermost phase that a rank is in at each column; -1: none.
std::vector<int> phases_by_column(const FigureInput& input, const std::vector<Visit>& visits,
                                  TimeRange range) {
    const std::vector<int> phase_of_site = phases_by_site(input.trace, input.analysis.phases);
    std::vector<int> result(figure_columns, -1);
    const TimeGrid grid{range, figure_columns};
    // Visits are ordered by begin, so a nested phase comes after the enclosing one.
    for (const Visit& visit : visits) {
        const std::size_t from = grid.bin_of(visit.begin_ns),
                          to = grid.bin_of(std::max(visit.begin_ns, visit.end_ns - 1));
        // If several visits fall into one column, the last one is shown.
        for (std::size_t column = from; column <= to && column < figure_columns; ++column)
            result[column] = phase_of_site[visit.site];
    }
    return result;
}

} // namespace

Svg draw_phases(const FigureInput& input) {
    Svg legend(figure_width, 10);
    const double top = 24 + draw_phase_legend(legend, input, 14);
    const RankRows rows(input.trace.ranks.size(), top);
    const Area area{52, top, figure_width - 68, rows.bottom() - top};
    Svg svg(figure_width, area.bottom() + 40);
    draw_phase_legend(svg, input, 14);
    const TimeRange range = whole(input.trace);
    TimeAxis(area, range).draw(svg);
    rows.draw_labels(svg, 44);
    std::vector<std::string> styles;
    for (std::size_t i = 0; i < colors; ++i)
        styles.push_back(style_of_phase(i));
    const auto visits = phase_visits(input.trace);
    for (std::size_t row = 0; row < rows.count() && rows.first_rank(row) < visits.size(); ++row) {
        const auto phases = phases_by_column(input, visits[rows.first_rank(row)], range);
        svg.begin("rank", fmt::format("rank {}", rows.first_rank(row)));
        draw_strokes(
            svg, area, rows.middle(row), rows.bar(), figure_columns,
            [&](std::size_t column) {
                return phases[column] < 0 ? -1 : phases[column] % static_cast<int>(colors);
            },
            styles);
        svg.end();
    }
    return svg;
}

Svg draw_phase_count(const FigureInput& input) {
    Svg legend(figure_width, 10);
    const double top = 24 + draw_phase_legend(legend, input, 14);
    const Area area{52, top, figure_width - 68, 150};
    Svg svg(figure_width, area.bottom() + 40);
    draw_phase_legend(svg, input, 14);
    const ValueAxis values(area, static_cast<double>(input.trace.ranks.size()), "", true);
    TimeAxis(area, input.analysis.grid.range).draw(svg);
    values.draw(svg);
    for (std::size_t i = 0; i < input.analysis.ranks_by_phase.size() && i < 40; ++i)
        svg.path(step_path(area, averaged(input.analysis.ranks_by_phase[i], 440), values),
                 "curve " + style_of_phase(i));
    return svg;
}

} // namespace loop::report
