#pragma once

#include <string>
#include <vector>

namespace loop {

/// A line of a CSV file (RFC 4180) with its line end. Text that a spreadsheet would interpret as a formula
/// gets a leading apostrophe; numbers do not.
std::string csv_line(const std::vector<std::string>& cells);

/// Splits the lines of a CSV file into cells, without empty lines. Accepts any text.
std::vector<std::vector<std::string>> csv_cells(const std::string& text);

} // namespace loop
