#pragma once

#include <string>

namespace loop::report {

/// Writes a picture, shape by shape. Shapes have classes, not colours: a page or style sheet gives those.
class Svg {
public:
    Svg(double width, double height) : width_(width), height_(height) {}

    void rectangle(double x, double y, double width, double height, const std::string& style);
    void line(double x1, double y1, double x2, double y2, const std::string& style);
    void circle(double x, double y, double radius, const std::string& style);
    /// `data` is a path's "d": as one shape, however many strokes it has.
    void path(const std::string& data, const std::string& style, double stroke_width = 0);
    /// `anchor`: start, middle or end. A text from a run is escaped here.
    void text(double x, double y, const std::string& text, const std::string& style,
              const std::string& anchor = "start");
    /// Until the next end(), all shapes have this style and a title that shows on hovering.
    void begin(const std::string& style, const std::string& title = {});
    void end();

    /// As an element of a page, which brings the styles. `label` is what a screen reader says.
    std::string element(const std::string& label) const;
    /// As a file of its own, in light colours.
    std::string file(const std::string& label) const;

    std::size_t shapes() const { return shapes_; }
    double width() const { return width_; }
    double height() const { return height_; }

private:
    std::string opening(const std::string& label) const;

    double width_, height_;
    std::string body_;
    std::size_t shapes_ = 0;
};

/// A coordinate: short, at most two decimals.
std::string coordinate(double value);

} // namespace loop::report
