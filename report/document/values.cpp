#include "report/document/values.h"

#include "base/text/place.h"
#include "base/text/units.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loop::report {

Value text_value(const std::string& text) {
    return text.empty() ? unknown() : Value{text, {}, {}};
}

Value unknown() {
    return {"unknown", {}, {}};
}

Value nothing() {
    return {};
}

Value seconds_value(double seconds) {
    return {seconds_text(seconds), seconds, "s"};
}

Value nanoseconds_value(double nanoseconds) {
    return seconds_value(nanoseconds * 1e-9);
}

Value bytes_value(double bytes) {
    return {bytes_text(bytes), bytes, "B"};
}

Value count_value(double count) {
    return {count_text(static_cast<long long>(count)), count, {}};
}

Value line_value(int line, int column) {
    if (line <= 0) return unknown();
    return {line_text(line, column), static_cast<double>(line), {}, Mark::None, {}, line};
}

Value rank_value(int rank) {
    return {fmt::format("rank {}", rank), static_cast<double>(rank), {}};
}

Value number_value(double number, const std::string& unit) {
    return {number_text(number) + (unit.empty() ? "" : " " + unit), number, unit};
}

Value percent_value(double percent) {
    return {fmt::format("{:.2f} %", percent), percent, "%"};
}

template <std::size_t Count>
std::array<double, Count> rounded_shares(const std::array<double, Count>& percent) {
    std::array<long long, Count> hundredths{};
    std::array<std::size_t, Count> order{};
    long long sum = 0;
    double exact = 0;
    for (std::size_t i = 0; i < Count; ++i) {
        hundredths[i] = static_cast<long long>(std::floor(percent[i] * 100));
        sum += hundredths[i];
        exact += percent[i];
    }
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return percent[a] * 100 - std::floor(percent[a] * 100) >
               percent[b] * 100 - std::floor(percent[b] * 100);
    });
    const auto missing = std::clamp<long long>(std::llround(exact * 100) - sum, 0, Count);
    for (long long i = 0; i < missing; ++i)
        ++hundredths[order[static_cast<std::size_t>(i)]];
    std::array<double, Count> result{};
    for (std::size_t i = 0; i < Count; ++i)
        result[i] = static_cast<double>(hundredths[i]) / 100;
    return result;
}

template std::array<double, 5> rounded_shares(const std::array<double, 5>&);

} // namespace loop::report
