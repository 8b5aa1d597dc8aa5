#pragma once

#include "report/figures/figure.h"
#include "report/figures/plot.h"
#include "report/figures/rows.h"

namespace loop::report {

/// Marks phases above a diagram over time: a bracket from the earliest begin to the latest end on any rank,
/// with the phase's name.
class PhaseMarks {
public:
    explicit PhaseMarks(const FigureInput& input);

    double height() const; ///< space needed above the diagram
    void draw(Svg& svg, const Area& area, const TimeAxis& axis) const;

    /// Draws where each rank entered and left the phases that every rank visited once, as in the paper's
    /// Figure 8: a vertical line if ranks are synchronized, a "V" if some are delayed. Returns false if there
    /// is no such phase.
    bool draw_fronts(Svg& svg, const RankRows& rows, const TimeAxis& axis) const;

private:
    struct Mark {
        std::string name;
        TimeRange span;
        std::size_t phase, lane;
    };
    bool draw_front(Svg& svg, const RankRows& rows, const TimeAxis& axis, const Mark& mark,
                    const std::vector<std::vector<Visit>>& visits) const;
    const Mark* last_short_message_phase() const;

    const FigureInput& input_;
    std::vector<Mark> marks_;
    std::size_t lanes_ = 0;
};

} // namespace loop::report
