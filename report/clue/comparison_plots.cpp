#include "base/text/strings.h"
#include "report/clue/charts.h"
#include "report/clue/columns.h"
#include "report/clue/comparison.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// The charts of one comparison. A published system is outlined, and has the color of the measured one with
/// the same place among its kind, so that a model can be found beside what was published.
class SystemCharts {
public:
    explicit SystemCharts(const ClueComparison& comparison) : comparison_(comparison) {}

    /// Figures 4.2 to 4.4.
    ClueChart by_variation(const ClueQuantity& quantity, const std::string& name,
                           const std::vector<std::string>& variations) const {
        const int ranks = comparison_.shown_ranks();
        return chart(quantity, name,
                     fmt::format("{} by variation, on {}", quantity.title, counted(ranks, "rank")),
                     variations.size(), [&](const ClueReport& system, std::size_t group) {
                         return system.find(variations[group], ranks);
                     });
    }

    /// Figures 4.5 and 4.6, of the base.
    ClueChart by_ranks(const ClueQuantity& quantity, const std::string& name,
                       const std::vector<int>& ranks) const {
        return chart(
            quantity, name, fmt::format("{} of the base, by number of ranks", quantity.title), ranks.size(),
            [&](const ClueReport& system, std::size_t group) { return system.find("base", ranks[group]); });
    }

private:
    template <class Find>
    ClueChart chart(const ClueQuantity& quantity, const std::string& name, const std::string& title,
                    std::size_t groups, const Find& find) const {
        ClueChart chart{name, title, quantity.title};
        const auto published = std::count_if(comparison_.systems.begin(), comparison_.systems.end(),
                                             [](const ClueReport& system) { return system.published; });
        const bool are_mixed =
            published > 0 && static_cast<std::size_t>(published) < comparison_.systems.size();
        std::size_t of_kind[2] = {0, 0};
        for (const ClueReport& system : comparison_.systems) {
            const bool outlined = are_mixed && system.published;
            ClueSeries series{system.system, of_kind[outlined ? 1 : 0]++, outlined};
            for (std::size_t group = 0; group < groups; ++group)
                series.values.push_back(quantity.scaled(find(system, group)));
            if (std::any_of(series.values.begin(), series.values.end(),
                            [](const std::optional<double>& value) { return value.has_value(); }))
                chart.series.push_back(std::move(series));
        }
        return chart;
    }

    const ClueComparison& comparison_;
};

} // namespace

std::vector<Chart> clue_comparison_plots(const ClueComparison& comparison) {
    const SystemCharts charts(comparison);
    const std::vector<std::string> all = comparison.variations();
    std::vector<std::string> variations; // with figures on the shown number of ranks
    for (const std::string& variation : all)
        if (std::any_of(comparison.systems.begin(), comparison.systems.end(), [&](const ClueReport& system) {
                return system.find(variation, comparison.shown_ranks()) != nullptr;
            }))
            variations.push_back(variation);
    const std::vector<int> ranks = comparison.ranks();
    std::vector<Chart> plots;
    const auto add = [&](const ClueChart& chart, const auto& draw, const auto& groups) {
        if (!chart.series.empty()) plots.push_back(draw(chart, groups));
    };
    add(charts.by_variation(act_quantity(), "clue-act-by-variation", variations), bar_chart, variations);
    if (comparison.shown_ranks() > 1) { // on one rank, the efficiency is 1 by definition
        add(charts.by_variation(efficiency_quantity(), "clue-efficiency-by-variation", variations),
            point_chart, variations);
        add(charts.by_variation(serial_fraction_quantity(), "clue-serial-fraction-by-variation", variations),
            point_chart, variations);
    }
    if (ranks.size() < 2) return plots;
    add(charts.by_ranks(efficiency_quantity(), "clue-efficiency-by-ranks", ranks), line_chart, ranks);
    const std::vector<int> several(std::upper_bound(ranks.begin(), ranks.end(), 1), ranks.end());
    if (several.size() > 1) // no curve goes through a single point
        add(charts.by_ranks(serial_fraction_quantity(), "clue-serial-fraction-by-ranks", several), line_chart,
            several);
    return plots;
}

} // namespace loop::report
