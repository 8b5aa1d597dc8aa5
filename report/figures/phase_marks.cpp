#include "report/figures/phase_marks.h"

#include "base/text/clean.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_marks = 40, max_lanes = 3;
constexpr double lane_height = 20;

bool starts_with(const std::string& text, const char* start) {
    return text.rfind(start, 0) == 0;
}

} // namespace

PhaseMarks::PhaseMarks(const FigureInput& input) : input_(input) {
    std::vector<std::int64_t> lane_ends;
    for (std::size_t i = 0; i < input.analysis.phases.size() && marks_.size() < max_marks; ++i) {
        const TracedPhase& phase = input.analysis.phases[i];
        std::size_t lane = 0;
        while (lane < lane_ends.size() && lane_ends[lane] > phase.span.begin_ns)
            ++lane;
        if (lane == max_lanes) continue;
        if (lane == lane_ends.size()) lane_ends.push_back(0);
        lane_ends[lane] = phase.span.end_ns;
        marks_.push_back({input.trace.sites[phase.site].name, phase.span, i, lane});
    }
    lanes_ = lane_ends.size();
}

double PhaseMarks::height() const {
    return lane_height * static_cast<double>(lanes_);
}

void PhaseMarks::draw(Svg& svg, const Area& area, const TimeAxis& axis) const {
    for (const Mark& mark : marks_) {
        const double left = axis.x(mark.span.begin_ns), right = axis.x(mark.span.end_ns);
        const double y = area.top - 6 - lane_height * static_cast<double>(mark.lane);
        svg.begin("phase-mark", mark.name);
        svg.path(fmt::format("M{0} {1}v-5H{2}v5", coordinate(left), coordinate(y), coordinate(right)),
                 "bracket");
        const auto letters = static_cast<std::size_t>(std::max(0.0, (right - left) / 6.2));
        // A number at the beginning of a name, as in the paper's figure, is shown even if the name does not
        // fit.
        const std::string number = mark.name.substr(0, mark.name.find(' '));
        const bool numbered = !number.empty() && number.size() < 4 && number[0] >= '0' && number[0] <= '9';
        if (letters >= display_width(mark.name) || (letters > 6 && !numbered))
            svg.text((left + right) / 2, y - 8, shortened(mark.name, std::max<std::size_t>(letters, 4)),
                     "label phase-name", "middle");
        else if (numbered)
            svg.text((left + right) / 2, y - 8, number, "label phase-name", "middle");
        svg.end();
    }
}

bool PhaseMarks::draw_fronts(Svg& svg, const RankRows& rows, const TimeAxis& axis) const {
    const auto visits = marks_.empty() ? std::vector<std::vector<Visit>>() : phase_visits(input_.trace);
    bool any = false;
    for (const Mark& mark : marks_)
        any = draw_front(svg, rows, axis, mark, visits) || any;
    if (const Mark* mark = last_short_message_phase()) {
        // Mark 3 in the paper: a saturated network delays some ranks.
        const double y = rows.bottom() + 44;
        svg.text(axis.x(mark->span.end_ns), y, "3", "label phase-name", "middle");
        svg.line(axis.x(mark->span.end_ns), y - 12, axis.x(mark->span.end_ns), rows.bottom(), "bracket");
    }
    return any;
}

bool PhaseMarks::draw_front(Svg& svg, const RankRows& rows, const TimeAxis& axis, const Mark& mark,
                            const std::vector<std::vector<Visit>>& visits) const {
    const std::uint32_t site = input_.analysis.phases[mark.phase].site;
    std::string begins, ends;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= visits.size()) return false;
        const Visit* only = nullptr;
        for (const Visit& visit : visits[rank]) {
            if (visit.site != site) continue;
            if (only != nullptr) return false; // visited more than once, so not drawn
            only = &visit;
        }
        if (only == nullptr) continue;
        const auto add = [&](std::string& path, std::int64_t time) {
            path += fmt::format("{}{} {}", path.empty() ? "M" : "L", coordinate(axis.x(time)),
                                coordinate(rows.middle(row)));
        };
        add(begins, only->begin_ns);
        add(ends, only->end_ns);
    }
    svg.path(begins, "front");
    svg.path(ends, "front");
    return !begins.empty();
}

const PhaseMarks::Mark* PhaseMarks::last_short_message_phase() const {
    // The phases of `fingerprint` have the paper's numbers.
    const Mark* last = nullptr;
    for (const Mark& mark : marks_)
        if (starts_with(mark.name, "2c ")) last = &mark;
    const bool others = std::any_of(marks_.begin(), marks_.end(),
                                    [](const Mark& mark) { return starts_with(mark.name, "2a "); });
    return others ? last : nullptr;
}

} // namespace loop::report
