#pragma once

#include "report/document/document.h"

#include <vector>

/// Turns numbers into the values of a sheet. A value that is not known becomes "unknown", never blank.
namespace loop::report {

Value text_value(const std::string& text); ///< "unknown" for an empty text
Value unknown();
Value nothing(); ///< for a cell that does not apply to its row
Value seconds_value(double seconds);
Value nanoseconds_value(double nanoseconds); ///< shown in seconds
Value bytes_value(double bytes);
Value count_value(double count);
/// A line of the program's source, to which pages link; "unknown" for 0.
Value line_value(int line, int column = 0); ///< "12" or "12:45"
/// The same, with the file if that is not the program: "halo.h:12". A file that is not recorded is the
/// program.
Value placed_line(const std::string& program, const std::string& file, int line, int column = 0);
Value rank_value(int rank); ///< "rank 3"
template <typename Whole>
Value nanoseconds_value(Whole nanoseconds) {
    return nanoseconds_value(static_cast<double>(nanoseconds));
}
template <typename Whole>
Value bytes_value(Whole bytes) {
    return bytes_value(static_cast<double>(bytes));
}
template <typename Whole>
Value count_value(Whole count) {
    return count_value(static_cast<double>(count));
}
Value number_value(double number, const std::string& unit);
Value percent_value(double percent);

/// Rounds percentages to two decimals whose sum is that of the percentages, rounded: those that sum to 100
/// still sum to 100.00 (largest-remainder method).
std::vector<double> rounded_shares(const std::vector<double>& percent);
/// Shows the percentages in a column of a table so that what people see adds up. Programs get all digits.
void round_shares(DataTable& table, std::size_t column);

} // namespace loop::report
