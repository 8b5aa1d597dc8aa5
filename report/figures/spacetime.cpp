#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/legend.h"
#include "report/figures/phase_marks.h"
#include "report/figures/plot.h"
#include "report/figures/rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loop::report {

namespace {

constexpr std::size_t max_lines = 4000;
constexpr double min_width_per_head = 6;
constexpr double left = 52, right_margin = 16;

void draw_bars(Svg& svg, const FigureInput& input, const TimeAxis& times, const RankRows& rows) {
    const TimeGrid columns(input.analysis.grid.range, figure_columns, input.analysis.grid.breaks);
    std::vector<std::string> styles;
    for (const auto& [state, style] : drawn_states)
        styles.push_back(style);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= input.analysis.states.size()) break;
        const auto states = longest_states(input.analysis.states[rank], columns);
        svg.begin("rank", fmt::format("rank {}", rank));
        draw_strokes(
            svg, times, rows.middle(row), rows.bar(), figure_columns,
            [&](std::size_t column) { return static_cast<int>(states[column]); }, styles);
        svg.end();
    }
}

/// Returns the path of a triangle at the end of the line from (x0, y0) to (x1, y1); empty if the line is
/// short.
std::string arrow_head(double x0, double y0, double x1, double y1) {
    constexpr double size = 6, half_width = 2.4;
    const double length = std::hypot(x1 - x0, y1 - y0);
    if (length < 2 * size) return {};
    const double dx = (x1 - x0) / length, dy = (y1 - y0) / length;
    const double x = x1 - size * dx, y = y1 - size * dy;
    return fmt::format("M{} {}L{} {}L{} {}Z", coordinate(x1), coordinate(y1), coordinate(x - half_width * dy),
                       coordinate(y + half_width * dx), coordinate(x + half_width * dy),
                       coordinate(y - half_width * dx));
}

/// Draws every n-th message in the order of sending, with arrow heads if there are few. Returns n.
std::size_t draw_messages(Svg& svg, const FigureInput& input, const RankRows& rows, const TimeAxis& axis) {
    const Messages& messages = input.analysis.messages;
    const std::size_t every = messages.matched.size() / max_lines + 1;
    const bool has_heads =
        static_cast<double>(messages.matched.size()) * min_width_per_head <= input.width_or(figure_width);
    const auto order = every > 1 ? by_sending_time(messages) : std::vector<std::uint32_t>();
    std::string path, heads;
    for (std::size_t i = 0; i < messages.matched.size(); i += every) {
        const Message& message = messages.matched[every > 1 ? order[i] : i];
        const double x0 = axis.x(message.sent_ns), x1 = axis.x(message.received_ns),
                     y0 = rows.middle(rows.row_of(static_cast<std::size_t>(message.sender))),
                     y1 = rows.middle(rows.row_of(static_cast<std::size_t>(message.receiver)));
        path += fmt::format("M{} {}L{} {}", coordinate(x0), coordinate(y0), coordinate(x1), coordinate(y1));
        if (has_heads) heads += arrow_head(x0, y0, x1, y1);
    }
    svg.path(path, "messages");
    svg.path(heads, "message-heads");
    return every;
}

/// Draws the user's marks as wedges on the bars of their ranks. Of marks that would overlap, only one is
/// drawn, so that their number is bounded.
void draw_user_marks(Svg& svg, const FigureInput& input, const RankRows& rows, const TimeAxis& axis) {
    constexpr double min_distance = 4;
    std::string wedges;
    for (std::size_t row = 0; row < rows.count() && rows.first_rank(row) < input.trace.ranks.size(); ++row) {
        double last = -std::numeric_limits<double>::infinity();
        const double top = rows.middle(row) - rows.bar() / 2;
        for (const Event& event : input.trace.ranks[rows.first_rank(row)].events) {
            if (event.kind != EventKind::Mark) continue;
            const double x = axis.x(event.time_ns);
            if (x - last < min_distance) continue;
            wedges += fmt::format("M{} {}h6l-3 6z", coordinate(x - 3), coordinate(top - 3));
            last = x;
        }
    }
    svg.path(wedges, "user-marks");
}

std::string thinning_text(const FigureInput& input, const RankRows& rows, std::size_t every) {
    const std::size_t count = std::max(rows.count(), std::size_t(1));
    std::string text = rows.joins_ranks() ? fmt::format("each row: the first of about {} ranks; ",
                                                        (input.trace.ranks.size() + count - 1) / count)
                                          : "";
    if (every > 1) text += fmt::format("every {}-th message is drawn", every);
    return text;
}

Svg draw_over_time(const FigureInput& input, bool with_messages) {
    const double width = input.width_or(figure_width);
    const PhaseMarks marks(input);
    const RankRows all(input.trace.ranks.size(), 0);
    std::vector<LegendEntry> entries = states_over_time(input.analysis);
    if (with_messages) entries.push_back({"message-key", "message"});
    if (with_messages && marks.has_fronts(all)) entries.push_back({"front-key", "phase begins or ends"});
    if (!input.analysis.marks.empty()) entries.push_back({"user-marks-key", "mark of the user"});
    const Legend legend(entries, left, width - right_margin);
    const double top = 16 + legend.height() + marks.height();
    const RankRows rows(input.trace.ranks.size(), top);
    const Area area{left, top, width - left - right_margin, rows.bottom() - top};
    Svg svg(width, area.bottom() + 56);
    const TimeAxis axis(area, input.analysis.grid);
    axis.draw(svg);
    rows.draw_labels(svg, left - 8);
    svg.text(left - 8, top - 8, "rank", "label", "end");
    axis.begin_window(svg, area.top, area.height);
    draw_bars(svg, input, axis, rows);
    svg.end_window();
    axis.draw_breaks(svg);
    marks.draw(svg, area, axis);
    std::size_t every = 1;
    if (with_messages) {
        axis.begin_window(svg, area.top, area.height);
        every = draw_messages(svg, input, rows, axis);
        svg.end_window();
        marks.draw_fronts(svg, rows, axis);
    }
    axis.begin_window(svg, area.top - 4, area.height + 4);
    draw_user_marks(svg, input, rows, axis);
    svg.end_window();
    legend.draw(svg, 14);
    if (const std::string note = thinning_text(input, rows, every); !note.empty())
        svg.text(left, area.bottom() + 32, note, "label");
    return svg;
}

} // namespace

Svg draw_space_time(const FigureInput& input) {
    return draw_over_time(input, true);
}

Svg draw_gantt(const FigureInput& input) {
    return draw_over_time(input, false);
}

} // namespace loop::report
