#include "base/text/units.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <array>
#include <cctype>
#include <cmath>
#include <utility>

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

std::string fine_seconds_text(double seconds) {
    return std::abs(seconds) < 0.9995e-9 && seconds != 0 ? three_digits(seconds * 1e12) + " ps"
                                                         : seconds_text(seconds);
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

std::optional<long long> whole_number_in(std::string_view text) {
    constexpr std::string_view units = "kmg";
    if (text.empty()) return std::nullopt;
    const auto last = static_cast<char>(std::tolower(static_cast<unsigned char>(text.back())));
    const std::size_t unit = units.find(last);
    if (unit == std::string_view::npos) return number_in<long long>(text);
    const auto number = number_in<long long>(text.substr(0, text.size() - 1));
    long long product = 0;
    if (!number || __builtin_mul_overflow(*number, 1LL << (10 * (unit + 1)), &product)) return std::nullopt;
    return product;
}

std::optional<double> seconds_in(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, double>, 4> units{
        {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}}};
    for (const auto& [unit, seconds] : units) {
        if (text.size() <= unit.size() || text.substr(text.size() - unit.size()) != unit) continue;
        const auto number = number_in<double>(text.substr(0, text.size() - unit.size()));
        return number ? std::optional(*number * seconds) : std::nullopt;
    }
    return number_in<double>(text);
}

} // namespace loop
