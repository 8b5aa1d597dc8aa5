#include "report/compare/published.h"

#include "base/text/clean.h"
#include "base/text/csv.h"
#include "report/read/csv_row.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace loop::report {

namespace {

/// Accepts only decimal notation, because half_unit() reads the digits too. Returns 0 if `text` is not a
/// positive number.
double positive_number(const std::string& text) {
    if (text.find_first_not_of("0123456789.eE+-") != std::string::npos) return 0;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(value) && value > 0 ? value : 0;
}

bool names_machine(const std::string& column) {
    return column.size() > 2 && column.compare(column.size() - 2, 2, "_s") == 0;
}

/// The paper's short names of the predefined workloads.
std::string workload_name(const std::string& printed) {
    if (printed == "fp") return "fingerprint";
    return printed == "red_bl." ? "red_black" : printed;
}

/// The settings that all machines of the row have in common.
Measurement setting_of(const CsvRow& row) {
    Measurement setting;
    setting.is_published = true;
    setting.workload = workload_name(row.text("workload"));
    const double ranks = positive_number(row.text("processors"));
    if (ranks < 1 || ranks > 1e9 || ranks != std::floor(ranks))
        row.fail("`processors` is not a number of ranks");
    setting.ranks = static_cast<int>(ranks);
    for (const auto& [name, parameter] :
         {std::pair("problem_size", "size"), std::pair("iterations", "iterations")})
        if (const std::string value = row.text(name); !value.empty())
            setting.parameters.emplace_back(parameter, value);
    return setting;
}

void add_times(const CsvRow& row, const std::vector<std::string>& columns,
               std::vector<Candidate>& candidates) {
    const Measurement setting = setting_of(row);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string printed = row.text(columns[i]);
        if (printed.empty()) continue;
        Measurement measurement = setting;
        measurement.seconds = {positive_number(printed)};
        if (measurement.seconds[0] <= 0) row.fail("`" + columns[i] + "` is not a time");
        measurement.half_unit = half_unit(printed);
        candidates[i].measurements.push_back(std::move(measurement));
    }
}

} // namespace

double half_unit(const std::string& printed) {
    const std::size_t power = std::min(printed.find_first_of("eE"), printed.size());
    const std::size_t point = std::min(printed.find('.'), power);
    const double digits = point == power ? 0 : static_cast<double>(power - point - 1);
    const double exponent = power == printed.size() ? 0 : std::strtod(printed.c_str() + power + 1, nullptr);
    return 0.5 * std::pow(10, exponent - digits);
}

std::pair<double, double> quotient_limits(double seconds, double half, double base_seconds,
                                          double base_half) {
    return {(seconds - half) / (base_seconds + base_half), (seconds + half) / (base_seconds - base_half)};
}

std::vector<Candidate> published_candidates(const std::string& csv, const std::string& origin) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    if (lines.empty()) throw FormatError("`" + origin + "` is empty");
    std::vector<std::string> columns;
    std::vector<Candidate> candidates;
    std::copy_if(lines[0].begin(), lines[0].end(), std::back_inserter(columns), names_machine);
    for (const std::string& column : columns)
        candidates.push_back({"", clean_text(column.substr(0, column.size() - 2)), origin, {}, {}});
    const auto has = [&](const char* column) {
        return std::find(lines[0].begin(), lines[0].end(), column) != lines[0].end();
    };
    if (!has("workload") || !has("processors") || candidates.empty())
        throw FormatError("`" + origin +
                          "`: a table of published times has columns `workload`, `processors`, and "
                          "`NAME_s` for each machine");
    for (std::size_t i = 1; i < lines.size(); ++i)
        add_times(CsvRow(lines[0], lines[i], origin, i + 1), columns, candidates);
    return candidates;
}

} // namespace loop::report
