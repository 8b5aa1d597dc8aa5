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
    const std::string value = text(column);
    if (value.empty()) return std::nullopt;
    char* end = nullptr;
    const double result = std::strtod(value.c_str(), &end);
    if (*end != '\0' || !std::isfinite(result) || result < 0) fail("`" + column + "` is not a number");
    return result;
}

double CsvRow::above_zero(const std::string& column) const {
    const auto value = number(column);
    if (!value || *value <= 0) fail("`" + column + "` is not a number above 0");
    return *value;
}

void CsvRow::fail(const std::string& what) const {
    throw FormatError(fmt::format("`{}`: line {}: {}", origin_, line_, what));
}

} // namespace loop::report
