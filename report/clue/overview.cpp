#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"
#include "report/figures/tics.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr int row_height = 34, frame_height = 150, overview_width = 900;

/// Where the points of a variation lie: side by side within its row, one below the other by ranks.
double offset_of(std::size_t index, std::size_t count) {
    return count < 2 ? 0 : (static_cast<double>(index) / static_cast<double>(count - 1) - 0.5) * 0.6;
}

/// The slowest and the fastest trial that count, which are all if all were disturbed; the figure itself if
/// there are no trials.
std::pair<double, double> trial_range(const ClueFigure& figure) {
    std::pair<double, double> range(figure.act, figure.act);
    for (const auto& [round, act] : figure.trials)
        if ((figure.only_disturbed() || figure.disturbed.count(round) == 0) && act > 0)
            range.first = std::min(range.first, act);
    return range;
}

/// Lines `row act low high efficiency disturbed`, one block per number of ranks; "?" for what is not known.
/// `disturbed`: 1 if all trials were.
std::string overview_data(const ClueReport& report) {
    std::string text = "# row act low high efficiency disturbed\n";
    const std::vector<std::string> variations = report.variations();
    const std::vector<int> ranks = report.ranks();
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        for (std::size_t row = 0; row < variations.size(); ++row) {
            const ClueFigure* const figure = report.find(variations[row], ranks[k]);
            if (figure == nullptr || !(figure->act > 0)) continue;
            const auto [low, high] = trial_range(*figure);
            text += fmt::format("{:.4g} {:.10g} {:.10g} {:.10g} {} {:d}\n",
                                static_cast<double>(row) + offset_of(k, ranks.size()), figure->act, low, high,
                                figure->efficiency ? fmt::format("{:.10g}", 100 * *figure->efficiency) : "?",
                                figure->only_disturbed());
        }
        text += "\n\n";
    }
    return text;
}

/// One row per variation; only the left panel names them.
std::string rows_of(const ClueReport& report, bool named) {
    std::vector<std::pair<std::string, double>> labels;
    const std::vector<std::string> variations = report.variations();
    for (std::size_t row = 0; row < variations.size(); ++row)
        labels.emplace_back(named ? variations[row] : "", static_cast<double>(row));
    return fmt::format("set ytics {} noenhanced\nset yrange [{}:-0.7]\n", tic_list(labels),
                       static_cast<double>(variations.size()) - 0.3);
}

/// The range of all speeds, with some room, so that every point lies inside the frame.
std::string speed_axis(const ClueReport& report) {
    double low = INFINITY, high = 0;
    for (const ClueFigure& figure : report.figures)
        if (figure.act > 0) {
            low = std::min(low, trial_range(figure).first);
            high = std::max(high, figure.act);
        }
    low /= 1.3;
    high *= 1.3;
    return fmt::format(
        "set xlabel 'million ACT/s per rank'\nset logscale x\nset xrange [{:.10g}:{:.10g}]\nset "
        "xtics {}\n",
        low, high, tic_list(tic_values(low, high, true)));
}

std::string efficiency_axis(const ClueReport& report) {
    double high = 100;
    for (const ClueFigure& figure : report.figures)
        high = std::max(high, 100 * figure.efficiency.value_or(0));
    high *= 1.05;
    return fmt::format(
        "set xlabel 'efficiency (%)'\nunset logscale x\nset xrange [0:{:.10g}]\nset xtics {}\n", high,
        tic_list(tic_values(0, high, false)));
}

/// The points on the k-th number of ranks. Dashed ones are not named in the key. Properties of the line must
/// precede its title.
std::string drawn_ranks(const ClueReport& report, std::size_t k, const std::string& columns,
                        const std::string& style, bool dashed = false) {
    return fmt::format(
        "'{}.dat' index {} using {} with {} pointtype {} pointsize 0.9 linewidth 1.5 "
        "linecolor rgb '{}' {}",
        clue_overview_name, k, columns, style, 7 - 2 * (k % 2), line_colors[k % line_colors.size()],
        !dashed ? fmt::format("title '{}'", counted(report.ranks()[k], "rank")) : "dashtype 2 notitle");
}

/// One panel; `skips`: ranks that it leaves out, as one rank is 100 % efficient by definition.
std::string panel(const ClueReport& report, const std::string& columns, const std::string& style,
                  std::size_t skips) {
    const std::vector<int> ranks = report.ranks();
    std::vector<std::string> lines;
    for (std::size_t k = skips; k < ranks.size(); ++k)
        lines.push_back(drawn_ranks(report, k, columns, style));
    return plot_command(lines);
}

/// The range of a point all of whose trials were disturbed is dashed.
std::string speed_panel(const ClueReport& report) {
    const bool has_disturbed = std::any_of(report.figures.begin(), report.figures.end(),
                                           [](const ClueFigure& figure) { return figure.only_disturbed(); });
    if (!has_disturbed) return panel(report, "2:1:3:4", "xerrorbars", 0);
    const std::vector<int> ranks = report.ranks();
    std::vector<std::string> lines;
    for (const int disturbed : {0, 1})
        for (std::size_t k = 0; k < ranks.size(); ++k)
            lines.push_back(drawn_ranks(report, k, fmt::format("($6=={}?$2:NaN):1:3:4", disturbed),
                                        "xerrorbars", disturbed == 1));
    return plot_command(lines);
}

} // namespace

Plot clue_overview(const ClueReport& report) {
    Plot plot{clue_overview_name, report.system + ": every variation", "", overview_data(report)};
    const std::vector<int> ranks = report.ranks();
    const bool has_efficiency =
        std::any_of(report.figures.begin(), report.figures.end(),
                    [](const ClueFigure& figure) { return figure.ranks > 1 && figure.efficiency; });
    const std::string settings =
        "set grid\nset key outside top center horizontal noenhanced samplen 1\nset datafile missing '?'\n";
    std::string drawing = fmt::format("set multiplot layout 1,{}\n", has_efficiency ? 2 : 1);
    drawing += rows_of(report, true) + speed_axis(report) + speed_panel(report);
    if (has_efficiency)
        drawing += rows_of(report, false) + efficiency_axis(report) +
                   panel(report, "5:1", "points", ranks.front() == 1 ? 1 : 0);
    drawing += "unset multiplot\n";
    const auto rows = static_cast<int>(report.variations().size());
    plot.script = plot_script(plot.name, settings, drawing, overview_width, frame_height + row_height * rows);
    return plot;
}

} // namespace loop::report
