#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/legend.h"
#include "report/figures/phase_marks.h"
#include "report/figures/rows.h"
#include "report/figures/time_axis.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

std::vector<double> message_counts(const std::vector<QueueLength>& lengths) {
    std::vector<double> counts;
    for (const QueueLength& length : lengths)
        counts.push_back(static_cast<double>(length.messages));
    return maxima(counts, curve_bins);
}

double max_queued(const Analysis& analysis) {
    double most = 1;
    for (const Queue& queue : analysis.queues)
        most = std::max(most, static_cast<double>(queue.high_water.messages));
    return most;
}

} // namespace

/// One small diagram per row, all on the same scale, so that rows can be compared.
Svg draw_queues(const FigureInput& input) {
    const RankRows rows(input.analysis.queues.size(), 40, 64);
    const double row_height = std::clamp(560.0 / static_cast<double>(rows.count()), 9.0, 34.0);
    const double most = max_queued(input.analysis);
    const double width = input.width_or(figure_width);
    const Area area{52, 54, width - 52 - 96, row_height * static_cast<double>(rows.count())};
    Svg svg(width, area.bottom() + 40);
    const TimeAxis times(area, input.analysis.grid);
    times.draw(svg);
    svg.text(area.left, 14, fmt::format("messages in the queue; a row shows up to {}", number_text(most)),
             "label");
    svg.text(44, area.top - 10, "rank", "label", "end");
    svg.text(area.right() + 8, area.top - 10, "max", "label");
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= input.analysis.queues.size()) break;
        const Queue& queue = input.analysis.queues[rank];
        const Area strip{area.left, area.top + row_height * static_cast<double>(row) + 2, area.width,
                         row_height - 4};
        const ValueAxis values(strip, most, "");
        const auto counts = message_counts(queue.highest);
        svg.begin("rank", fmt::format("rank {}: at most {} messages, {}", rank, queue.high_water.messages,
                                      bytes_text(static_cast<double>(queue.high_water.bytes))));
        times.begin_window(svg, strip.top, strip.height);
        svg.path(band_path(times, std::vector<double>(counts.size(), 0), counts, values), "queue");
        svg.end_window();
        svg.line(strip.left, strip.bottom(), strip.right(), strip.bottom(), "grid");
        svg.line(strip.left, values.y(static_cast<double>(queue.high_water.messages)), strip.right(),
                 values.y(static_cast<double>(queue.high_water.messages)), "high-water");
        if (row_height >= 12 || row % 2 == 0) {
            svg.text(44, strip.bottom(), std::to_string(rank), "label", "end");
            svg.text(area.right() + 8, strip.bottom(),
                     fmt::format("{}, {}", queue.high_water.messages,
                                 bytes_text(static_cast<double>(queue.high_water.bytes))),
                     "label");
        }
        svg.end();
    }
    times.draw_breaks(svg);
    return svg;
}

Svg draw_traffic(const FigureInput& input) {
    const PhaseMarks marks(input);
    const double width = input.width_or(figure_width);
    const Legend legend({{"queue", "average"}, {"high-water-key", "max"}}, 60 + 110, width - 16);
    const Area area{60, 16 + legend.height() + marks.height(), width - 76, 150};
    Svg svg(width, area.bottom() + 40);
    const auto most = message_counts(input.analysis.flight.highest);
    const auto average = averaged(input.analysis.flight.average_messages, curve_bins);
    const ValueAxis values(
        area, static_cast<double>(std::max<std::int64_t>(input.analysis.flight.high_water.messages, 1)), "");
    const TimeAxis times(area, input.analysis.grid);
    times.draw(svg);
    values.draw(svg);
    svg.text(8, 14, "messages in flight", "label");
    legend.draw(svg, 14);
    times.begin_window(svg, area.top - 1, area.height + 2);
    svg.path(band_path(times, std::vector<double>(average.size(), 0), average, values), "queue");
    svg.path(step_path(times, most, values), "high-water");
    svg.end_window();
    times.draw_breaks(svg);
    marks.draw(svg, area, times);
    return svg;
}

Svg draw_portrait(const FigureInput& input) {
    const Area area{60, 30, input.width_or(420) - 80, 300};
    Svg svg(area.right() + 20, area.bottom() + 44);
    const ValueAxis values(area, 100, "");
    values.draw(svg);
    svg.text(8, 14, "bytes in flight, % of max", "label");
    for (int percent = 0; percent <= 100; percent += 20)
        svg.text(area.left + area.width * percent / 100, area.bottom() + 17, std::to_string(percent), "label",
                 "middle");
    svg.line(area.left, area.bottom(), area.right(), area.bottom(), "axis");
    svg.text(area.right(), area.bottom() + 34, "busy ranks, %", "label", "end");
    if (const std::string text = unknown_shares_text(input.analysis.times); !text.empty()) {
        svg.text(area.left + 12, area.top + 24, text, "label");
        return svg;
    }
    const auto& points = input.analysis.portrait;
    std::string line;
    for (std::size_t i = 0; i < points.size(); ++i)
        line += fmt::format("{}{} {}", i == 0 ? "M" : "L",
                            coordinate(area.left + area.width * points[i].utilization / 100),
                            coordinate(values.y(points[i].communication)));
    svg.path(line, "portrait");
    std::string dots;
    for (const PortraitPoint& point : points)
        dots += fmt::format("M{} {}h.01", coordinate(area.left + area.width * point.utilization / 100),
                            coordinate(values.y(point.communication)));
    svg.path(dots, "portrait-dots");
    return svg;
}

} // namespace loop::report
