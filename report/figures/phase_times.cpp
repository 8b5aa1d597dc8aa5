#include "base/text/clean.h"
#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/rows.h"
#include "report/figures/shades.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

constexpr double left_room = 52, right_room = 16, narrowest_column = 16, usual_column = 64,
                 cell_text_height = 14;
constexpr std::size_t longest_vertical_name = 24;

std::string time_text(double time_ns) {
    return seconds_text(time_ns * 1e-9);
}

/// The phases that take the most time, at most `most` of them, in the order of their first begin.
std::vector<std::size_t> longest_phases(const std::vector<TracedPhase>& phases, std::size_t most) {
    std::vector<std::size_t> chosen(phases.size());
    std::iota(chosen.begin(), chosen.end(), 0);
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
        return phases[a].all.times.measured_ns() > phases[b].all.times.measured_ns();
    });
    chosen.resize(std::min(chosen.size(), most));
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

/// The columns of the figure: their names, above them, and the ranks' times in each.
class PhaseColumns {
public:
    PhaseColumns(const FigureInput& input, double room)
        : phases_(input.analysis.phases),
          chosen_(longest_phases(phases_, static_cast<std::size_t>(room / narrowest_column))) {
        const std::vector<std::string> labels = phase_labels(input.trace, phases_);
        double widest = 0;
        for (const std::size_t phase : chosen_) {
            names_.push_back(labels[phase]);
            widest = std::max(widest, width_of_text(labels[phase]) + 16);
        }
        const double most = room / static_cast<double>(std::max<std::size_t>(chosen_.size(), 1));
        are_vertical_ = widest > most;
        width_ = std::min(most, are_vertical_ ? usual_column : std::max(widest, usual_column));
        if (!are_vertical_) return;
        for (std::string& name : names_) {
            name = shortened(name, longest_vertical_name);
            height_ = std::max(height_, width_of_text(name) + 8);
        }
    }

    std::size_t count() const { return chosen_.size(); }
    std::size_t left_out() const { return phases_.size() - chosen_.size(); }
    double width() const { return width_; }   ///< of each
    double height() const { return height_; } ///< of the names
    double left(std::size_t column) const { return left_room + width_ * static_cast<double>(column); }

    void draw_names(Svg& svg, double bottom) const {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const double middle = left(i) + width_ / 2;
            if (are_vertical_)
                svg.vertical_text(middle + 4, bottom - 6 - width_of_text(names_[i]) / 2, names_[i], "label");
            else
                svg.text(middle, bottom - 6, names_[i], "label", "middle");
        }
    }

    /// The longest time of the row's ranks; below 0: none of them visited the phase.
    double time_ns(const RankRows& rows, std::size_t row, std::size_t column) const {
        const std::vector<PhaseStates>& ranks = phases_[chosen_[column]].by_rank;
        double longest = -1;
        for (std::size_t rank = rows.first_rank(row); rank < ranks.size() && rows.row_of(rank) == row; ++rank)
            if (ranks[rank].calls > 0)
                longest = std::max(longest, static_cast<double>(ranks[rank].times.measured_ns()));
        return longest;
    }

private:
    const std::vector<TracedPhase>& phases_;
    std::vector<std::size_t> chosen_;
    std::vector<std::string> names_;
    bool are_vertical_ = false;
    double width_ = 0, height_ = 20;
};

struct TimeCell {
    Area area;
    double time_ns;
};

std::vector<TimeCell> cells_of(const PhaseColumns& columns, const RankRows& rows) {
    std::vector<TimeCell> cells;
    for (std::size_t row = 0; row < rows.count(); ++row)
        for (std::size_t column = 0; column < columns.count(); ++column)
            if (const double time_ns = columns.time_ns(rows, row, column); time_ns >= 0)
                cells.push_back({{columns.left(column), rows.middle(row) - rows.height() / 2, columns.width(),
                                  rows.height()},
                                 time_ns});
    return cells;
}

/// Writes the times into their cells, if all of them fit.
void write_times(Svg& svg, const std::vector<TimeCell>& cells, const ShadedCells& shaded) {
    const bool fit = std::all_of(cells.begin(), cells.end(), [](const TimeCell& cell) {
        return cell.area.height >= cell_text_height &&
               width_of_text(time_text(cell.time_ns)) <= cell.area.width - 4;
    });
    if (!fit) return;
    for (const TimeCell& cell : cells)
        svg.text(cell.area.left + cell.area.width / 2, cell.area.top + cell.area.height / 2 + 4,
                 time_text(cell.time_ns), shaded.shade(cell.time_ns) * 2 > shades ? "cell on-dark" : "cell",
                 "middle");
}

/// Says below the figure what it does not show.
std::string left_out_text(const Trace& trace, const PhaseColumns& columns, const RankRows& rows) {
    const bool lacks_events = std::any_of(trace.ranks.begin(), trace.ranks.end(),
                                          [](const RankTrace& rank) { return !rank.complete; });
    std::vector<std::string> sentences;
    if (rows.joins_ranks()) sentences.emplace_back("Each row: the longest time of a group of ranks.");
    if (lacks_events) sentences.emplace_back("The trace lacks events: times are too short.");
    if (columns.left_out() > 0)
        sentences.push_back(fmt::format("Without {} shorter phase{}.", columns.left_out(),
                                        columns.left_out() == 1 ? "" : "s"));
    return fmt::format("{}", fmt::join(sentences, " "));
}

} // namespace

Svg draw_phase_times(const FigureInput& input) {
    const double width = input.width_or(figure_width);
    const PhaseColumns columns(input, width - left_room - right_room);
    double most_ns = 0;
    for (const TracedPhase& phase : input.analysis.phases)
        for (const PhaseStates& rank : phase.by_rank)
            most_ns = std::max(most_ns, static_cast<double>(rank.times.measured_ns()));
    ShadedCells shaded(most_ns);
    const Legend legend(shaded.key(time_text), left_room, width - right_room);
    const double top = 12 + legend.height() + columns.height();
    const RankRows rows(input.trace.ranks.size(), top);
    const std::vector<TimeCell> cells = cells_of(columns, rows);
    for (const TimeCell& cell : cells)
        shaded.add(cell.area, cell.time_ns);
    const std::string left_out = left_out_text(input.trace, columns, rows);
    Svg svg(width, rows.bottom() + (left_out.empty() ? 12 : 30));
    legend.draw(svg, 14);
    columns.draw_names(svg, top);
    svg.text(left_room - 8, top - 6, "rank", "label", "end");
    rows.draw_labels(svg, left_room - 8);
    svg.rectangle(left_room, top, columns.width() * static_cast<double>(columns.count()), rows.bottom() - top,
                  "field");
    shaded.draw(svg);
    write_times(svg, cells, shaded);
    if (!left_out.empty()) svg.text(left_room, rows.bottom() + 18, left_out, "label");
    return svg;
}

} // namespace loop::report
