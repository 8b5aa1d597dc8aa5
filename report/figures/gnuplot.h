#pragma once

#include "report/document/document.h"

#include <array>
#include <string>

/// Common parts of all plots drawn by gnuplot.
namespace loop::report {

/// A gnuplot plot: the script NAME.gp reads NAME.dat and writes NAME.svg, NAME.pdf, and NAME.png in the
/// current folder.
struct Plot {
    std::string name;
    std::string title;
    std::string script;
    std::string data;
};

/// A plot and the SVG that gnuplot made of it; empty if that failed.
struct DrawnPlot {
    Plot plot;
    std::string svg;
};
/// The picture follows the page's dark mode.
Picture picture_of(const DrawnPlot& drawn);
std::vector<Picture> pictures_of(const std::vector<DrawnPlot>& all);

/// Line colors that color-blind people can distinguish (Okabe and Ito). A plot has at most this many lines.
constexpr std::array<const char*, 8> line_colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#56b4e9", "#e69f00", "#000000", "#999999"};

/// The same lines on a dark page.
constexpr std::array<const char*, 8> dark_line_colors{"#4aa8e0", "#f08a3c", "#2fc495", "#e09cc4",
                                                      "#8fd0f5", "#f0b840", "#e6eaf0", "#8a94a2"};

/// Returns the SVG that gnuplot wrote, with colors for dark pages.
std::string with_dark_mode(const std::string& svg);

/// Returns the text in single quotes, in which gnuplot substitutes nothing.
std::string quoted(const std::string& text);

/// Returns a safe file name, of letters, digits, and a few punctuation characters.
std::string file_name(const std::string& text);

/// Returns a gnuplot `plot` command with all of these lines.
std::string plot_command(const std::vector<std::string>& lines);

/// Returns a script with the settings, then `plot` once per output file, each after setting the terminal for
/// that file. `width` and `height` are in pixels, for the SVG.
std::string plot_script(const std::string& name, const std::string& settings, const std::string& plot,
                        int width = 640, int height = 480);

} // namespace loop::report
