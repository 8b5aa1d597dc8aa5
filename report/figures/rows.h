#pragma once

#include "report/analysis/states/states.h"
#include "report/figures/time_axis.h"

#include <functional>
#include <string>
#include <vector>

/// Ranks as rows of a figure: one row per rank, or per group of ranks if there are many.
namespace loop::report {

class RankRows {
public:
    RankRows(std::size_t ranks, double top, std::size_t max_rows = 256);

    std::size_t count() const { return rows_; }
    double height() const { return height_; } ///< of one row
    double bar() const { return height_ * bar_share_; }
    double bottom() const { return top_ + height_ * static_cast<double>(rows_); }
    double middle(std::size_t row) const { return top_ + height_ * (static_cast<double>(row) + 0.5); }
    std::size_t row_of(std::size_t rank) const { return rank * rows_ / ranks_; }
    std::size_t first_rank(std::size_t row) const { return (row * ranks_ + rows_ - 1) / rows_; }
    bool joins_ranks() const { return rows_ < ranks_; }

    /// Draws as many labels at the left as fit. `label_of`: of the first rank of a row.
    void draw_labels(
        Svg& svg, double x, const std::function<std::string(std::size_t)>& label_of = [](std::size_t rank) {
            return std::to_string(rank);
        }) const;

private:
    std::size_t ranks_, rows_;
    double top_, height_;
    double bar_share_ = 0.62;
};

/// Returns, for one row, the state that lasts longest in each bin.
std::vector<State> longest_states(const RankStates& states, const TimeGrid& grid);

/// Draws each run of columns with the same style as one stroke along `y`, with one path per style and at most
/// `columns` strokes in total.
void draw_strokes(Svg& svg, const TimeAxis& times, double y, double thickness, std::size_t columns,
                  const std::function<int(std::size_t)>& style_of, const std::vector<std::string>& styles);

} // namespace loop::report
