#pragma once

#include <string>
#include <vector>

namespace loop {

/// A line of a CSV file (RFC 4180) with its end. A text that a spreadsheet would take for a formula gets an
/// apostrophe in front; numbers do not.
std::string csv_line(const std::vector<std::string>& cells);

/// The lines of a CSV file as cells; empty lines are left out. Any text is safe.
std::vector<std::vector<std::string>> csv_cells(const std::string& text);

} // namespace loop
