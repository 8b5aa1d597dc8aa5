#include "report/clue/charts.h"

#include "report/figures/tics.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr int chart_width = 760, chart_height = 480, width_of_series = 14;
constexpr double spread_of_points = 0.7; ///< of a group, whose width is 1

/// The common beginning of all charts. The legend needs a line for every few series.
std::string chart_script(const ClueChart& chart, const std::string& settings,
                         const std::vector<std::string>& lines, int width) {
    const int legend = 20 * static_cast<int>(chart.series.size() / 5);
    return plot_script(
        chart.name,
        "set title " + quoted(chart.title) +
            " noenhanced\nset grid y\nset key outside top center horizontal noenhanced\nset datafile "
            "missing '?'\n" +
            settings,
        plot_command(lines), width, chart_height + legend);
}

/// Wide enough for many series in each group.
int width_for(const ClueChart& chart, std::size_t groups) {
    return std::clamp(static_cast<int>(groups * (chart.series.size() + 1)) * width_of_series, chart_width,
                      2 * chart_width);
}

const char* color_of(const ClueSeries& series) {
    return line_colors[series.color % line_colors.size()];
}

/// A line per group: its name, then one value per series.
template <class Group>
std::string chart_data(const ClueChart& chart, const char* head, const std::vector<Group>& groups) {
    std::string text = fmt::format("# {}", head);
    for (const ClueSeries& series : chart.series)
        text += " " + file_name(series.title);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        text += fmt::format("\n{}", groups[i]);
        for (const ClueSeries& series : chart.series)
            text += series.values[i] ? fmt::format(" {:.10g}", *series.values[i]) : " ?";
    }
    return text + "\n";
}

/// A line per group: its number, then one value per series.
std::string numbered_data(const ClueChart& chart, std::size_t groups) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < groups; ++i)
        numbers.push_back(i);
    return chart_data(chart, "group", numbers);
}

bool has_negative(const ClueChart& chart) {
    return std::any_of(chart.series.begin(), chart.series.end(), [](const ClueSeries& series) {
        return std::any_of(series.values.begin(), series.values.end(),
                           [](const auto& value) { return value && *value < 0; });
    });
}

} // namespace

Plot bar_chart(const ClueChart& chart, const std::vector<std::string>& groups) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const ClueSeries& series = chart.series[i];
        lines.push_back(fmt::format("'{}.dat' using {}:xtic(1) title {} linecolor rgb '{}'{}", chart.name,
                                    i + 2, quoted(series.title), color_of(series),
                                    series.outlined ? " fillstyle pattern 4" : ""));
    }
    const std::string settings =
        fmt::format("set style data histograms\nset style histogram clustered gap 1\nset style fill solid "
                    "0.9 noborder\nset xtics rotate by -35 noenhanced\nset ylabel '{}'\nset yrange [0:*]\n",
                    chart.quantity);
    return {chart.name, chart.title, chart_script(chart, settings, lines, width_for(chart, groups.size())),
            chart_data(chart, "variation", groups)};
}

Plot point_chart(const ClueChart& chart, const std::vector<std::string>& groups) {
    std::vector<std::pair<std::string, double>> labels;
    for (std::size_t i = 0; i < groups.size(); ++i)
        labels.emplace_back(groups[i], static_cast<double>(i));
    std::vector<std::string> lines;
    const auto count = static_cast<double>(chart.series.size());
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const ClueSeries& series = chart.series[i];
        const double offset = ((static_cast<double>(i) + 0.5) / count - 0.5) * spread_of_points;
        lines.push_back(fmt::format(
            "'{}.dat' using ($1{:+.4f}):{} with points pointtype {} pointsize 1.1 linewidth 1.5 linecolor "
            "rgb '{}' title {}",
            chart.name, offset, i + 2, series.outlined ? 6 : 7, color_of(series), quoted(series.title)));
    }
    std::string settings = fmt::format(
        "set ylabel '{}'\nset xtics {} rotate by -35 noenhanced scale 0\nset xrange "
        "[-0.5:{}]\nset offsets 0, 0, graph 0.06, {}\n{}",
        chart.quantity, tic_list(labels), static_cast<double>(groups.size()) - 0.5,
        has_negative(chart) ? "graph 0.06" : "0", has_negative(chart) ? "" : "set yrange [0:*]\n");
    for (std::size_t i = 1; i < groups.size(); ++i) // between groups
        settings += fmt::format("set arrow from {0},graph 0 to {0},graph 1 nohead linecolor rgb '#999999'\n",
                                static_cast<double>(i) - 0.5);
    return {chart.name, chart.title, chart_script(chart, settings, lines, width_for(chart, groups.size())),
            numbered_data(chart, groups.size())};
}

Plot line_chart(const ClueChart& chart, const std::vector<int>& ranks) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const ClueSeries& series = chart.series[i];
        const std::size_t dash = series.outlined ? 2 : 1 + series.color / line_colors.size();
        lines.push_back(fmt::format(
            "'{}.dat' using 1:{} with linespoints linewidth 2 pointtype {} dashtype {} linecolor rgb '{}' "
            "title {}",
            chart.name, i + 2, 4 + series.color, dash, color_of(series), quoted(series.title)));
    }
    const std::string settings =
        fmt::format("set logscale x 2\nset xlabel 'ranks'\nset ylabel '{}'\n", chart.quantity);
    return {chart.name, chart.title, chart_script(chart, settings, lines, chart_width),
            chart_data(chart, "ranks", ranks)};
}

} // namespace loop::report
