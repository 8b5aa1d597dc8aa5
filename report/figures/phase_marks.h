#pragma once

#include "report/figures/figure.h"
#include "report/figures/rows.h"
#include "report/figures/time_axis.h"

#include <utility>

namespace loop::report {

/// Marks phases above a diagram over time: a bracket over each stretch of a phase, with its name. Says how
/// many phases have no bracket: those with too many stretches, and those that overlap with too many others.
class PhaseMarks {
public:
    explicit PhaseMarks(const FigureInput& input);

    double height() const; ///< space needed above the diagram
    void draw(Svg& svg, const Area& area, const TimeAxis& axis) const;

    /// Draws where each rank entered and left the phases that every rank visited once, as in the paper's
    /// Figure 8: a vertical line if ranks are synchronized, a "V" if some are delayed.
    void draw_fronts(Svg& svg, const RankRows& rows, const TimeAxis& axis) const;
    /// Whether there is such a phase.
    bool has_fronts(const RankRows& rows) const;

private:
    struct Mark {
        std::string name;
        TimeRange span;
        std::size_t phase, lane;
    };
    /// Whether there is room for brackets over all of these stretches.
    bool add(std::size_t phase, const std::string& name, const std::vector<TimeRange>& stretches);
    /// The lowest lane whose brackets do not overlap with the stretch; max_lanes if there is none.
    std::size_t free_lane(const TimeRange& stretch) const;
    /// The only visit of the mark's phase by the rank of each row that visited it; none if any rank visited
    /// it more than once.
    std::vector<std::pair<std::size_t, Visit>> front_of(const RankRows& rows, const Mark& mark) const;
    const Mark* last_short_message_phase() const;

    const FigureInput& input_;
    std::vector<Mark> marks_;
    std::vector<std::vector<Visit>> visits_; ///< by rank; empty without phases
    std::size_t lanes_ = 0, left_out_ = 0;
};

} // namespace loop::report
