#include "report/figures/time_axis.h"

#include "base/text/units.h"
#include "trace/analysis/states/states.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>

namespace loop::report {

namespace {

constexpr double max_gap_width = 14, max_gaps_share = 0.2, min_labeled_gap = 10;

struct TimeUnit {
    double nanoseconds;
    const char* name;
};

TimeUnit unit_of(double length_ns) {
    constexpr std::array<TimeUnit, 4> units{{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
    for (const TimeUnit& unit : units)
        if (length_ns >= 2 * unit.nanoseconds) return unit;
    return units.back();
}

std::string length_text(TimeRange range) {
    return seconds_text(static_cast<double>(range.length_ns()) * 1e-9);
}

/// Says in a gap which time it stands for, as far as there is room.
void draw_gap_label(Svg& svg, const Area& area, double left, double width, const char* what,
                    const std::string& duration) {
    const auto length_of = [](const std::string& text) {
        return letter_width * static_cast<double>(text.size()) + 6;
    };
    const std::string longer = fmt::format("{}: {}", what, duration);
    const std::string& text = length_of(longer) < area.height ? longer : duration;
    const double length = length_of(text);
    if (length >= area.height) return;
    svg.begin("gap-label");
    svg.rectangle(left, area.top + (area.height - length) / 2, width, length, "paper");
    svg.vertical_text(left + width / 2 + 4, area.top + area.height / 2, text, "label");
    svg.end();
}

const char* break_text(const Breaks& breaks, std::size_t index) {
    return breaks.is_unrecorded(index) ? "not recorded" : state_label(State::Excluded);
}

} // namespace

TimeAxis::TimeAxis(const Area& area, const TimeGrid& grid) : area_(area), grid_(grid) {
    const std::vector<TimeRange>& breaks = grid.breaks.ranges();
    const double gap = gap_width(), gaps = gap * static_cast<double>(breaks.size());
    const double length = std::max<double>(static_cast<double>(grid.shown.length_ns()), 1);
    const double scale = (area.width - gaps) / length;
    stops_.push_back({grid.range.begin_ns, area.left});
    const auto add = [&](std::int64_t time_ns, double width) {
        stops_.push_back({time_ns, stops_.back().x + width});
    };
    for (const TimeRange& range : breaks) {
        add(range.begin_ns, static_cast<double>(range.begin_ns - stops_.back().time_ns) * scale);
        add(range.end_ns, gap);
    }
    const std::int64_t end = std::max(grid.range.end_ns, grid.range.begin_ns + 1);
    if (end > stops_.back().time_ns) add(end, static_cast<double>(end - stops_.back().time_ns) * scale);
}

double TimeAxis::gap_width() const {
    const std::size_t count = grid_.breaks.ranges().size();
    if (count == 0) return 0;
    return std::min(max_gap_width, area_.width * max_gaps_share / static_cast<double>(count));
}

double TimeAxis::x(std::int64_t time_ns) const {
    const auto after =
        std::upper_bound(stops_.begin() + 1, stops_.end() - 1, time_ns,
                         [](std::int64_t time, const Stop& stop) { return time < stop.time_ns; });
    const Stop &from = *(after - 1), &to = *after;
    if (to.time_ns == from.time_ns) return to.x;
    return from.x + (to.x - from.x) * static_cast<double>(time_ns - from.time_ns) /
                        static_cast<double>(to.time_ns - from.time_ns);
}

double TimeAxis::edge(std::size_t bin, std::size_t bins) const {
    if (bin == bins) return area_.right();
    const double part = static_cast<double>(bin) / static_cast<double>(bins);
    const auto since = static_cast<std::int64_t>(part * static_cast<double>(grid_.shown.length_ns()));
    return x(grid_.breaks.time(grid_.shown.begin_ns + since));
}

void TimeAxis::draw(Svg& svg) const {
    const TimeUnit unit = unit_of(std::max<double>(static_cast<double>(grid_.shown.length_ns()), 1));
    const auto zero = static_cast<double>(grid_.range.begin_ns);
    const std::vector<double> scale =
        round_steps(0, static_cast<double>(grid_.shown.length_ns()) / unit.nanoseconds,
                    std::max(4, static_cast<int>(area_.width / 90)));
    const double step = scale.size() > 1 ? scale[1] - scale[0] : 1;
    svg.begin("ticks");
    double free_from = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < stops_.size(); ++i) {
        const Stop &from = stops_[i], &to = stops_[i + 1];
        if (grid_.breaks.length_in({from.time_ns, to.time_ns}) > 0) continue;
        const double begin = (static_cast<double>(from.time_ns) - zero) / unit.nanoseconds,
                     end = (static_cast<double>(to.time_ns) - zero) / unit.nanoseconds;
        for (const double value : multiples(begin, end, step)) {
            const double at = from.x + (to.x - from.x) * (value - begin) / std::max(end - begin, 1e-300);
            const std::string text = fmt::format("{:.10g}", value);
            const double half = letter_width * static_cast<double>(text.size()) / 2;
            if (at - half < free_from || at > area_.right() + 0.5) continue;
            free_from = at + half + letter_width;
            svg.line(at, area_.top, at, area_.bottom() + 4, "grid");
            svg.text(at, area_.bottom() + 17, text, "label", "middle");
        }
    }
    svg.end();
    svg.line(area_.left, area_.bottom(), area_.right(), area_.bottom(), "axis");
    svg.text(area_.right(), area_.bottom() + 32, fmt::format("time in {}", unit.name), "label", "end");
}

void TimeAxis::begin_window(Svg& svg, double top, double height) const {
    svg.begin_window(area_.left, top, area_.width, height);
}

void TimeAxis::draw_breaks(Svg& svg) const {
    const double gap = gap_width();
    if (gap < 1) return; // too many to be seen, or none
    begin_window(svg, area_.top - 1, area_.height + 2);
    const std::vector<TimeRange>& breaks = grid_.breaks.ranges();
    for (std::size_t i = 0; i < breaks.size(); ++i) {
        const double left = x(breaks[i].begin_ns);
        svg.begin("gap",
                  fmt::format("{} on all ranks: {}", break_text(grid_.breaks, i), length_text(breaks[i])));
        svg.rectangle(left, area_.top - 1, gap, area_.height + 2, "paper");
        svg.rectangle(left, area_.top - 1, gap, area_.height + 2, "break");
        svg.end();
    }
    svg.end_window();
    if (gap < min_labeled_gap) return;
    for (std::size_t i = 0; i < breaks.size(); ++i)
        draw_gap_label(svg, area_, x(breaks[i].begin_ns), gap, break_text(grid_.breaks, i),
                       length_text(breaks[i]));
}

} // namespace loop::report
