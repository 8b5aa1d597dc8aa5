#include "report/read/csv_row.h"

#include "base/text/clean.h"
#include "report/read/run.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

namespace loop::report {

CsvRow::CsvRow(const std::vector<std::string>& head, const std::vector<std::string>& cells,
               std::string origin, std::size_t line)
    : origin_(std::move(origin)), line_(line) {
    if (cells.size() != head.size()) fail(fmt::format("has {} cells, not {}", cells.size(), head.size()));
    for (std::size_t k = 0; k < head.size(); ++k)
        cells_[head[k]] = cells[k];
}

std::string CsvRow::text(const std::string& column) const {
    const auto found = cells_.find(column);
    return found == cells_.end() ? "" : clean_text(found->second);
}

std::optional<double> CsvRow::number(const std::string& column) const {
    if (text(column).empty()) return std::nullopt;
    const auto value = parsed(column);
    if (!value || *value < 0) fail("`" + column + "` is not a number of at least 0");
    return *value;
}

double CsvRow::above_zero(const std::string& column) const {
    const auto value = parsed(column);
    if (!value || *value <= 0) fail("`" + column + "` is not a number above 0");
    return *value;
}

std::optional<double> CsvRow::parsed(const std::string& column) const {
    const std::string value = text(column);
    char* end = nullptr;
    const double result = std::strtod(value.c_str(), &end);
    if (value.empty() || *end != '\0' || !std::isfinite(result)) return std::nullopt;
    return result;
}

void CsvRow::fail(const std::string& what) const {
    throw FormatError(fmt::format("`{}`: line {}: {}", origin_, line_, what));
}

} // namespace loop::report
