#pragma once

#include <map>
#include <string>
#include <vector>

namespace loop::report {

/// A line of a CSV file, with its cells by column name.
class CsvRow {
public:
    /// Throws FormatError if the line has more or fewer cells than the head.
    CsvRow(const std::vector<std::string>& head, const std::vector<std::string>& cells, std::string origin,
           std::size_t line);

    /// Returns the cell without control characters; "" if there is no such column.
    std::string text(const std::string& column) const;
    /// Throws FormatError with the file and the line.
    [[noreturn]] void fail(const std::string& what) const;

private:
    std::string origin_;
    std::size_t line_;
    std::map<std::string, std::string> cells_;
};

} // namespace loop::report
