#include "report/bsp/log_axis.h"

#include "base/text/units.h"

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

LogAxis::LogAxis(const Area& area, double least, double most)
    : area_(area), least_(least > 0 ? least * 0.8 : 1e-3), most_(std::max(most * 1.25, least_ * 2)) {}

double LogAxis::y(double value) const {
    if (!(value > least_)) return area_.bottom();
    return area_.bottom() - std::min(1.0, std::log(value / least_) / std::log(most_ / least_)) * area_.height;
}

void LogAxis::draw(Svg& svg) const {
    const double decades = std::log10(most_ / least_);
    const int last = static_cast<int>(std::floor(std::log10(most_)));
    for (int power = static_cast<int>(std::floor(std::log10(least_))); power <= last; ++power)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10, power);
            if (value < least_ || value > most_ || (decades > 4 && digit > 1)) continue;
            draw_tick_left(svg, area_, y(value), number_text(value));
        }
    draw_left_line(svg, area_);
}

} // namespace loop::report::bsp
