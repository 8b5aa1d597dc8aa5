#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/legend.h"
#include "report/figures/phase_marks.h"
#include "report/figures/plot.h"
#include "report/figures/rows.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace loop::report {

namespace {

constexpr std::size_t max_lines = 4000;
constexpr double min_width_per_head = 6;
constexpr double left = 52, right_margin = 16;

std::vector<std::string> state_styles() {
    std::vector<std::string> styles;
    for (const auto& [state, style] : drawn_states)
        styles.push_back(style);
    return styles;
}

/// The bars of a rank's further threads; a thread that does not run has none.
void draw_threads(Svg& svg, const FigureInput& input, const TimeAxis& times, const RankRows& rows,
                  std::size_t row, const TimeGrid& columns) {
    const std::vector<std::string> styles = state_styles();
    for (std::size_t thread = 1; thread <= rows.threads(row); ++thread) {
        const auto states = longest_states(input.analysis.threads[row][thread - 1].states, columns);
        svg.begin("rank", fmt::format("rank {}, thread {}", row, thread));
        draw_strokes(
            svg, times, rows.middle(row, thread), rows.thread_bar(), figure_columns,
            [&](std::size_t column) {
                return states[column] == State::Excluded ? -1 : static_cast<int>(states[column]);
            },
            styles);
        svg.end();
    }
}

void draw_bars(Svg& svg, const FigureInput& input, const TimeAxis& times, const RankRows& rows) {
    const TimeGrid columns(input.analysis.grid.range, figure_columns, input.analysis.grid.breaks);
    const std::vector<std::string> styles = state_styles();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= input.analysis.states.size()) break;
        const auto states = longest_states(input.analysis.states[rank], columns);
        svg.begin("rank", fmt::format("rank {}", rank));
        draw_strokes(
            svg, times, rows.middle(row), rows.bar(), figure_columns,
            [&](std::size_t column) { return static_cast<int>(states[column]); }, styles);
        svg.end();
        draw_threads(svg, input, times, rows, row, columns);
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

struct Line {
    std::int64_t sent_ns, received_ns;
    double from_y, to_y;
};

/// Collects the lines of every n-th message in the order of sending, and their arrow heads.
class MessageLines {
public:
    MessageLines(const FigureInput& input, const RankRows& rows, const TimeAxis& axis)
        : input_(input), rows_(rows), axis_(axis), number_(number_of_messages()),
          every_(number_ / max_lines + 1),
          has_heads_(static_cast<double>(number_) * min_width_per_head <= input.width_or(figure_width)) {}

    std::size_t every() const { return every_; }

    void draw(Svg& svg) {
        add_messages();
        add_thread_messages();
        svg.path(path_, "messages");
        svg.path(heads_, "message-heads");
    }

private:
    std::size_t number_of_messages() const {
        return input_.analysis.messages.matched.size() + input_.analysis.thread_messages.size();
    }

    /// Nothing if the thread has no row.
    std::optional<double> y_of(std::int32_t rank, std::int32_t thread) const {
        const std::size_t row = rows_.row_of(static_cast<std::size_t>(rank));
        if (thread == 0) return rows_.middle(row);
        const auto number = static_cast<std::size_t>(thread);
        if (number > rows_.threads(row)) return {};
        return rows_.middle(row, number);
    }

    void add(const Line& line) {
        const double x0 = axis_.x(line.sent_ns), x1 = axis_.x(line.received_ns);
        path_ += fmt::format("M{} {}L{} {}", coordinate(x0), coordinate(line.from_y), coordinate(x1),
                             coordinate(line.to_y));
        if (has_heads_) heads_ += arrow_head(x0, line.from_y, x1, line.to_y);
    }

    void add_messages() {
        const Messages& messages = input_.analysis.messages;
        const auto order = every_ > 1 ? by_sending_time(messages) : std::vector<std::uint32_t>();
        for (std::size_t i = 0; i < messages.matched.size(); i += every_) {
            const Message& message = messages.matched[every_ > 1 ? order[i] : i];
            add({message.sent_ns, message.received_ns, *y_of(message.sender, 0), *y_of(message.receiver, 0)});
        }
    }

    void add_thread_messages() {
        const auto& messages = input_.analysis.thread_messages;
        for (std::size_t i = 0; i < messages.size(); i += every_) {
            const ThreadMessage& message = messages[i];
            const auto from = y_of(message.sender, message.thread),
                       to = y_of(message.receiver, message.thread);
            if (from && to) add({message.sent_ns, message.received_ns, *from, *to});
        }
    }

    const FigureInput& input_;
    const RankRows& rows_;
    const TimeAxis& axis_;
    std::size_t number_, every_;
    bool has_heads_;
    std::string path_, heads_;
};

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

std::string note_text(const FigureInput& input, const RankRows& rows, const ShownThreads& threads,
                      std::size_t every) {
    const std::size_t count = std::max(rows.count(), std::size_t(1));
    std::vector<std::string> parts;
    if (rows.joins_ranks())
        parts.push_back(fmt::format("each row: the first of about {} ranks",
                                    (input.trace.ranks.size() + count - 1) / count));
    if (threads.any())
        parts.push_back("thinner rows: further threads of a rank, while they execute a construct");
    if (threads.left_out > 0) parts.push_back(fmt::format("{} threads are not drawn", threads.left_out));
    if (every > 1) parts.push_back(fmt::format("every {}-th message is drawn", every));
    return fmt::format("{}", fmt::join(parts, "; "));
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
    const ShownThreads threads = shown_threads(input.analysis.threads, most_rows);
    const RankRows rows(input.trace.ranks.size(), top, threads);
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
    MessageLines messages(input, rows, axis);
    if (with_messages) {
        axis.begin_window(svg, area.top, area.height);
        messages.draw(svg);
        svg.end_window();
        marks.draw_fronts(svg, rows, axis);
    }
    axis.begin_window(svg, area.top - 4, area.height + 4);
    draw_user_marks(svg, input, rows, axis);
    svg.end_window();
    legend.draw(svg, 14);
    if (const std::string note = note_text(input, rows, threads, with_messages ? messages.every() : 1);
        !note.empty())
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
