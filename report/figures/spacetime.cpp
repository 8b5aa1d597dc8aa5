#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/legend.h"
#include "report/figures/phase_marks.h"
#include "report/figures/plot.h"
#include "report/figures/rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace loop::report {

namespace {

constexpr std::size_t max_lines = 4000;
constexpr double left = 52, right_margin = 16;

void draw_bars(Svg& svg, const FigureInput& input, const Area& area, const RankRows& rows, TimeRange range) {
    std::vector<std::string> styles;
    for (const auto& [state, style] : drawn_states)
        styles.push_back(style);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= input.analysis.states.size()) break;
        const auto states = longest_states(input.analysis.states[rank], range, figure_columns);
        svg.begin("rank", fmt::format("rank {}", rank));
        draw_strokes(
            svg, area, rows.middle(row), rows.bar(), figure_columns,
            [&](std::size_t column) { return static_cast<int>(states[column]); }, styles);
        svg.end();
    }
}

/// Draws every n-th message in the order of sending. Returns n.
std::size_t draw_messages(Svg& svg, const FigureInput& input, const RankRows& rows, const TimeAxis& axis) {
    const Messages& messages = input.analysis.messages;
    const std::size_t every = messages.matched.size() / max_lines + 1;
    const auto order = every > 1 ? by_sending_time(messages) : std::vector<std::uint32_t>();
    std::string path;
    for (std::size_t i = 0; i < messages.matched.size(); i += every) {
        const Message& message = messages.matched[every > 1 ? order[i] : i];
        path += fmt::format("M{} {}L{} {}", coordinate(axis.x(message.sent_ns)),
                            coordinate(rows.middle(rows.row_of(static_cast<std::size_t>(message.sender)))),
                            coordinate(axis.x(message.received_ns)),
                            coordinate(rows.middle(rows.row_of(static_cast<std::size_t>(message.receiver)))));
    }
    svg.path(path, "messages");
    return every;
}

/// Draws the user's marks as wedges on the bars of their ranks. Of marks that would overlap, only one is
/// drawn, so that their number is bounded. Returns false if there are no marks.
bool draw_user_marks(Svg& svg, const FigureInput& input, const RankRows& rows, const TimeAxis& axis) {
    constexpr double min_distance = 4;
    if (input.analysis.marks.empty()) return false;
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
    return true;
}

Svg draw_over_time(const FigureInput& input, bool with_messages) {
    const PhaseMarks marks(input);
    const double top = 34 + marks.height();
    const RankRows rows(input.trace.ranks.size(), top);
    const Area area{left, top, figure_width - left - right_margin, rows.bottom() - top};
    Svg svg(figure_width, area.bottom() + 56);
    const TimeRange range = whole(input.trace);
    const TimeAxis axis(area, range);
    axis.draw(svg);
    rows.draw_labels(svg, left - 8);
    svg.text(left - 8, top - 8, "rank", "label", "end");
    draw_bars(svg, input, area, rows, range);
    marks.draw(svg, area, axis);
    std::string note = rows.joins_ranks()
                           ? fmt::format("each row: the first of about {} ranks; ",
                                         (input.trace.ranks.size() + rows.count() - 1) / rows.count())
                           : "";
    std::vector<LegendEntry> legend = states_over_time(input.analysis);
    if (with_messages) {
        const std::size_t every = draw_messages(svg, input, rows, axis);
        legend.push_back({"message-key", "message"});
        if (marks.draw_fronts(svg, rows, axis)) legend.push_back({"front-key", "phase begins or ends"});
        if (every > 1) note += fmt::format("every {}-th message is drawn", every);
    }
    if (draw_user_marks(svg, input, rows, axis)) legend.push_back({"user-marks-key", "mark of the user"});
    draw_legend(svg, area.right(), 14, legend);
    if (!note.empty()) svg.text(left, area.bottom() + 32, note, "label");
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
