#include "report/figures/figure.h"
#include "report/figures/legend.h"

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_bars = 128;

/// Sums the percentages of adjacent k if there are more than `bars` of them.
std::vector<double> grouped(const std::vector<double>& percent, std::size_t bars) {
    std::vector<double> sums(bars);
    for (std::size_t k = 0; k < percent.size(); ++k)
        sums[k * bars / percent.size()] += percent[k];
    return sums;
}

} // namespace

Svg draw_concurrency(const FigureInput& input) {
    const ConcurrencyProfile& profile = input.analysis.concurrency;
    const std::size_t counts = profile.percent[0].size(), bars = std::clamp<std::size_t>(counts, 1, max_bars);
    const double full = input.width_or(figure_width / 2 + 188);
    const Legend legend({{"busy", "busy"}, {"overhead", "overhead"}, {"idle", "idle"}}, 52 + 110, full - 16);
    const Area area{52, 16 + legend.height(), full - 68, 180};
    Svg svg(full, area.bottom() + 40);
    legend.draw(svg, 14);
    svg.text(8, 14, "% of the measured time", "label");
    const ValueAxis values(area, 100, "");
    values.draw(svg);
    if (const std::string text = unknown_shares_text(input.analysis.times); !text.empty()) {
        svg.text(area.left + 12, area.top + 24, text, "label");
        return svg;
    }
    const double slot = area.width / static_cast<double>(bars), width = slot * 0.8 / 3;
    const State states[] = {State::Busy, State::Overhead, State::Idle};
    for (std::size_t which = 0; which < 3 && counts > 0; ++which) {
        const auto shares = grouped(profile.percent[static_cast<std::size_t>(states[which])], bars);
        svg.begin(state_name(states[which]));
        for (std::size_t i = 0; i < bars; ++i)
            svg.rectangle(
                area.left + slot * (static_cast<double>(i) + 0.1) + width * static_cast<double>(which),
                values.y(shares[i]), width, area.bottom() - values.y(shares[i]), state_name(states[which]));
        svg.end();
    }
    const std::size_t every = std::max<std::size_t>(1, static_cast<std::size_t>(24 / slot + 0.999));
    for (std::size_t i = 0; i < bars; i += every)
        svg.text(area.left + slot * (static_cast<double>(i) + 0.5), area.bottom() + 17,
                 std::to_string((i * counts + bars - 1) / bars), "label", "middle");
    svg.line(area.left, area.bottom(), area.right(), area.bottom(), "axis");
    svg.text(area.right(), area.bottom() + 32, "ranks in this state at the same time", "label", "end");
    return svg;
}

} // namespace loop::report
