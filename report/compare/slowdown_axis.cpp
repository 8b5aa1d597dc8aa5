#include "report/compare/slowdown_axis.h"

#include "report/figures/svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double width = 160, height = 16, margin = 5;

std::pair<double, double> bounds(const Judgement& judgement) {
    return judgement.interval.value_or(std::pair(*judgement.slowdown, *judgement.slowdown));
}

} // namespace

SlowdownAxis::SlowdownAxis(const Comparison& comparison) {
    double least = 1, most = 1; // of the ratios, which are all shown
    for (const ComparedRow& row : comparison.rows)
        for (const ComparedCell& cell : row.cells) {
            if (!cell.judgement || !cell.judgement->slowdown) continue;
            least = std::min(least, *cell.judgement->slowdown);
            most = std::max(most, *cell.judgement->slowdown);
            const auto [low, high] = bounds(*cell.judgement);
            low_ = std::min(low_, low);
            high_ = std::max(high_, high);
        }
    low_ = std::max(low_, std::min(least / 2, 0.95));
    high_ = std::min(high_, std::max(most * 2, 1.05));
}

double SlowdownAxis::place(double slowdown) const {
    const double part = std::log(std::clamp(slowdown, low_, high_) / low_) / std::log(high_ / low_);
    return margin + part * (width - 2 * margin);
}

std::string SlowdownAxis::strip(const Judgement& judgement) const {
    if (!judgement.slowdown) return "";
    const auto [low, high] = bounds(judgement);
    Svg picture(width, height);
    picture.begin("strip " + finding_text(judgement.finding));
    picture.line(place(1), 0, place(1), height, "one");
    picture.line(place(low), height / 2, place(high), height / 2, "range");
    picture.circle(place(*judgement.slowdown), height / 2, 3.5, "quotient");
    picture.end();
    return picture.element(fmt::format("{:.3g}, from {:.3g} to {:.3g}", *judgement.slowdown, low, high));
}

std::string SlowdownAxis::extent() const {
    return fmt::format("{:.2g} to {:.2g}", low_, high_);
}

} // namespace loop::report
