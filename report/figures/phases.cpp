#include "base/text/clean.h"
#include "report/figures/figure.h"
#include "report/figures/patterns.h"
#include "report/figures/rows.h"
#include "report/figures/time_axis.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_phase_curves = 40;

/// The phases with their styles. Those that share the style "others" are one entry.
class PhaseStyles {
public:
    explicit PhaseStyles(const FigureInput& input)
        : labels_(phase_labels(input.trace, input.analysis.phases)) {
        std::vector<double> weights;
        for (const TracedPhase& phase : input.analysis.phases)
            weights.push_back(static_cast<double>(phase.all.times.measured_ns()));
        kinds_ = assign_kinds(weights);
    }

    std::size_t count() const { return kinds_.size(); }
    std::size_t kind(std::size_t phase) const { return kinds_[phase]; }
    std::string style(std::size_t phase) const { return kind_class(kinds_[phase]); }
    Legend legend(double width) const {
        std::vector<LegendEntry> entries;
        for (std::size_t phase = 0; phase < count(); ++phase)
            if (kinds_[phase] < kind_styles) entries.push_back({style(phase), shortened(labels_[phase], 40)});
        if (const auto others = count() - entries.size(); others > 0)
            entries.push_back({kind_class(kind_styles), fmt::format("{} other phases", others)});
        return {std::move(entries), 52, width - 16};
    }

private:
    std::vector<std::string> labels_;
    std::vector<std::size_t> kinds_;
};

/// Returns the innermost phase that a rank is in at each column; -1: none.
std::vector<int> phases_by_column(const FigureInput& input, const std::vector<Visit>& visits) {
    const std::vector<int> phase_of_site = phases_by_site(input.trace, input.analysis.phases);
    std::vector<int> result(figure_columns, -1);
    const TimeGrid grid(input.analysis.grid.range, figure_columns, input.analysis.grid.breaks);
    // Visits are ordered by begin, so a nested phase comes after the enclosing one.
    for (const Visit& visit : visits) {
        const TimeRange shown =
            grid.breaks.shown(TimeRange{visit.begin_ns, std::max(visit.begin_ns, visit.end_ns - 1)});
        // If several visits fall into one column, the last one is shown.
        for (std::size_t column = grid.bin_of(shown.begin_ns); column <= grid.bin_of(shown.end_ns); ++column)
            result[column] = phase_of_site[visit.site];
    }
    return result;
}

} // namespace

Svg draw_phases(const FigureInput& input) {
    const double width = input.width_or(figure_width);
    const PhaseStyles phases(input);
    const Legend legend = phases.legend(width);
    const double top = 24 + legend.height();
    const RankRows rows(input.trace.ranks.size(), top);
    const Area area{52, top, width - 68, rows.bottom() - top};
    Svg svg(width, area.bottom() + 40);
    legend.draw(svg, 14);
    const TimeAxis times(area, input.analysis.grid);
    times.draw(svg);
    rows.draw_labels(svg, 44);
    std::vector<std::string> styles;
    for (std::size_t i = 0; i <= kind_styles; ++i)
        styles.push_back(kind_class(i));
    const auto visits = phase_visits(input.trace);
    times.begin_window(svg, area.top, area.height);
    for (std::size_t row = 0; row < rows.count() && rows.first_rank(row) < visits.size(); ++row) {
        const auto columns = phases_by_column(input, visits[rows.first_rank(row)]);
        svg.begin("rank", fmt::format("rank {}", rows.first_rank(row)));
        const auto style_of = [&](std::size_t column) {
            return columns[column] < 0
                       ? -1
                       : static_cast<int>(phases.kind(static_cast<std::size_t>(columns[column])));
        };
        draw_strokes(svg, times, rows.middle(row), rows.bar(), figure_columns, style_of, styles);
        svg.end();
    }
    svg.end_window();
    times.draw_breaks(svg);
    return svg;
}

Svg draw_phase_count(const FigureInput& input) {
    const double width = input.width_or(figure_width);
    const PhaseStyles phases(input);
    const Legend legend = phases.legend(width);
    const double top = 24 + legend.height();
    const Area area{52, top, width - 68, 150};
    Svg svg(width, area.bottom() + 40);
    legend.draw(svg, 14);
    const ValueAxis values(area, static_cast<double>(input.trace.ranks.size()), "", true);
    const TimeAxis times(area, input.analysis.grid);
    times.draw(svg);
    values.draw(svg);
    times.begin_window(svg, area.top - 1, area.height + 2);
    for (std::size_t i = 0; i < phases.count() && i < max_phase_curves; ++i)
        svg.path(step_path(times, averaged(input.analysis.ranks_by_phase[i], curve_bins), values),
                 "curve " + phases.style(i));
    svg.end_window();
    times.draw_breaks(svg);
    return svg;
}

} // namespace loop::report
