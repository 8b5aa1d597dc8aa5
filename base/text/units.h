#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Numbers with units: for display, with three or four significant digits and a unit that fits the magnitude;
/// and as people write them.
namespace loop {

std::string seconds_text(double seconds);      ///< "12.3 ms"
std::string bytes_text(double bytes);          ///< "1.50 MiB"
std::string count_text(long long count);       ///< "12 345"
std::string fine_seconds_text(double seconds); ///< as seconds_text, below 1 ns in picoseconds: "51.6 ps"
std::string number_text(double value);         ///< "0.0123", "1.23e+09"
std::string mflops_text(double flops, double seconds);

/// Reads a whole number: "4096", "-1", "64k". The units k, m, and g, in either case, multiply by 1024,
/// 1024^2, and 1024^3. Returns nullopt for other texts and numbers out of range.
std::optional<long long> whole_number_in(std::string_view text);
/// Reads a time: "90" (seconds), "90s", "500ms", "1.5m", "2h". Returns nullopt for other texts.
std::optional<double> seconds_in(std::string_view text);

} // namespace loop
