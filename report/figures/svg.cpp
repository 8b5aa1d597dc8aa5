#include "report/figures/svg.h"

#include "base/text/escape.h"
#include "report/figures/patterns.h"
#include "report/page/assets.h"

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

void Svg::vertical_text(double x, double y, const std::string& text, const std::string& style) {
    turned_text(x, y, -90, text, style, "middle");
}

void Svg::sloped_text(double x, double y, const std::string& text, const std::string& style) {
    turned_text(x, y, -35, text, style, "end");
}

void Svg::turned_text(double x, double y, int degrees, const std::string& text, const std::string& style,
                      const char* anchor) {
    body_ += fmt::format("<text class=\"{}\" transform=\"translate({} {})rotate({})\" "
                         "text-anchor=\"{}\">{}</text>\n",
                         style, coordinate(x), coordinate(y), degrees, anchor, escaped(text));
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

void Svg::begin_window(double left, double top, double width, double height) {
    const std::string area =
        fmt::format("{} {} {} {}", coordinate(left), coordinate(top), coordinate(width), coordinate(height));
    body_ += fmt::format("<svg class=\"window\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{}\" "
                         "preserveAspectRatio=\"none\">\n",
                         coordinate(left), coordinate(top), coordinate(width), coordinate(height), area);
}

void Svg::end_window() {
    body_ += "</svg>\n";
}

void Svg::bracket(double left, double right, double y, const std::string& name, const std::string& title) {
    body_ += fmt::format("<g class=\"phase-mark\" data-left=\"{0}\" data-right=\"{1}\" data-y=\"{2}\">"
                         "<title>{3}</title><path class=\"bracket\" d=\"M{0} {2}v-5H{1}v5\"/>\n",
                         coordinate(left), coordinate(right), coordinate(y), escaped(title));
    if (!name.empty()) text((left + right) / 2, y - 8, name, "label phase-name", "middle");
    body_ += "</g>\n";
    ++shapes_;
}

std::string Svg::opening(const std::string& label, double width_mm) const {
    const double scale = width_mm > 0 ? width_mm / width_ : 1;
    const char* const unit = width_mm > 0 ? "mm" : "";
    return fmt::format(
        "<svg class=\"figure\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}{}\" "
        "height=\"{}{}\" role=\"img\" aria-label=\"{}\">\n",
        coordinate(width_), coordinate(height_), coordinate(width_ * scale), unit,
        coordinate(height_ * scale), unit, escaped(label));
}

std::string Svg::element(const std::string& label) const {
    return opening(label, 0) + own_patterns(body_) + "</svg>\n";
}

std::string Svg::file(const std::string& label, double width_mm) const {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + opening(label, width_mm) + "<title>" +
           escaped(label) + "</title>\n<style>\n" + light_figure_style() + print_pattern_style() +
           "</style>\n" + print_patterns() +
           fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", coordinate(width_),
                       coordinate(height_)) +
           body_ + "</svg>\n";
}

} // namespace loop::report
