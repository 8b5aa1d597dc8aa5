#include "base/text/units.h"

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace loop {

namespace {

/// Three significant digits without an exponent; more if the integer part is longer.
std::string three_digits(double value) {
    const double size = std::abs(value);
    if (size >= 99.95) return fmt::format("{:.0f}", value);
    if (size >= 9.995) return fmt::format("{:.1f}", value);
    return fmt::format("{:.2f}", value);
}

} // namespace

std::string seconds_text(double seconds) {
    const double size = std::abs(seconds);
    if (size == 0) return "0 s";
    if (size < 0.9995e-6) return three_digits(seconds * 1e9) + " ns";
    if (size < 0.9995e-3) return three_digits(seconds * 1e6) + " us";
    if (size < 0.9995) return three_digits(seconds * 1e3) + " ms";
    return three_digits(seconds) + " s";
}

std::string bytes_text(double bytes) {
    constexpr std::array<const char*, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} B", bytes)
                     : fmt::format("{} {}", three_digits(bytes), units[unit]);
}

std::string count_text(long long count) {
    std::string digits = std::to_string(count);
    const std::size_t sign = count < 0 ? 1 : 0;
    // Groups of three digits, but only from five digits on: 1234 is easy to read.
    if (digits.size() - sign < 5) return digits;
    for (std::size_t at = digits.size(); at > sign + 3;)
        digits.insert(at -= 3, " ");
    return digits;
}

std::string number_text(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e6) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

std::string mflops_text(double flops, double seconds) {
    if (flops <= 0 || seconds <= 0) return {};
    const double rate = flops / seconds / 1e6;
    return rate >= 1e5 ? fmt::format("{:.3g}", rate) : three_digits(rate);
}

} // namespace loop
