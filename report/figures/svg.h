#pragma once

#include <string>

namespace loop::report {

/// Writes an SVG picture, shape by shape. Shapes have CSS classes; the page's style sheet sets their colors.
class Svg {
public:
    Svg(double width, double height) : width_(width), height_(height) {}

    void rectangle(double x, double y, double width, double height, const std::string& style);
    void line(double x1, double y1, double x2, double y2, const std::string& style);
    void circle(double x, double y, double radius, const std::string& style);
    /// `data` is the path's "d". Counts as one shape, however many strokes it has.
    void path(const std::string& data, const std::string& style, double stroke_width = 0);
    /// `anchor`: start, middle, or end. Escapes `text`.
    void text(double x, double y, const std::string& text, const std::string& style,
              const std::string& anchor = "start");
    /// Text that is read from bottom to top. `x` is its base line, `y` the middle of the text.
    void vertical_text(double x, double y, const std::string& text, const std::string& style);
    /// Text that slopes upwards and ends at this place.
    void sloped_text(double x, double y, const std::string& text, const std::string& style);
    /// Until the next end(), all shapes have this style and this tooltip.
    void begin(const std::string& style, const std::string& title = {});
    void end();
    /// Until end_window(), all shapes are in a window of this figure. The page's script shows a part of it in
    /// the same place, stretched, when the reader zooms (viewer/figures.js).
    void begin_window(double left, double top, double width, double height);
    void end_window();
    /// A bracket over a stretch of a window, with a name above it; the script moves it.
    void bracket(double left, double right, double y, const std::string& name, const std::string& title);

    /// Returns an element for a page that has the styles. `label` is the text for screen readers.
    std::string element(const std::string& label) const;
    /// Returns a standalone file, in light colors, with hatching that can be distinguished in print without
    /// colors. `width_mm` is the width in print; 0: one pixel per unit.
    std::string file(const std::string& label, double width_mm = 0) const;

    std::size_t shapes() const { return shapes_; }
    double width() const { return width_; }
    double height() const { return height_; }

private:
    std::string opening(const std::string& label, double width_mm) const;
    void turned_text(double x, double y, int degrees, const std::string& text, const std::string& style,
                     const char* anchor);

    double width_, height_;
    std::string body_;
    std::size_t shapes_ = 0;
};

/// Formats a coordinate with at most two decimals.
std::string coordinate(double value);

} // namespace loop::report
