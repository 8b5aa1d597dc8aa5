#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

std::string title_of(const ClueReport& report, const ClueQuantity& quantity, const char* by) {
    return fmt::format("{}: {} by {}", report.system, quantity.title, by);
}

/// The common beginning of both kinds of plots.
std::string script(const Plot& plot, const std::string& settings, const std::vector<std::string>& lines) {
    return plot_script(
        plot.name,
        "set title " + quoted(plot.title) +
            " noenhanced\nset grid y\nset key outside top center horizontal noenhanced\nset datafile "
            "missing '?'\n" +
            settings,
        plot_command(lines), 760, 480);
}

std::string value_text(const ClueQuantity& quantity, const ClueFigure* figure) {
    const auto value = figure == nullptr ? std::nullopt : quantity.of_figure(*figure);
    return value ? fmt::format("{:.10g}", *value * quantity.scale) : "?";
}

/// Bars: one group per variation, with one bar for each of these numbers of ranks.
Plot by_variation(const ClueReport& report, const ClueQuantity& quantity, const std::string& name,
                  const std::vector<int>& ranks) {
    Plot plot{name, title_of(report, quantity, "variation"), "", ""};
    plot.data = "# variation";
    for (const int number : ranks)
        plot.data += fmt::format(" {}", number);
    for (const std::string& variation : report.variations()) {
        plot.data += "\n" + variation;
        for (const int number : ranks)
            plot.data += " " + value_text(quantity, report.find(variation, number));
    }
    plot.data += "\n";
    std::vector<std::string> lines;
    const std::vector<int> all = report.ranks(); // so that a number of ranks has the same color in all plots
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto place =
            static_cast<std::size_t>(std::find(all.begin(), all.end(), ranks[i]) - all.begin());
        lines.push_back(fmt::format("'{}.dat' using {}:xtic(1) title '{}' linecolor rgb '{}'", name, i + 2,
                                    counted(ranks[i], "rank"), line_colors[place % line_colors.size()]));
    }
    plot.script =
        script(plot,
               fmt::format("set style data histograms\nset style histogram clustered gap 1\nset style "
                           "fill solid 0.9 noborder\nset xtics rotate by -35 noenhanced\nset ylabel "
                           "'{}'\nset yrange [0:*]\n",
                           quantity.title),
               lines);
    return plot;
}

/// Curves over ranks, one per variation.
Plot by_ranks(const ClueReport& report, const ClueQuantity& quantity, const std::string& name) {
    const std::vector<std::string> variations = report.variations();
    Plot plot{name, title_of(report, quantity, "number of ranks"), "", ""};
    plot.data = "# ranks";
    for (const std::string& variation : variations)
        plot.data += " " + variation;
    for (const int number : report.ranks()) {
        plot.data += fmt::format("\n{}", number);
        for (const std::string& variation : variations)
            plot.data += " " + value_text(quantity, report.find(variation, number));
    }
    plot.data += "\n";
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < variations.size(); ++i)
        lines.push_back(
            fmt::format("'{}.dat' using 1:{} with linespoints linewidth 2 pointtype {} dashtype {} "
                        "linecolor rgb '{}' title '{}'",
                        name, i + 2, 4 + i, 1 + i / line_colors.size(), line_colors[i % line_colors.size()],
                        variations[i]));
    plot.script = script(
        plot, fmt::format("set logscale x 2\nset xlabel 'ranks'\nset ylabel '{}'\n", quantity.title), lines);
    return plot;
}

} // namespace

std::vector<Plot> clue_plots(const ClueReport& report) {
    std::vector<Plot> plots;
    if (report.figures.empty()) return plots;
    plots.push_back(clue_overview(report));
    const auto has = [&](const ClueQuantity& quantity) {
        return std::any_of(report.figures.begin(), report.figures.end(),
                           [&](const ClueFigure& figure) { return quantity.of_figure(figure).has_value(); });
    };
    const std::vector<ClueQuantity>& all = clue_quantities();
    const ClueQuantity &act = all[0], &efficiency = all[2], &serial_fraction = all[3];
    const std::vector<int> ranks = report.ranks();
    plots.push_back(by_variation(report, act, "clue-act-by-variation", ranks));
    if (ranks.size() < 2 || !has(serial_fraction)) return plots;
    // On one rank, the efficiency is 1 by definition, and there is no serial fraction.
    const std::vector<int> several(std::upper_bound(ranks.begin(), ranks.end(), 1), ranks.end());
    plots.push_back(by_variation(report, efficiency, "clue-efficiency-by-variation", several));
    plots.push_back(by_variation(report, serial_fraction, "clue-serial-fraction-by-variation", several));
    plots.push_back(by_ranks(report, efficiency, "clue-efficiency-by-ranks"));
    if (several.size() > 1) // no curve goes through a single point
        plots.push_back(by_ranks(report, serial_fraction, "clue-serial-fraction-by-ranks"));
    return plots;
}

} // namespace loop::report
