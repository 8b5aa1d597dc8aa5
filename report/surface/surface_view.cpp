#include "report/surface/surface_view.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::report {

namespace {

constexpr double turned = 38 * 3.14159265358979 / 180, tilted = 62 * 3.14159265358979 / 180;
constexpr double height_share = 0.75; ///< of the height of the box beside its sides
constexpr double room_left = 62, room_above = 14, room_below = 52, room_right = 40;

/// A place in the box, with sides from 0 to 1: y is 0 at the front, z is upwards.
struct BoxPlace {
    double x, y, z;
};

/// Projects places into the area.
class Projection {
public:
    explicit Projection(const Area& area) : area_(area) {
        scale_ = std::min((area.width - room_left - room_right) / (std::cos(turned) + std::sin(turned)),
                          (area.height - room_above - room_below) /
                              (depth_height() + std::sin(tilted) * height_share));
        left_ = area.left + room_left +
                (area.width - room_left - room_right - scale_ * (std::cos(turned) + std::sin(turned))) / 2;
    }

    double x(const BoxPlace& place) const {
        return left_ + scale_ * (place.x * std::cos(turned) + place.y * std::sin(turned));
    }
    double y(const BoxPlace& place) const {
        const double depth = place.y * std::cos(turned) - place.x * std::sin(turned);
        const double up =
            (depth + std::sin(turned)) * std::cos(tilted) + place.z * std::sin(tilted) * height_share;
        return area_.bottom() - room_below - scale_ * up;
    }
    std::string point(const BoxPlace& place) const {
        return coordinate(x(place)) + " " + coordinate(y(place));
    }
    std::string line(const BoxPlace& from, const BoxPlace& to) const {
        return "M" + point(from) + "L" + point(to);
    }

private:
    static double depth_height() { return (std::cos(turned) + std::sin(turned)) * std::cos(tilted); }

    const Area& area_;
    double scale_, left_;
};

class SurfacePicture {
public:
    SurfacePicture(Svg& svg, const Area& area, const SurfaceView& view)
        : svg_(svg), view_(view), project_(area), across_(view.field.x.front(), view.field.x.back(), false),
          back_(view.field.y.back(), view.field.y.front(), false),
          up_(view.colors.low, view.colors.high, false) {}

    void draw() {
        draw_box();
        draw_ticks();
        const std::size_t rows = view_.field.y.size(), columns = view_.field.x.size();
        for (std::size_t row = 0; row + 1 < rows; ++row) // the first row is the one behind
            for (std::size_t column = 0; column + 1 < columns; ++column)
                draw_cell(row, column);
    }

private:
    BoxPlace place(std::size_t row, std::size_t column) const {
        const double value = view_.field.at(row, column);
        return {across_.part(view_.field.x[column]), back_.part(view_.field.y[row]), up_.part(value)};
    }

    void draw_cell(std::size_t row, std::size_t column) {
        double sum = 0;
        std::string path;
        for (const auto& [down, right] :
             {std::pair(0, 0), std::pair(0, 1), std::pair(1, 1), std::pair(1, 0)}) {
            const std::size_t r = row + static_cast<std::size_t>(down),
                              c = column + static_cast<std::size_t>(right);
            sum += view_.field.at(r, c);
            path += (path.empty() ? "M" : "L") + project_.point(place(r, c));
        }
        if (std::isfinite(sum))
            svg_.path(path + "z", "facet " + view_.colors.style(view_.colors.step(sum / 4)));
    }

    void draw_box() {
        std::string path;
        for (const double z : {0.0, 1.0})
            path += project_.line({0, 0, z}, {0, 1, z}) + project_.line({0, 1, z}, {1, 1, z});
        path += project_.line({0, 0, 0}, {1, 0, 0}) + project_.line({1, 0, 0}, {1, 1, 0});
        for (const auto& [x, y] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 1)})
            path += project_.line({double(x), double(y), 0}, {double(x), double(y), 1});
        svg_.path(path, "axis edges");
    }

    void draw_ticks() {
        std::string grid;
        for (const Tick& tick : view_.x.ticks) {
            const double x = across_.part(tick.value);
            grid += project_.line({x, 0, 0}, {x, 1, 0});
            label({x, 0, 0}, -6, 16, tick.text, "end");
        }
        for (const Tick& tick : view_.y.ticks) {
            const double y = back_.part(tick.value);
            grid += project_.line({0, y, 0}, {1, y, 0});
            label({1, y, 0}, 8, 12, tick.text, "start");
        }
        double last = HUGE_VAL;
        for (const Tick& tick : view_.colors.ticks) {
            const BoxPlace at{0, 0, up_.part(tick.value)};
            grid += project_.line(at, {0, 1, at.z}) + project_.line({0, 1, at.z}, {1, 1, at.z});
            if (std::abs(last - project_.y(at)) < 13) continue;
            last = project_.y(at);
            label(at, -6, 4, tick.text, "end");
        }
        svg_.path(grid, "grid edges");
        label({0.5, 0, 0}, -26, 36, view_.x.label, "end");
        label({1, 0.5, 0}, 34, 24, view_.y.label, "start");
    }

    void label(const BoxPlace& at, double right, double down, const std::string& text, const char* anchor) {
        svg_.text(project_.x(at) + right, project_.y(at) + down, text, "label", anchor);
    }

    Svg& svg_;
    const SurfaceView& view_;
    Projection project_;
    AxisScale across_, back_, up_;
};

} // namespace

void draw_surface(Svg& svg, const Area& area, const SurfaceView& view) {
    SurfacePicture(svg, area, view).draw();
}

} // namespace loop::report
