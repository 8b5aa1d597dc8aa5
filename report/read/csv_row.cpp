#include "report/read/csv_row.h"

#include "base/text/clean.h"
#include "report/read/run.h"

#include <fmt/core.h>

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

void CsvRow::fail(const std::string& what) const {
    throw FormatError(fmt::format("`{}`: line {}: {}", origin_, line_, what));
}

} // namespace loop::report
