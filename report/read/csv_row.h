#pragma once

#include <map>
#include <optional>
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
    /// Returns the number in the cell; empty if there is none. Throws FormatError if it is not a number, or
    /// below 0.
    std::optional<double> number(const std::string& column) const;
    /// The same for a number that must be there and above 0.
    double above_zero(const std::string& column) const;
    /// Throws FormatError with the file and the line.
    [[noreturn]] void fail(const std::string& what) const;

private:
    std::optional<double> parsed(const std::string& column) const;

    std::string origin_;
    std::size_t line_;
    std::map<std::string, std::string> cells_;
};

} // namespace loop::report
