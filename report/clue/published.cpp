#include "base/text/clean.h"
#include "base/text/csv.h"
#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/systems.h"
#include "report/read/csv_row.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr const char* needed[] = {"system", "variation", "ranks", "act_million_per_s"};
/// Columns that are not facts of a system.
constexpr const char* known[] = {"kind",
                                 "verdict",
                                 "system",
                                 "model",
                                 "variation",
                                 "ranks",
                                 "act_million_per_s",
                                 "efficiency_percent",
                                 "serial_fraction_percent",
                                 "width",
                                 "height"};

/// A percentage as a fraction; nothing if the cell is empty.
std::optional<double> fraction(const CsvRow& row, const char* column) {
    const std::string text = row.text(column);
    if (text.empty()) return std::nullopt;
    const auto number = number_in<double>(text);
    if (!number || !std::isfinite(*number)) row.fail(fmt::format("`{}` is not a number", column));
    return *number / 100;
}

/// Nothing if both cells are empty.
std::optional<std::pair<double, double>> interval_of(const CsvRow& row, const ClueInterval& columns) {
    const auto low = fraction(row, columns.low), high = fraction(row, columns.high);
    if (!low && !high) return std::nullopt;
    if (!low || !high)
        row.fail(fmt::format("only one of `{}` and `{}` has a value; an interval needs both", columns.low,
                             columns.high));
    if (*low > *high) row.fail(fmt::format("`{}` is above `{}`", columns.low, columns.high));
    return std::pair(*low, *high);
}

bool is_interval(const std::string& column) {
    const std::vector<ClueInterval>& all = clue_intervals();
    return std::any_of(all.begin(), all.end(), [&](const ClueInterval& interval) {
        return column == interval.low || column == interval.high;
    });
}

int ranks_of(const CsvRow& row) {
    const auto number = number_in<int>(row.text("ranks"));
    if (!number || *number < 1) row.fail("`ranks` is not a number of ranks");
    return *number;
}

void add_figure(const CsvRow& row, ClueReport& report) {
    ClueFigure figure;
    figure.variation = row.text("variation");
    if (!is_variation_name(figure.variation))
        row.fail("`variation` is not a name of letters, digits, and `-`");
    figure.ranks = ranks_of(row);
    figure.act = row.above_zero("act_million_per_s");
    figure.efficiency = fraction(row, "efficiency_percent");
    // The thesis prints 100 % for one rank, where the formula is 0/0.
    if (figure.ranks > 1) figure.serial_fraction = fraction(row, "serial_fraction_percent");
    for (const ClueInterval& interval : clue_intervals())
        figure.*interval.of_figure = interval_of(row, interval);
    if (report.find(figure.variation, figure.ranks) != nullptr)
        row.fail(fmt::format("{} of {} is given twice", clue_label(figure.variation, figure.ranks),
                             report.system));
    report.figures.push_back(std::move(figure));
}

/// What Table 4.1 says: every cell whose column has no meaning of its own is a fact.
void add_facts(const CsvRow& row, const std::vector<std::string>& columns, ClueSystem& system) {
    system.model = row.text("model");
    const auto width = number_in<long long>(row.text("width")),
               height = number_in<long long>(row.text("height"));
    if (width && height) system.report.grid = {*width, *height};
    for (const std::string& column : columns)
        if (const std::string text = row.text(column); !text.empty())
            if (std::find(std::begin(known), std::end(known), column) == std::end(known) &&
                !is_interval(column))
                system.report.facts.emplace_back(replaced(clean_text(column), "_", " "), text);
}

} // namespace

bool is_clue_table(const std::string& csv) {
    const auto lines = csv_cells(csv.substr(0, csv.find('\n')));
    return !lines.empty() && std::all_of(std::begin(needed), std::end(needed), [&](const char* column) {
        return std::find(lines[0].begin(), lines[0].end(), column) != lines[0].end();
    });
}

std::vector<ClueSystem> published_systems(const std::string& csv, const std::string& origin) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    std::vector<ClueSystem> systems;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const CsvRow row(lines[0], lines[i], origin, i + 1);
        const std::string kind = row.text("kind"), name = row.text("system");
        if (!kind.empty() && kind != "figure" && kind != "system")
            continue; // of clue.csv: averages, executions
        if (name.empty()) row.fail("`system` is empty");
        auto found = std::find_if(systems.begin(), systems.end(),
                                  [&](const ClueSystem& system) { return system.report.system == name; });
        if (found == systems.end()) {
            found = systems.insert(found, ClueSystem());
            found->report.system = name;
            found->report.published = true;
            found->candidate.machine = name;
            found->candidate.origin = origin;
        }
        kind == "system" ? add_facts(row, lines[0], *found) : add_figure(row, found->report);
    }
    for (ClueSystem& system : systems)
        add_efficiencies(system.report);
    if (systems.empty()) throw FormatError("`" + origin + "` has no figures");
    return systems;
}

} // namespace loop::report
