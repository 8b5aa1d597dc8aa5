#include "report/figures/figure.h"
#include "report/figures/legend.h"
#include "report/figures/rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace loop::report {

namespace {

using ThreadState = ThreadEvent::State;

constexpr double rows_left = 64, rows_margin = 16;

/// The threads of all ranks, in order.
std::vector<std::pair<std::size_t, std::int32_t>> all_threads(const Trace& trace) {
    std::vector<std::pair<std::size_t, std::int32_t>> all;
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank) {
        std::int32_t number = 0;
        for (const ThreadEvent& event : trace.ranks[rank].threads)
            number = std::max(number, event.thread + 1);
        for (std::int32_t thread = 0; thread < number; ++thread)
            all.emplace_back(rank, thread);
    }
    return all;
}

/// How long a thread was busy and communicating in each column.
class ThreadTimes {
public:
    explicit ThreadTimes(const TimeGrid& columns) : columns_(columns), times_(columns.bins) {}

    void add(ThreadState state, TimeRange range) {
        const TimeRange shown = columns_.breaks.shown(range);
        if (state == ThreadState::Ended || shown.length_ns() == 0) return;
        const std::size_t last = columns_.bin_of(shown.end_ns - 1);
        for (std::size_t bin = columns_.bin_of(shown.begin_ns); bin <= last; ++bin) {
            const TimeRange column = columns_.bin(bin);
            times_[bin][static_cast<std::size_t>(state)] +=
                TimeRange{std::max(shown.begin_ns, column.begin_ns), std::min(shown.end_ns, column.end_ns)}
                    .length_ns();
        }
    }
    /// The state that lasts longest in a column, or -1 if there is none.
    int longest(std::size_t column) const {
        const auto [busy, communicating] = times_[column];
        if (busy + communicating == 0) return -1;
        return static_cast<int>(busy >= communicating ? ThreadState::Busy : ThreadState::Communicating);
    }

private:
    const TimeGrid& columns_;
    std::vector<std::array<std::int64_t, 2>> times_;
};

ThreadTimes times_of(const RankTrace& rank, std::int32_t thread, const TimeGrid& columns) {
    ThreadTimes times(columns);
    ThreadEvent last{0, thread, ThreadState::Ended};
    for (const ThreadEvent& event : rank.threads) {
        if (event.thread != thread) continue;
        times.add(last.state, {last.time_ns, event.time_ns});
        last = event;
    }
    return times;
}

std::string joined_text(std::size_t threads, const RankRows& rows) {
    return rows.joins_ranks() ? fmt::format("each row: the first of about {} threads",
                                            (threads + rows.count() - 1) / rows.count())
                              : "";
}

} // namespace

bool has_threads(const Trace& trace) {
    return std::any_of(trace.ranks.begin(), trace.ranks.end(),
                       [](const RankTrace& rank) { return !rank.threads.empty(); });
}

Svg draw_threads(const FigureInput& input) {
    const double width = input.width_or(figure_width);
    const auto threads = all_threads(input.trace);
    const Legend legend({{"busy", "busy"}, {"overhead", "communicating"}}, rows_left, width - rows_margin);
    const double top = 16 + legend.height();
    const RankRows rows(threads.size(), top);
    const Area area{rows_left, top, width - rows_left - rows_margin, rows.bottom() - top};
    Svg svg(width, area.bottom() + 56);
    const TimeAxis axis(area, input.analysis.grid);
    axis.draw(svg);
    svg.text(rows_left - 8, top - 8, "thread", "label", "end");
    axis.begin_window(svg, area.top, area.height);
    const TimeGrid columns(input.analysis.grid.range, figure_columns, input.analysis.grid.breaks);
    for (std::size_t row = 0; row < rows.count() && !threads.empty(); ++row) {
        const auto [rank, thread] = threads[rows.first_rank(row)];
        const ThreadTimes times = times_of(input.trace.ranks[rank], thread, columns);
        svg.begin("rank", fmt::format("rank {}, thread {}", rank, thread));
        draw_strokes(svg, axis, rows.middle(row), rows.bar(), figure_columns,
                     [&](std::size_t column) { return times.longest(column); }, {"busy", "overhead"});
        svg.end();
    }
    svg.end_window();
    axis.draw_breaks(svg);
    if (threads.empty())
        svg.text(rows_left + 8, rows.middle(0) + 4, "no construct has started threads", "label");
    else
        rows.draw_labels(svg, rows_left - 8, [&](std::size_t row) {
            const auto [rank, thread] = threads[row];
            return fmt::format("{}:{}", rank, thread);
        });
    legend.draw(svg, 14);
    if (const std::string note = joined_text(threads.size(), rows); !note.empty())
        svg.text(rows_left, area.bottom() + 32, note, "label");
    return svg;
}

} // namespace loop::report
