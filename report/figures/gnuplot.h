#pragma once

#include "report/document/document.h"

#include <array>
#include <string>

/// What all pictures that gnuplot draws have in common.
namespace loop::report {

/// A picture as gnuplot draws it: NAME.gp reads NAME.dat and writes NAME.svg, NAME.pdf and NAME.png, all in
/// the folder where it runs.
struct Plot {
    std::string name;
    std::string title;
    std::string script;
    std::string data;
};

/// A plot and the SVG that gnuplot made of it; empty where it could not.
struct DrawnPlot {
    Plot plot;
    std::string svg;
};
Picture picture_of(const DrawnPlot& drawn);
std::vector<Picture> pictures_of(const std::vector<DrawnPlot>& all);

/// Line colours that colour-blind people can distinguish (Okabe and Ito); a picture has at most this many
/// lines.
constexpr std::array<const char*, 8> line_colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#56b4e9", "#e69f00", "#000000", "#999999"};

/// A text between single quotes, where gnuplot replaces nothing.
std::string quoted(const std::string& text);

/// A file name of letters, digits and a few marks.
std::string file_name(const std::string& text);

/// "plot" with all of these.
std::string plot_command(const std::vector<std::string>& lines);

/// A script: the settings, then `plot` three times, as a terminal can only be set before. `width` and
/// `height` are pixels of the SVG.
std::string plot_script(const std::string& name, const std::string& settings, const std::string& plot,
                        int width = 640, int height = 480);

} // namespace loop::report
