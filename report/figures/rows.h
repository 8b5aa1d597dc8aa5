#pragma once

#include "report/figures/time_axis.h"
#include "trace/analysis/states/states.h"
#include "trace/analysis/states/thread_states.h"

#include <functional>
#include <string>
#include <vector>

/// Ranks as rows of a figure: one row per rank, or per group of ranks if there are many.
namespace loop::report {

constexpr std::size_t most_rows = 256;

class RankRows {
public:
    RankRows(std::size_t ranks, double top, std::size_t max_rows = most_rows);
    /// Below the row of each rank are thinner rows for further threads.
    RankRows(std::size_t ranks, double top, const ShownThreads& threads);

    std::size_t count() const { return rows_; } ///< without those of threads
    double height() const { return height_; }   ///< of one row
    double bar() const { return height_ * bar_share_; }
    double bottom() const { return top_of(rows_); }
    double middle(std::size_t row) const { return top_of(row) + 0.5 * height_; }
    std::size_t threads(std::size_t row) const { return threads_.empty() ? 0 : threads_[row]; }
    /// Of one of the row's threads; `thread` is from 1 to threads(row).
    double middle(std::size_t row, std::size_t thread) const;
    double thread_bar() const { return thread_share * bar(); }
    std::size_t row_of(std::size_t rank) const { return rank * rows_ / ranks_; }
    std::size_t first_rank(std::size_t row) const { return (row * ranks_ + rows_ - 1) / rows_; }
    bool joins_ranks() const { return rows_ < ranks_; }

    /// Draws as many labels at the left as fit, and "0:1" for thread 1 of rank 0 if all fit. `label_of`: of
    /// the first rank of a row.
    void draw_labels(
        Svg& svg, double x, const std::function<std::string(std::size_t)>& label_of = [](std::size_t rank) {
            return std::to_string(rank);
        }) const;

private:
    static constexpr double thread_share = 0.5;

    double top_of(std::size_t row) const;

    std::size_t ranks_, rows_;
    std::vector<std::size_t> threads_; ///< by row
    std::vector<std::size_t> threads_before_;
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
