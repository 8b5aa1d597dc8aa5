#include "report/compare/slowdown_axis.h"

#include "report/figures/svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double width = 160, height = 16, margin = 5;

std::pair<double, double> bounds(const Judgement& judgement) {
    return judgement.interval.value_or(std::pair(judgement.slowdown, judgement.slowdown));
}

} // namespace

SlowdownAxis::SlowdownAxis(const Comparison& comparison) {
    for (const ComparedRow& row : comparison.rows)
        for (const ComparedCell& cell : row.cells) {
            if (!cell.judgement) continue;
            const auto [low, high] = bounds(*cell.judgement);
            low_ = std::min({low_, low, cell.judgement->slowdown});
            high_ = std::max({high_, high, cell.judgement->slowdown});
        }
    low_ = std::max(low_, 0.1);
    high_ = std::min(high_, 10.0);
}

double SlowdownAxis::place(double slowdown) const {
    const double part = std::log(std::clamp(slowdown, low_, high_) / low_) / std::log(high_ / low_);
    return margin + part * (width - 2 * margin);
}

std::string SlowdownAxis::strip(const Judgement& judgement) const {
    const auto [low, high] = bounds(judgement);
    Svg picture(width, height);
    picture.begin("strip " + finding_text(judgement.finding));
    picture.line(place(1), 0, place(1), height, "one");
    picture.line(place(low), height / 2, place(high), height / 2, "range");
    picture.circle(place(judgement.slowdown), height / 2, 3.5, "quotient");
    picture.end();
    return picture.element(fmt::format("{:.3g}, from {:.3g} to {:.3g}", judgement.slowdown, low, high));
}

std::string SlowdownAxis::extent() const {
    return fmt::format("{:.2g} to {:.2g}", low_, high_);
}

} // namespace loop::report
