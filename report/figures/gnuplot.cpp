#include "report/figures/gnuplot.h"

#include "base/text/clean.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <cctype>
#include <utility>

namespace loop::report {

namespace {

/// As gnuplot writes colors: "rgb(  0, 114, 178)".
std::string rgb_text(const std::string& hex) {
    const auto part = [&](std::size_t at) { return std::stoi(hex.substr(at, 2), nullptr, 16); };
    return fmt::format("rgb({:3}, {:3}, {:3})", part(1), part(3), part(5));
}

/// Replaces a color of strokes, areas, and text.
std::string rule(const std::string& light, const std::string& dark) {
    return fmt::format(
        "[stroke=\"{0}\"] {{ stroke: {1}; }} [fill=\"{0}\"] {{ fill: {1}; }} [color=\"{0}\"] {{ "
        "color: {1}; }}\n",
        light, dark);
}

/// Background, text, grid, and lines. Colors of maps stay as they are.
std::string dark_rules() {
    std::string text = rule("#ffffff", "#12161c") + rule("#FFFFFF", "#12161c") + rule("black", "#e6eaf0") +
                       rule("gray", "#5b6675") + rule("rgb(119, 119, 119)", "#9aa6b5") +
                       rule("rgb(213, 217, 224)", "#2c343f") +
                       "[fill=\"rgb(26,28,32)\"] { fill: #e6eaf0; }\n"
                       "feFlood[flood-color=\"#FFFFFF\"] { flood-color: #12161c; }\n";
    for (std::size_t i = 0; i < line_colors.size(); ++i)
        text += rule(rgb_text(line_colors[i]), dark_line_colors[i]);
    return text;
}

} // namespace

Picture picture_of(const DrawnPlot& drawn) {
    return {drawn.plot.title, "", [svg = with_dark_mode(drawn.svg)] { return svg; }, true};
}

std::string with_dark_mode(const std::string& svg) {
    const std::size_t begin = svg.find("<svg"), end = svg.find('>', begin);
    if (begin == std::string::npos || end == std::string::npos) return svg;
    return svg.substr(0, end + 1) + "\n<style>\n@media screen and (prefers-color-scheme: dark) {\n" +
           dark_rules() + "}\n</style>" + svg.substr(end + 1);
}

std::vector<Picture> pictures_of(const std::vector<DrawnPlot>& all) {
    std::vector<Picture> pictures;
    for (const DrawnPlot& drawn : all)
        if (!drawn.svg.empty()) pictures.push_back(picture_of(drawn));
    return pictures;
}

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : clean_text(text)) {
        if (c == '\'')
            result += "''";
        else
            result += c == '`' ? '?' : c;
    }
    return result + "'";
}

std::string file_name(const std::string& text) {
    std::string result;
    for (const char c : text.substr(0, 60))
        result += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ? c : '_';
    return result;
}

std::string plot_command(const std::vector<std::string>& lines) {
    return "plot " + joined(lines, ", \\\n     ") + "\n";
}

std::string plot_script(const std::string& name, const std::string& settings, const std::string& plot,
                        int width, int height) {
    std::string text =
        fmt::format("# gnuplot {0}.gp: draws {0}.svg, {0}.pdf and {0}.png from {0}.dat\n", name) + settings;
    const std::string svg =
        fmt::format("svg size {},{} fixed font 'sans,14' background '#ffffff'", width, height);
    const std::string pdf =
        fmt::format("pdfcairo size {:g}cm,{:g}cm font 'sans,11'", width / 40.0, height / 40.0);
    const std::string png = fmt::format("pngcairo size {},{} font 'sans,16'", width * 3 / 2, height * 3 / 2);
    for (const auto& [terminal, ending] :
         {std::pair(svg, "svg"), std::pair(pdf, "pdf"), std::pair(png, "png")})
        text += fmt::format("\nset terminal {}\nset output '{}.{}'\n{}", terminal, name, ending, plot);
    return text;
}

} // namespace loop::report
