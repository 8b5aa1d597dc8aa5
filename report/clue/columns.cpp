#include "report/clue/columns.h"

#include <fmt/core.h>

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

} // namespace loop::report
