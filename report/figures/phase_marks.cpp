#include "report/figures/phase_marks.h"

#include "base/text/clean.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_marks = 40, max_stretches = 10, max_lanes = 3;
constexpr double lane_height = 20, note_height = 16;

bool starts_with(const std::string& text, const char* start) {
    return text.rfind(start, 0) == 0;
}

} // namespace

PhaseMarks::PhaseMarks(const FigureInput& input) : input_(input) {
    const std::vector<TracedPhase>& phases = input.analysis.phases;
    if (phases.empty()) return;
    visits_ = phase_visits(input.trace);
    const std::vector<std::string> labels = phase_labels(input.trace, phases);
    const auto stretches = phase_stretches(input.trace, phases, visits_);
    for (std::size_t i = 0; i < phases.size(); ++i)
        if (!add(i, labels[i], stretches[i])) ++left_out_;
}

bool PhaseMarks::add(std::size_t phase, const std::string& name, const std::vector<TimeRange>& stretches) {
    if (stretches.empty() || stretches.size() > max_stretches || marks_.size() + stretches.size() > max_marks)
        return false;
    const std::size_t before = marks_.size();
    for (const TimeRange& stretch : stretches) {
        const std::size_t lane = free_lane(stretch);
        if (lane == max_lanes) {
            marks_.resize(before);
            return false;
        }
        marks_.push_back({name, stretch, phase, lane});
    }
    for (const Mark& mark : marks_)
        lanes_ = std::max(lanes_, mark.lane + 1);
    return true;
}

std::size_t PhaseMarks::free_lane(const TimeRange& stretch) const {
    std::size_t lane = 0;
    const auto is_taken = [&](const Mark& mark) {
        return mark.lane == lane && mark.span.begin_ns < stretch.end_ns &&
               stretch.begin_ns < mark.span.end_ns;
    };
    while (lane < max_lanes && std::any_of(marks_.begin(), marks_.end(), is_taken))
        ++lane;
    return lane;
}

double PhaseMarks::height() const {
    return lane_height * static_cast<double>(lanes_) + (left_out_ > 0 ? note_height : 0);
}

void PhaseMarks::draw(Svg& svg, const Area& area, const TimeAxis& axis) const {
    for (const Mark& mark : marks_) {
        const double left = axis.x(mark.span.begin_ns), right = axis.x(mark.span.end_ns);
        const double y = area.top - 6 - lane_height * static_cast<double>(mark.lane);
        const auto letters = static_cast<std::size_t>(std::max(0.0, (right - left) / letter_width));
        // A number at the beginning of a name, as in the paper's figure, is shown even if the name does not
        // fit.
        const std::string number = mark.name.substr(0, mark.name.find(' '));
        const bool numbered = !number.empty() && number.size() < 4 && number[0] >= '0' && number[0] <= '9';
        const bool fits = letters >= display_width(mark.name) || (letters > 6 && !numbered);
        const std::string name = fits       ? shortened(mark.name, std::max<std::size_t>(letters, 4))
                                 : numbered ? number
                                            : "";
        svg.bracket(left, right, y, name, mark.name);
    }
    if (left_out_ > 0)
        svg.text(area.left, area.top - 8 - lane_height * static_cast<double>(lanes_),
                 left_out_ == 1
                     ? "1 phase without a bracket: it alternates or overlaps with others"
                     : fmt::format("{} phases without brackets: they alternate or overlap", left_out_),
                 "label");
}

bool PhaseMarks::has_fronts(const RankRows& rows) const {
    return std::any_of(marks_.begin(), marks_.end(),
                       [&](const Mark& mark) { return !front_of(rows, mark).empty(); });
}

void PhaseMarks::draw_fronts(Svg& svg, const RankRows& rows, const TimeAxis& axis) const {
    for (const Mark& mark : marks_) {
        std::string begins, ends;
        const auto add = [&](std::string& path, std::int64_t time, std::size_t row) {
            path += fmt::format("{}{} {}", path.empty() ? "M" : "L", coordinate(axis.x(time)),
                                coordinate(rows.middle(row)));
        };
        for (const auto& [row, visit] : front_of(rows, mark)) {
            add(begins, visit.begin_ns, row);
            add(ends, visit.end_ns, row);
        }
        svg.path(begins, "front");
        svg.path(ends, "front");
    }
    if (const Mark* mark = last_short_message_phase()) {
        // Mark 3 in the paper: a saturated network delays some ranks.
        const double y = rows.bottom() + 44;
        svg.text(axis.x(mark->span.end_ns), y, "3", "label phase-name", "middle");
        svg.line(axis.x(mark->span.end_ns), y - 12, axis.x(mark->span.end_ns), rows.bottom(), "bracket");
    }
}

std::vector<std::pair<std::size_t, Visit>> PhaseMarks::front_of(const RankRows& rows,
                                                                const Mark& mark) const {
    const std::uint32_t site = input_.analysis.phases[mark.phase].site;
    std::vector<std::pair<std::size_t, Visit>> front;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t rank = rows.first_rank(row);
        if (rank >= visits_.size()) return {};
        const Visit* only = nullptr;
        for (const Visit& visit : visits_[rank]) {
            if (visit.site != site) continue;
            if (only != nullptr) return {};
            only = &visit;
        }
        if (only != nullptr) front.emplace_back(row, *only);
    }
    return front;
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
