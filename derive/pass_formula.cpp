#include "derive/pass_formula.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>

namespace loop::report::derive {

namespace {

/// "2 * pass"
std::string multiple(long long factor, const std::string& pass) {
    return factor == 1 ? pass : fmt::format("{} * {}", factor, pass);
}

bool are(const Values& values, const std::function<long long(std::size_t pass)>& value) {
    for (std::size_t pass = 0; pass < values.size(); ++pass)
        if (values[pass] != value(pass)) return false;
    return true;
}

std::optional<std::string> line(const Values& values, const std::string& first, const std::string& pass) {
    const long long step = values[1] - values[0];
    if (!are(values, [&](std::size_t i) { return values[0] + step * static_cast<long long>(i); }))
        return std::nullopt;
    return fmt::format("{} {} {}", first, step < 0 ? "-" : "+", multiple(std::abs(step), pass));
}

/// By a power of two in each pass; halves may be rounded down.
std::optional<std::string> growth(const Values& values, const std::string& first, const std::string& pass) {
    const std::size_t last = values.size() - 1;
    if (values.front() <= 0 || values.back() <= 0) return std::nullopt;
    for (std::size_t bits = 1; bits * last < 63; ++bits) {
        const std::string shift = multiple(static_cast<long long>(bits), pass);
        if (are(values, [&](std::size_t i) { return values.front() >> (bits * i); }))
            return fmt::format("{} >> {}", first, shift);
        const bool is_exact = values.back() % (1LL << (bits * last)) == 0;
        if (is_exact && are(values, [&](std::size_t i) { return values.back() >> (bits * (last - i)); }))
            return fmt::format("{} << {}", first, shift);
    }
    return std::nullopt;
}

/// `square * 4^pass + linear * 2^pass + constant`
struct Levels {
    long long square = 0, linear = 0, constant = 0;
    long long at(std::size_t pass) const {
        const long long side = 1LL << pass;
        return (square * side + linear) * side + constant;
    }
};

std::optional<Levels> levels_of(const Values& values) {
    constexpr std::size_t most = 20;
    if (values.size() > most) return std::nullopt;
    const long long first = values[1] - values[0], second = values[2] - values[1];
    if ((second - 2 * first) % 6 != 0) return std::nullopt;
    Levels levels;
    levels.square = (second - 2 * first) / 6;
    levels.linear = first - 3 * levels.square;
    levels.constant = values[0] - levels.square - levels.linear;
    const std::size_t least = levels.constant == 0 ? 3 : 4; // fewer values have such numbers by chance
    if (levels.square < 0 || levels.linear < 0 || values.size() < least) return std::nullopt;
    return are(values, [&](std::size_t i) { return levels.at(i); }) ? std::optional(levels) : std::nullopt;
}

/// Whether these are too large for an `int`.
bool are_long(const Values& values) {
    return *std::max_element(values.begin(), values.end()) > std::numeric_limits<int>::max();
}

/// Faces of blocks with a halo, whose edges double or halve in each pass.
std::optional<std::string> faces(const Values& values, const std::string& pass) {
    const bool falls = values.front() > values.back();
    Values rising = values;
    if (falls) std::reverse(rising.begin(), rising.end());
    const std::optional<Levels> levels = levels_of(rising);
    if (!levels) return std::nullopt;
    const std::size_t last = falls ? values.size() - 1 : 0;
    const std::string shift = (are_long(values) ? "LL " : " ") + std::string(falls ? ">>" : "<<");
    std::string text;
    const auto add = [&](const std::string& term) { text += (text.empty() ? "" : " + ") + term; };
    if (levels->square > 0) add(fmt::format("({}{} 2 * {})", levels->square << (2 * last), shift, pass));
    if (levels->linear > 0) add(fmt::format("({}{} {})", levels->linear << last, shift, pass));
    if (levels->constant > 0) add(std::to_string(levels->constant));
    if (levels->constant < 0) text += fmt::format(" - {}", -levels->constant);
    return text;
}

} // namespace

std::optional<std::string> pass_formula(const Values& values, const std::string& first,
                                        const std::string& pass) {
    if (values.size() < 3 || are_equal(values)) return std::nullopt;
    const std::string begin = (are_long(values) ? "1LL * " : "") + first;
    if (auto formula = line(values, begin, pass)) return formula;
    if (auto formula = growth(values, begin, pass)) return formula;
    return faces(values, pass);
}

} // namespace loop::report::derive
