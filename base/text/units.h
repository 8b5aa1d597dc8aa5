#pragma once

#include <string>

/// Numbers for display: three or four significant digits, with a unit that fits the magnitude.
namespace loop {

std::string seconds_text(double seconds); ///< "12.3 ms"
std::string bytes_text(double bytes);     ///< "1.50 MiB"
std::string count_text(long long count);  ///< "12 345"
std::string number_text(double value);    ///< "0.0123", "1.23e+09"
std::string mflops_text(double flops, double seconds);

} // namespace loop
