#include "report/figures/rows.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr double smallest_label_step = 13;

} // namespace

RankRows::RankRows(std::size_t ranks, double top, const ShownThreads& threads) : RankRows(ranks, top) {
    if (!threads.any()) return;
    threads_ = threads.of_rank;
    threads_before_.assign(1, 0);
    for (const std::size_t number : threads_)
        threads_before_.push_back(threads_before_.back() + number);
    height_ = std::clamp(
        560.0 / (static_cast<double>(rows_) + thread_share * static_cast<double>(threads_before_.back())),
        6.0, 26.0);
}

double RankRows::top_of(std::size_t row) const {
    const double threads = threads_.empty() ? 0 : static_cast<double>(threads_before_[row]);
    return top_ + height_ * (static_cast<double>(row) + thread_share * threads);
}

double RankRows::middle(std::size_t row, std::size_t thread) const {
    return top_of(row) + height_ * (1 + thread_share * (static_cast<double>(thread) - 0.5));
}

RankRows::RankRows(std::size_t ranks, double top, std::size_t max_rows)
    : ranks_(std::max<std::size_t>(ranks, 1)), rows_(std::min(ranks_, max_rows)), top_(top),
      height_(std::clamp(560.0 / static_cast<double>(rows_), 3.0, 26.0)) {
    if (height_ < 6) bar_share_ = 0.9;
}

void RankRows::draw_labels(Svg& svg, double x,
                           const std::function<std::string(std::size_t)>& label_of) const {
    std::size_t every = 1;
    for (const std::size_t step : {1, 2, 4, 8, 16, 32, 64, 128})
        if (static_cast<double>(every = step) * height_ >= smallest_label_step) break;
    for (std::size_t row = 0; row < rows_; row += every) {
        svg.text(x, middle(row) + 4, label_of(first_rank(row)), "label", "end");
        if (thread_share * height_ < smallest_label_step) continue;
        for (std::size_t thread = 1; thread <= threads(row); ++thread)
            svg.text(x, middle(row, thread) + 4, fmt::format("{}:{}", label_of(first_rank(row)), thread),
                     "label", "end");
    }
}

std::vector<State> longest_states(const RankStates& states, const TimeGrid& grid) {
    std::vector<State> result(grid.bins, State::Unknown);
    for (std::size_t bin = 0; bin < grid.bins; ++bin) {
        const TimeRange shown = grid.bin(bin);
        const TimeRange range{grid.breaks.time(shown.begin_ns), grid.breaks.time(shown.end_ns)};
        StateTimes times = times_in(states, range);
        times.ns[static_cast<std::size_t>(State::Excluded)] -= grid.breaks.length_in(range);
        const auto longest = std::max_element(times.ns.begin(), times.ns.end());
        result[bin] = *longest > 0 ? static_cast<State>(longest - times.ns.begin()) : State::Unknown;
    }
    return result;
}

void draw_strokes(Svg& svg, const TimeAxis& times, double y, double thickness, std::size_t columns,
                  const std::function<int(std::size_t)>& style_of, const std::vector<std::string>& styles) {
    std::vector<std::string> paths(styles.size());
    for (std::size_t from = 0, to = 0; from < columns; from = to) {
        const int style = style_of(from);
        for (to = from + 1; to < columns && style_of(to) == style;)
            ++to;
        if (style < 0) continue;
        paths[static_cast<std::size_t>(style)] +=
            fmt::format("M{} {}H{}", coordinate(times.edge(from, columns)), coordinate(y),
                        coordinate(times.edge(to, columns)));
    }
    for (std::size_t i = 0; i < styles.size(); ++i)
        svg.path(paths[i], "stroke " + styles[i], thickness);
}

} // namespace loop::report
