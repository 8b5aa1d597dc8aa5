#include "report/figures/figure.h"
#include "report/figures/legend.h"
#include "report/figures/phase_marks.h"
#include "report/figures/rows.h"
#include "report/figures/time_axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

std::string shares_text(const StateTimes& times) {
    if (!times.is_known()) return unknown_shares_text(times);
    std::string text =
        fmt::format("{:.1f} % busy, {:.1f} % overhead, {:.1f} % idle", times.percent(State::Busy),
                    times.percent(State::Overhead), times.percent(State::Idle));
    for (const State state : {State::InMpi, State::Unknown})
        if (times.of(state) > 0)
            text += fmt::format(", {:.1f} % {}", times.percent(state), state_label(state));
    return text;
}

} // namespace

Svg draw_utilization(const FigureInput& input) {
    const PhaseMarks marks(input);
    const double width = input.width_or(figure_width);
    const Legend legend(states_over_time(input.analysis), 52, width - 16);
    const Area area{52, 16 + legend.height() + marks.height(), width - 68, 200};
    Svg svg(width, area.bottom() + 40);
    const ValueAxis values(area, static_cast<double>(input.trace.ranks.size()), "", true);
    const TimeAxis times(area, input.analysis.grid);
    legend.draw(svg, 14);
    svg.text(8, 14, "ranks", "label");
    std::vector<double> below;
    times.begin_window(svg, area.top, area.height);
    for (const auto& [state, style] : drawn_states) {
        const auto counts =
            averaged(input.analysis.utilization.ranks[static_cast<std::size_t>(state)], curve_bins);
        if (below.empty()) below.assign(counts.size(), 0);
        std::vector<double> above = below;
        for (std::size_t i = 0; i < counts.size(); ++i)
            above[i] += counts[i];
        if (std::accumulate(counts.begin(), counts.end(), 0.0) > 0)
            svg.path(band_path(times, below, above, values), style);
        below = std::move(above);
    }
    svg.end_window();
    times.draw(svg);
    times.draw_breaks(svg);
    values.draw(svg);
    marks.draw(svg, area, times);
    return svg;
}

Svg draw_summary(const FigureInput& input) {
    const double width = input.width_or(figure_width);
    const Legend legend(measured_states(input.analysis), 52, width - 16);
    const double top = 16 + legend.height();
    const RankRows rows(input.trace.ranks.size(), top);
    const Area area{52, top, width - 68, rows.bottom() - top};
    Svg svg(width, area.bottom() + 28);
    legend.draw(svg, 14);
    svg.text(44, top - 8, "rank", "label", "end");
    rows.draw_labels(svg, 44);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= input.analysis.times_by_rank.size()) break;
        const StateTimes& times = input.analysis.times_by_rank[rank];
        double x = area.left;
        svg.begin("rank", fmt::format("rank {}: {}", rank, shares_text(times)));
        for (const State state : {State::Busy, State::Overhead, State::Idle, State::InMpi, State::Unknown}) {
            const double share = times.is_known() ? times.percent(state) : state == State::Unknown ? 100 : 0;
            if (share == 0 && state >= State::Excluded) continue;
            svg.rectangle(x, rows.middle(row) - rows.bar() / 2, share / 100 * area.width, rows.bar(),
                          state_name(state));
            x += share / 100 * area.width;
        }
        if (!times.is_known())
            svg.text(area.left + 6, rows.middle(row) + 4, unknown_shares_text(times), "label");
        svg.end();
    }
    for (int percent = 0; percent <= 100; percent += area.width < 300 ? 50 : 20) {
        const double x = area.left + area.width * percent / 100;
        svg.line(x, area.top, x, area.bottom() + 4, "grid");
        svg.text(x, area.bottom() + 17, fmt::format("{} %", percent), "label",
                 percent == 100 ? "end" : "middle");
    }
    return svg;
}

} // namespace loop::report
