#pragma once

#include "report/document/document.h"
#include "report/figures/axis.h"
#include "report/figures/svg.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Charts of results: what one shows, as values, and how it is drawn. The number of shapes is bounded for any
/// data.
namespace loop::report {

struct Tick {
    double value = 0;
    std::string text{};
};

struct ChartAxis {
    std::string label{};
    double low = 0, high = 1; ///< in units of the label; if `low` is the larger one, values decrease
    bool logarithmic = false; ///< requires both ends above 0
    std::vector<Tick> ticks{};
    bool has_names = false; ///< the ticks are categories: they slope if they do not fit
};

/// With ticks at the places of values, ascending: at all of them, at every n-th, or at round values. Margins
/// at both ends.
ChartAxis place_axis(const std::string& label, const std::vector<Tick>& places, bool logarithmic);
/// With at least three ticks; shows all of these values that the axis can have. A linear axis has the zero if
/// `from_zero`.
ChartAxis value_axis(const std::string& label, const std::vector<double>& values, bool logarithmic,
                     bool from_zero = true);
/// A place of width 1 for each name, around 0, 1, ...
ChartAxis name_axis(const std::string& label, const std::vector<std::string>& names);

struct ChartMark {
    double x = 0, y = 0; ///< not drawn if an axis has no place for one of them
    std::optional<std::pair<double, double>> interval{};
};

enum class ChartLook {
    Line,   ///< points in order, connected
    Points, ///< points alone
    Bars,   ///< from 0, side by side with the other series of bars
    Stack,  ///< on top of the series before
    Guide,  ///< a thin line without points, such as the ideal
};

struct ChartSeries {
    std::string name{};  ///< in the legend; empty: not there
    std::string style{}; ///< CSS class of its color: kind_class(3), "busy"
    std::vector<ChartMark> marks{};
    ChartLook look = ChartLook::Line;
    std::size_t shape = 0;  ///< of its points
    bool outlined = false;  ///< open points, dashed intervals
    bool is_across = false; ///< intervals are along x instead of y
};

/// Colors of values in steps, from the CSS class PREFIX0 on.
struct ColorScale {
    std::string label{};
    double low = 0, high = 1;
    bool logarithmic = false;
    std::vector<Tick> ticks{};
    std::string prefix = "shade";
    std::size_t steps = 7;
    bool reversed = false; ///< the smallest value has the last color

    std::size_t step(double value) const;
    std::string style(std::size_t step) const;
};

/// A cell of width and height 1 around its place, with its value.
struct ChartCell {
    double x = 0, y = 0, value = 0;
    std::string text{};
};

/// A pair of axes and what is drawn between them.
struct ChartPanel {
    std::string title{};
    ChartAxis x{}, y{};
    std::vector<ChartSeries> series{};
    std::vector<ChartCell> cells{}; ///< in the colors of the chart
    /// Draws below the series; null: nothing.
    std::function<void(Svg&, const Area&)> background{};
};

struct Chart {
    std::string name{};    ///< of its files
    std::string title{};   ///< what it shows, in a sentence's words
    std::string heading{}; ///< inside the picture
    std::vector<ChartPanel> panels{};
    std::size_t columns = 1; ///< of panels
    double width = 640, panel_height = 330;
    std::optional<ColorScale> colors{};
};

/// Returns a safe file name, of letters, digits, and a few punctuation characters.
std::string file_name(const std::string& text);

Svg drawn(const Chart& chart);
Picture picture_of(const Chart& chart);
std::vector<Picture> pictures_of(const std::vector<Chart>& charts);

} // namespace loop::report
