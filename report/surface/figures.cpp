#include "report/surface/figures.h"

#include "report/surface/formatting.h"
#include "report/surface/locality.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

// Both stay readable for color-blind people and in gray: viridis, and blue to red through white.
constexpr const char* sequential_palette =
    "set palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', 3 '#2c718e', 4 '#21908d', 5 '#27ad81', 6 "
    "'#5cc863', 7 '#aadc32', 8 '#fde725')\n";
constexpr const char* diverging_palette =
    "set palette defined (0 '#b2182b', 1 '#ef8a62', 2 '#fddbc7', 3 '#f7f7f7', 4 '#d1e5f0', 5 '#67a9cf', 6 "
    "'#2166ac')\n";

/// Values over alpha and L; one row per alpha.
struct Grid {
    std::vector<double> alphas, lengths, values;

    double at(std::size_t alpha, std::size_t length) const { return values[alpha * lengths.size() + length]; }
    bool can_be_drawn() const {
        return alphas.size() > 1 && lengths.size() > 1 &&
               std::count_if(values.begin(), values.end(),
                             [](double v) { return v > 0 && std::isfinite(v); }) > 1;
    }
};

Grid grid_of(const Surface& surface, double SurfacePoint::*value = &SurfacePoint::mbs) {
    Grid grid{surface.alphas, surface.lengths, {}};
    for (const SurfacePoint& point : surface.points)
        grid.values.push_back(point.*value);
    return grid;
}

/// The axis of values: base-10 logarithms of its ends, and the contour levels.
struct Scale {
    double low = INFINITY, high = -INFINITY;
    std::vector<double> levels;

    void take_in(const Grid& grid) {
        for (const double value : grid.values)
            if (value > 0 && std::isfinite(value)) {
                low = std::min(low, std::log10(value));
                high = std::max(high, std::log10(value));
            }
    }
    /// Ensures a minimum range, so that colors are defined if all values are equal.
    void widen() {
        const double missing = std::max(0.0, 0.1 - (high - low));
        low -= missing / 2;
        high += missing / 2;
    }
};

/// Returns 1, 2, 5, 10, 20, 50, ... within the scale, or only powers of ten if there are more than seven.
std::vector<double> round_levels(const Scale& scale) {
    std::vector<double> all, tens;
    for (int exponent = static_cast<int>(std::floor(scale.low)); exponent <= scale.high; ++exponent)
        for (const int digit : {1, 2, 5}) {
            const double level = digit * std::pow(10, exponent);
            if (std::log10(level) < scale.low || std::log10(level) > scale.high) continue;
            all.push_back(level);
            if (digit == 1) tens.push_back(level);
        }
    return all.size() > 7 && tens.size() > 2 ? tens : all;
}

Scale scale_of(const std::vector<Grid>& grids) {
    Scale scale;
    for (const Grid& grid : grids)
        scale.take_in(grid);
    scale.widen();
    scale.levels = round_levels(scale);
    return scale;
}

/// Returns a scale that is symmetric about 1.
Scale ratio_scale(const std::vector<Grid>& grids) {
    Scale scale;
    for (const Grid& grid : grids)
        scale.take_in(grid);
    const double most = std::max({std::abs(scale.low), std::abs(scale.high), std::log10(1.25)});
    scale.low = -most;
    scale.high = most;
    for (const double level : {1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0}) {
        if (std::log10(level) > most || (most > std::log10(3) && level > 1 && level < 2)) continue;
        scale.levels.push_back(level);
        if (level > 1) scale.levels.push_back(1 / level);
    }
    std::sort(scale.levels.begin(), scale.levels.end());
    return scale;
}

std::string tic_text(double value) {
    return fmt::format("{:g}", value);
}

std::string ratio_text(double value) {
    return value < 0.999 ? fmt::format("1/{:.3g}", 1 / value) : fmt::format("{:.3g}", value);
}

std::string data_of(const Grid& grid, const char* what) {
    std::string text = fmt::format("# alpha L {}\n", what);
    for (std::size_t a = 0; a < grid.alphas.size(); ++a) {
        for (std::size_t l = 0; l < grid.lengths.size(); ++l)
            text += fmt::format("{} {} {}\n", grid.alphas[a], grid.lengths[l],
                                std::isfinite(grid.at(a, l)) ? fmt::format("{}", grid.at(a, l)) : "NaN");
        text += "\n";
    }
    return text + "\n";
}

/// Returns the tics of a logarithmic axis; if there are many values, only some of them.
template <class Text>
std::string tics(const std::string& axis, const std::vector<double>& values, const Text& text,
                 std::size_t most = 10) {
    const std::size_t step = values.size() > most ? (values.size() + most - 3) / (most - 1) : 1;
    std::string list;
    for (std::size_t i = 0; i < values.size(); i += step)
        list +=
            fmt::format("{}{} {}", list.empty() ? "" : ", ", quoted(text(values[i])), std::log10(values[i]));
    return fmt::format("set {}tics ({}) nomirror\n", axis, list);
}

std::string plane(const Grid& grid, std::size_t max_tics = 10) {
    return fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\n", std::log10(grid.lengths.front()),
                       std::log10(grid.lengths.back()), std::log10(grid.alphas.back()),
                       std::log10(grid.alphas.front())) +
           tics("x", grid.lengths, tic_text, max_tics) + tics("y", grid.alphas, tic_text, max_tics);
}

std::string colors(const Scale& scale, const char* palette, std::string (*text)(double)) {
    return std::string(palette) + fmt::format("set cbrange [{}:{}]\n", scale.low, scale.high) +
           tics("cb", scale.levels, text, 12);
}

constexpr const char* columns = "using (log10($2)):(log10($1)):(log10($3))";

/// Returns where a contour line crosses a row, as a logarithm; NaN if it does not.
double crossing(const Grid& grid, std::size_t row, double level) {
    for (std::size_t l = 0; l + 1 < grid.lengths.size(); ++l) {
        const double before = std::log(grid.at(row, l) / level),
                     beyond = std::log(grid.at(row, l + 1) / level);
        if (!(before * beyond < 0)) continue;
        const double part = before / (before - beyond);
        return std::log10(grid.lengths[l]) + part * std::log10(grid.lengths[l + 1] / grid.lengths[l]);
    }
    return std::nan("");
}

/// Labels each contour line near one third or two thirds of the rows, in turn for adjacent lines.
std::string level_labels(const Grid& grid, const Scale& scale, std::string (*text)(double)) {
    std::string labels;
    const std::size_t rows = grid.alphas.size();
    for (std::size_t i = 0; i < scale.levels.size(); ++i) {
        const std::size_t wanted = (i % 2 == 0 ? rows / 3 : (2 * rows) / 3);
        double x = std::nan(""), y = 0;
        std::size_t nearest = rows;
        for (std::size_t row = 0; row < rows; ++row) {
            const double found = crossing(grid, row, scale.levels[i]);
            const std::size_t far = row > wanted ? row - wanted : wanted - row;
            if (!std::isfinite(found) || far >= nearest) continue;
            nearest = far;
            x = found;
            y = std::log10(grid.alphas[row]);
        }
        if (std::isfinite(x))
            labels += fmt::format("set label {} at {},{},0 center front boxed font ',11'\n",
                                  quoted(text(scale.levels[i])), x, y);
    }
    return labels;
}

/// Dotted lines where half of all accesses are in a cache, or on the rank itself.
std::string half_lines(const Surface& surface) {
    std::string text;
    for (const Half& half : halves(surface)) {
        if (half.alpha < surface.alphas.front() || half.alpha > surface.alphas.back()) continue;
        const double y = std::log10(half.alpha), left = std::log10(surface.lengths.front()),
                     right = std::log10(surface.lengths.back());
        text += fmt::format(
            "set arrow from {},{},0 to {},{},0 nohead front dashtype 3 linewidth 1.5 linecolor rgb "
            "'#ffffff'\n"
            "set label {} at {},{},0 left front offset 0.5,0.5 font ',10' textcolor rgb '#ffffff'\n",
            left, y, right, y, quoted("half in " + half.where), left, y);
    }
    return text;
}

std::string contour_levels(const Scale& scale) {
    std::string list;
    for (const double level : scale.levels)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", std::log10(level));
    return "set contour base\nset cntrlabel onecolor\nset cntrparam linear\nset cntrparam levels discrete " +
           list + "\n";
}

constexpr const char* map_margins =
    "set lmargin at screen 0.13\nset rmargin at screen 0.79\nset bmargin at screen "
    "0.14\nset tmargin at screen 0.92\n";
constexpr const char* map_style =
    "set view map\nset pm3d map interpolate 12,12\nset style textbox opaque fillcolor rgb "
    "'#ffffff' noborder margins 0.4,0.3\nset xlabel 'L (words of a block)'\nset key off\n";

/// Returns the gnuplot command that draws block `index` of the data.
std::string map_of(const std::string& name, std::size_t index, bool has_contours) {
    std::string text = fmt::format("splot '{}.dat' index {} {} with pm3d nocontour", name, index, columns);
    if (has_contours)
        text += fmt::format(
            ", \\\n     '{}.dat' index {} {} with lines nosurface linewidth 1.5 linecolor rgb '#1a1c20'",
            name, index, columns);
    return text + "\n";
}

std::string clear() {
    return "unset label\nunset arrow\n";
}

struct Quantity {
    const char* axis;
    const char* caption;
    bool less_is_better;
};

std::optional<Plot> map_plot(const Surface& surface, double SurfacePoint::*value, const Quantity& quantity,
                             const std::string& name) {
    const Grid grid = grid_of(surface, value);
    if (!grid.can_be_drawn()) return std::nullopt;
    const Scale scale = scale_of({grid});
    std::string settings = "set title " + quoted(surface.label) + " noenhanced\n" + map_style + map_margins +
                           "set ylabel 'alpha'\nset cblabel " + quoted(quantity.axis) + "\n" + plane(grid) +
                           colors(scale, sequential_palette, tic_text) + half_lines(surface);
    if (quantity.less_is_better) settings += "set palette negative\n";
    if (!scale.levels.empty()) settings += contour_levels(scale) + level_labels(grid, scale, tic_text);
    return Plot{name, surface.label + ": " + quantity.caption,
                plot_script(name, settings, map_of(name, 0, !scale.levels.empty()), 640, 480),
                data_of(grid, quantity.axis)};
}

} // namespace

std::optional<Plot> surface_plot(const Surface& surface, const std::string& name) {
    const Grid grid = grid_of(surface);
    if (!grid.can_be_drawn()) return std::nullopt;
    const Scale scale = scale_of({grid});
    std::string settings =
        "set title " + quoted(surface.label + ": MB/s per process") + " noenhanced\n" + plane(grid, 5) +
        colors(scale, sequential_palette, tic_text) +
        fmt::format("set zrange [{}:{}]\nset xyplane at {}\n", scale.low, scale.high, scale.low) +
        tics("z", scale.levels, tic_text);
    // The last label of one axis and the first of the other are at the same corner.
    settings += "set xtics offset -1.2,-0.3\nset ytics offset 1.2,-0.1\n";
    settings += "set view 62,38,1.03,1.05\nset key off\nset border 4095 linecolor rgb '#b0b5c0'\n"
                "set pm3d depthorder border linecolor rgb '#2a2d34' linewidth 0.6\n"
                "set grid xtics ytics ztics linecolor rgb '#d5d9e0'\n"
                "set xlabel 'L (words of a block)' rotate parallel offset 0,-0.5\nset ylabel 'alpha' rotate "
                "parallel offset "
                "0,-0.5\nset tics textcolor rgb '#1a1c20'\nunset colorbox\n";
    const std::string plot = fmt::format("splot '{}.dat' {} with pm3d\n", name, columns);
    return Plot{name, surface.label + ": bandwidth per process as a surface",
                plot_script(name, settings, plot, 640, 520), data_of(grid, "MB/s")};
}

std::optional<Plot> contour_plot(const Surface& surface, const std::string& name) {
    return map_plot(surface, &SurfacePoint::mbs,
                    {"MB/s per process", "contours of bandwidth per process", false}, name);
}

std::optional<Plot> cycles_plot(const Surface& surface, const std::string& name) {
    return map_plot(surface, &SurfacePoint::cycles,
                    {"cycles per word, mean of all ranks", "contours of cycles per word", true}, name);
}

std::optional<Plot> contour_plots(const std::vector<const Surface*>& surfaces, const std::string& name) {
    std::vector<Grid> grids;
    std::vector<const Surface*> drawn;
    for (const Surface* surface : surfaces)
        if (Grid grid = grid_of(*surface); grid.can_be_drawn() && drawn.size() < 4) {
            grids.push_back(std::move(grid));
            drawn.push_back(surface);
        }
    if (drawn.size() < 2) return std::nullopt;
    const Scale scale = scale_of(grids);
    std::string settings = std::string(map_style) + "set cblabel 'MB/s per process'\n" +
                           colors(scale, sequential_palette, tic_text);
    if (!scale.levels.empty()) settings += contour_levels(scale);
    std::string plot = fmt::format("set multiplot layout 1,{} margins 0.07,{},0.16,0.88 spacing 0.06\n",
                                   drawn.size(), drawn.size() > 2 ? 0.92 : 0.9);
    std::string data, title;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        plot += clear() + "set title " + quoted(drawn[i]->label) + " noenhanced\n" + plane(grids[i]) +
                (i == 0 ? "set ylabel 'alpha'\n" : "unset ylabel\n") +
                (i + 1 == drawn.size() ? "set colorbox\n" : "unset colorbox\n") +
                level_labels(grids[i], scale, tic_text) + map_of(name, i, !scale.levels.empty());
        data += "# " + drawn[i]->label + "\n" + data_of(grids[i], "MB/s");
        title += (title.empty() ? "" : "; ") + drawn[i]->label;
    }
    plot += "unset multiplot\n";
    return Plot{name, "contours on one scale: " + title,
                plot_script(name, settings, plot, 180 + 430 * static_cast<int>(drawn.size()), 470), data};
}

std::vector<Plot> ratio_plots(const std::vector<SurfaceRatio>& ratios, const std::string& name) {
    std::vector<Grid> grids;
    for (const SurfaceRatio& ratio : ratios)
        grids.push_back({ratio.alphas, ratio.lengths, ratio.factors});
    const Scale scale = ratio_scale(grids);
    std::vector<Plot> all;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        if (!grids[i].can_be_drawn()) continue;
        const std::string own = fmt::format("{}-{}", name, i + 1);
        const std::string title = ratios[i].title();
        const std::string settings = "set title " + quoted(title) + " noenhanced\n" + map_style +
                                     map_margins + "set ylabel 'alpha'\nset cblabel 'times the bandwidth'\n" +
                                     plane(grids[i]) + colors(scale, diverging_palette, ratio_text) +
                                     contour_levels(scale) + level_labels(grids[i], scale, ratio_text);
        all.push_back({own, "ratio of bandwidths: " + title,
                       plot_script(own, settings, map_of(own, 0, true), 640, 480),
                       data_of(grids[i], "times")});
    }
    return all;
}

std::optional<Plot> line_plot(const std::vector<SurfaceLine>& lines, const LineAxes& axes,
                              const std::string& name) {
    const std::size_t count = std::min(lines.size(), line_colors.size());
    if (count == 0) return std::nullopt;
    const std::string cut =
        count < lines.size() ? fmt::format(" (the first {} of {} lines)", count, lines.size()) : "";
    std::string settings = "set title " + quoted(axes.title + cut) + " noenhanced\nset xlabel " +
                           quoted(axes.x) + "\nset ylabel " + quoted(axes.y) +
                           "\nset logscale x 2\nset format x '%g'\nset grid linecolor rgb '#d5d9e0'\n"
                           "set key outside top center horizontal noenhanced\n";
    if (axes.reversed_x) settings += "set logscale x 10\nset xrange [*:*] reverse\n";
    settings += axes.linear_y ? "set yrange [0:*]\n" : "set logscale y\nset format y '%g'\n";
    std::vector<std::string> drawn;
    std::string data = fmt::format("# {}, {}\n", axes.x, axes.y);
    for (std::size_t i = 0; i < count; ++i) {
        drawn.push_back(
            fmt::format("'{}.dat' index {} using 1:2 with linespoints linewidth 2 pointtype {} pointsize "
                        "0.7 linecolor rgb '{}' title {}",
                        name, i, i + 4, line_colors[i], quoted(lines[i].label)));
        data += "# " + lines[i].label + "\n";
        for (const auto& [x, y] : lines[i].points)
            data += fmt::format("{} {}\n", x, y);
        data += "\n\n";
    }
    if (!axes.level_name.empty())
        drawn.push_back(fmt::format("{} with lines dashtype 2 linecolor rgb '#777777' title {}", axes.level,
                                    quoted(axes.level_name)));
    const int height = 440 + 22 * static_cast<int>((count + 1) / 2);
    return Plot{name, axes.title, plot_script(name, settings, plot_command(drawn), 640, height), data};
}

} // namespace loop::report
