#include "report/figures/gnuplot.h"

#include "base/text/clean.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <cctype>
#include <utility>

namespace loop::report {

Picture picture_of(const DrawnPlot& drawn) {
    return {drawn.plot.title, "", [svg = drawn.svg] { return svg; }, true};
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
        fmt::format("svg size {},{} dynamic font 'sans,14' background '#ffffff'", width, height);
    const std::string pdf =
        fmt::format("pdfcairo size {:g}cm,{:g}cm font 'sans,11'", width / 40.0, height / 40.0);
    const std::string png = fmt::format("pngcairo size {},{} font 'sans,16'", width * 3 / 2, height * 3 / 2);
    for (const auto& [terminal, ending] :
         {std::pair(svg, "svg"), std::pair(pdf, "pdf"), std::pair(png, "png")})
        text += fmt::format("\nset terminal {}\nset output '{}.{}'\n{}", terminal, name, ending, plot);
    return text;
}

} // namespace loop::report
