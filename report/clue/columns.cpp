#include "report/clue/columns.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace loop::report {

const std::vector<ClueQuantity>& clue_quantities() {
    static const std::vector<ClueQuantity> all{
        {"act_million_per_s", "ACT/s million", 3, 1,
         [](const ClueFigure& figure) { return std::optional(figure.act); },
         [](const ClueAverage& average) { return std::optional(average.act); }},
        {"net_act_million_per_s", "net ACT/s million", 3, 1,
         [](const ClueFigure& figure) { return std::optional(figure.net_act()); },
         [](const ClueAverage&) { return std::optional<double>(); }},
        {"efficiency_percent", "efficiency %", 2, 100,
         [](const ClueFigure& figure) { return figure.efficiency; },
         [](const ClueAverage& average) { return average.efficiency; }},
        {"serial_fraction_percent", "serial fraction %", 2, 100,
         [](const ClueFigure& figure) { return figure.serial_fraction; },
         [](const ClueAverage& average) { return average.serial_fraction; }}};
    return all;
}

const std::vector<ClueInterval>& clue_intervals() {
    static const std::vector<ClueInterval> all{
        {"efficiency_low_percent", "efficiency_high_percent", &ClueFigure::efficiency_interval},
        {"serial_fraction_low_percent", "serial_fraction_high_percent",
         &ClueFigure::serial_fraction_interval}};
    return all;
}

std::optional<double> ClueQuantity::scaled(const ClueFigure* figure) const {
    const auto value = figure == nullptr ? std::nullopt : of_figure(*figure);
    return value ? std::optional(*value * scale) : std::nullopt;
}

const ClueQuantity& act_quantity() {
    return clue_quantities()[0];
}
const ClueQuantity& efficiency_quantity() {
    return clue_quantities()[2];
}
const ClueQuantity& serial_fraction_quantity() {
    return clue_quantities()[3];
}

std::string clue_number(const ClueQuantity& quantity, const std::optional<double>& value) {
    return value ? fmt::format("{:.{}f}", *value * quantity.scale, quantity.digits) : "";
}

std::vector<ClueAverageRow> clue_averages(const ClueReport& report) {
    std::vector<ClueAverageRow> rows;
    if (report.figures.empty()) return rows;
    for (const int ranks : report.ranks())
        rows.push_back({"ranks", std::to_string(ranks), average_of_ranks(report, ranks)});
    for (const std::string& variation : report.variations())
        rows.push_back({"variation", variation, average_of_variation(report, variation)});
    rows.push_back({"system", report.system, average_of_system(report)});
    return rows;
}

std::string ClueAverageRow::title() const {
    if (kind == "system") return "all";
    return kind == "ranks" ? counted(std::stoi(of), "rank") : of;
}

std::string trials_text(const ClueReport& report) {
    if (report.trials == 0) return "";
    std::size_t least = SIZE_MAX, most = 0;
    for (const ClueFigure& figure : report.figures) {
        if (figure.trials.empty()) continue;
        least = std::min(least, figure.trials.size());
        most = std::max(most, figure.trials.size());
    }
    if (most == 0) return "none";
    if (most == 1) return "one trial";
    return most == least ? fmt::format("the fastest of {} trials", most)
                         : fmt::format("the fastest of {} to {} trials", least, most);
}

std::string variation_text(const std::string& variation) {
    static const std::map<std::string, std::string> texts{
        {"base", "single precision, the mean of eight neighbors, whole rows to the neighboring ranks"},
        {"integer", "integers of the same bytes"},
        {"double", "double precision, twice the bytes"},
        {"wide-integer", "integers of twice the bytes"},
        {"rearranged", "twice the width, half the height: edges of twice the bytes"},
        {"random-order", "neighbors on the torus are any ranks"},
        {"four", "four neighbors"},
        {"scattered", "eight random cells as neighbors"},
        {"cells", "a message for each cell of an edge"},
        {"in-place", "one state instead of two: a cell waits for the one before it"},
        {"modulo", "the published loop, which divides for every index"},
    };
    const auto found = texts.find(variation);
    return found == texts.end() ? "" : found->second;
}

} // namespace loop::report
