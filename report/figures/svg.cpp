#include "report/figures/svg.h"

#include "base/text/escape.h"
#include "report/viewer/assets.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

std::string coordinate(double value) {
    std::string text = fmt::format("{:.2f}", std::isfinite(value) ? value : 0.0);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

void Svg::rectangle(double x, double y, double width, double height, const std::string& style) {
    body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", style,
                         coordinate(x), coordinate(y), coordinate(std::max(width, 0.0)),
                         coordinate(std::max(height, 0.0)));
    ++shapes_;
}

void Svg::line(double x1, double y1, double x2, double y2, const std::string& style) {
    body_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", style,
                         coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2));
    ++shapes_;
}

void Svg::circle(double x, double y, double radius, const std::string& style) {
    body_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", style, coordinate(x),
                         coordinate(y), coordinate(radius));
    ++shapes_;
}

void Svg::path(const std::string& data, const std::string& style, double stroke_width) {
    if (data.empty()) return;
    const std::string stroke =
        stroke_width > 0 ? fmt::format(" stroke-width=\"{}\"", coordinate(stroke_width)) : "";
    body_ += fmt::format("<path class=\"{}\"{} d=\"{}\"/>\n", style, stroke, data);
    ++shapes_;
}

void Svg::text(double x, double y, const std::string& text, const std::string& style,
               const std::string& anchor) {
    body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", style,
                         coordinate(x), coordinate(y), anchor, escaped(text));
    ++shapes_;
}

void Svg::begin(const std::string& style, const std::string& title) {
    body_ += fmt::format("<g class=\"{}\">", style);
    if (!title.empty()) body_ += "<title>" + escaped(title) + "</title>";
    body_ += "\n";
}

void Svg::end() {
    body_ += "</g>\n";
}

std::string Svg::opening(const std::string& label) const {
    return fmt::format(
        "<svg class=\"figure\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n",
        coordinate(width_), coordinate(height_), escaped(label));
}

std::string Svg::element(const std::string& label) const {
    return opening(label) + body_ + "</svg>\n";
}

std::string Svg::file(const std::string& label) const {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + opening(label) + "<title>" + escaped(label) +
           "</title>\n<style>\n" + light_figure_style() + "</style>\n" +
           fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", coordinate(width_),
                       coordinate(height_)) +
           body_ + "</svg>\n";
}

} // namespace loop::report
