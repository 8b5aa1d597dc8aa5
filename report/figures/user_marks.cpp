#include "report/figures/user_marks.h"

#include <fmt/core.h>

#include <limits>

namespace loop::report {

bool draw_user_marks(Svg& svg, const FigureInput& input, const RankRows& rows, const TimeAxis& axis) {
    constexpr double least_distance = 4;
    if (input.analysis.marks.empty()) return false;
    std::string wedges;
    for (std::size_t row = 0; row < rows.count() && rows.first_rank(row) < input.trace.ranks.size(); ++row) {
        double last = -std::numeric_limits<double>::infinity();
        const double top = rows.middle(row) - rows.bar() / 2;
        for (const Event& event : input.trace.ranks[rows.first_rank(row)].events) {
            if (event.kind != EventKind::Mark) continue;
            const double x = axis.x(event.time_ns);
            if (x - last < least_distance) continue;
            wedges += fmt::format("M{} {}h6l-3 6z", coordinate(x - 3), coordinate(top - 3));
            last = x;
        }
    }
    svg.path(wedges, "user-marks");
    return true;
}

} // namespace loop::report
