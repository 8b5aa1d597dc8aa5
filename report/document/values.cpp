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

Value placed_line(const std::string& program, const std::string& file, int line, int column) {
    Value value = line_value(line, column);
    if (!value.number || is_file_of_program(file, program)) return value;
    value.text = file + ":" + value.text;
    value.file = file;
    value.line = 0;
    return value;
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

std::vector<double> rounded_shares(const std::vector<double>& percent) {
    std::vector<long long> hundredths;
    long long sum = 0;
    double exact = 0;
    for (const double one : percent) {
        hundredths.push_back(static_cast<long long>(std::floor(one * 100)));
        sum += hundredths.back();
        exact += one;
    }
    std::vector<std::size_t> order(percent.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return percent[a] * 100 - std::floor(percent[a] * 100) >
               percent[b] * 100 - std::floor(percent[b] * 100);
    });
    const auto missing =
        std::clamp<long long>(std::llround(exact * 100) - sum, 0, static_cast<long long>(percent.size()));
    for (long long i = 0; i < missing; ++i)
        ++hundredths[order[static_cast<std::size_t>(i)]];
    std::vector<double> result;
    for (const long long one : hundredths)
        result.push_back(static_cast<double>(one) / 100);
    return result;
}

void round_shares(DataTable& table, std::size_t column) {
    std::vector<double> shares;
    for (const std::vector<Value>& row : table.rows)
        shares.push_back(row[column].number.value_or(0));
    const std::vector<double> rounded = rounded_shares(shares);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Value& value = table.rows[row][column];
        if (value.number) value.text = percent_value(rounded[row]).text;
    }
}

} // namespace loop::report
