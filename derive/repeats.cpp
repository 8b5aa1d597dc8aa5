#include "derive/repeats.h"

#include "derive/pass_loop.h"
#include "derive/unify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace loop::report::derive {

namespace {

std::optional<std::size_t> passes_of(const Code& code) {
    static const std::string loop = "\\LOOP (\1)";
    return shape_of(code.text) == loop ? std::optional(ids_in(code.text).front()) : std::nullopt;
}

/// One loop for two over the same statements. Nothing if the numbers of their statements differ.
std::optional<Code> joined(const Code& first, const Codes& between, const Code& second, Numbers& numbers) {
    const auto passes = passes_of(first), more = passes_of(second);
    if (!passes || !more || shape_of(first.body) != shape_of(second.body)) return std::nullopt;
    if (count_lines(first.body) < 2 * count_lines(between)) return std::nullopt;
    Unified body = unified({first.body, second.body}, numbers, new_scope(numbers), "", Times::all);
    if (!body.variables.empty()) return std::nullopt;
    Number all = numbers.at(*passes);
    const long long before = all.value;
    all.value += numbers.at(*more).value;
    all.text = std::to_string(all.value);
    all.is_main = all.is_main || numbers.at(*more).is_main;
    body.codes.insert(body.codes.begin(), {fmt::format("if (pass == {})", before), "", between});
    return Code{fmt::format("\\LOOP ({}) pass", numbers.token(std::move(all))), "", std::move(body.codes)};
}

bool join_at(Codes& codes, std::size_t at, Numbers& numbers) {
    constexpr std::size_t most_between = 3;
    for (std::size_t end = at + 2; end < codes.size() && end <= at + 1 + most_between; ++end) {
        const auto begin = codes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto last = codes.begin() + static_cast<std::ptrdiff_t>(end);
        if (last->is_block() && passes_of(*last)) {
            auto loop = joined(*begin, Codes(begin + 1, last), *last, numbers);
            if (!loop) return false;
            *begin = std::move(*loop);
            codes.erase(begin + 1, last + 1);
            return true;
        }
    }
    return false;
}

/// How often the statements from `at` on repeat.
std::size_t repetitions(const std::vector<std::string>& shapes, std::size_t at, std::size_t length) {
    std::size_t count = 1;
    while (at + (count + 1) * length <= shapes.size() &&
           std::equal(shapes.begin() + static_cast<std::ptrdiff_t>(at),
                      shapes.begin() + static_cast<std::ptrdiff_t>(at + length),
                      shapes.begin() + static_cast<std::ptrdiff_t>(at + count * length)))
        ++count;
    return count;
}

std::vector<std::string> shapes_of(const Codes& codes) {
    std::vector<std::string> shapes;
    for (const Code& code : codes)
        shapes.push_back(shape_of(Codes{code}));
    return shapes;
}

/// Statements of a list, and how often they repeat.
struct Repeat {
    std::size_t at = 0, length = 0, count = 0;
    std::size_t size() const { return length * count; }
};

/// The repetition that saves most statements.
Repeat best_repeat(const Codes& codes) {
    constexpr std::size_t most_length = 12, least_count = 3;
    const std::vector<std::string> shapes = shapes_of(codes);
    Repeat best;
    for (std::size_t length = 1; length <= most_length; ++length)
        for (std::size_t at = 0; at + least_count * length <= codes.size(); ++at) {
            const Repeat one{at, length, repetitions(shapes, at, length)};
            if (one.count >= least_count && one.size() - length > best.size() - best.length) best = one;
        }
    return best;
}

void loop_over(Codes& codes, const Repeat& repeat, Numbers& numbers) {
    std::vector<Codes> passes;
    const auto begin = codes.begin() + static_cast<std::ptrdiff_t>(repeat.at);
    for (std::size_t pass = 0; pass < repeat.count; ++pass)
        passes.emplace_back(begin + static_cast<std::ptrdiff_t>(pass * repeat.length),
                            begin + static_cast<std::ptrdiff_t>((pass + 1) * repeat.length));
    Codes loop = pass_loop(passes, numbers);
    if (loop.size() > 1) loop = {{"", "", std::move(loop)}}; // the tables are only for this loop
    codes.erase(begin, begin + static_cast<std::ptrdiff_t>(repeat.size()));
    codes.insert(codes.begin() + static_cast<std::ptrdiff_t>(repeat.at), loop.begin(), loop.end());
}

} // namespace

void join_loops(Codes& codes, Numbers& numbers) {
    for (Code& code : codes)
        join_loops(code.body, numbers);
    for (std::size_t at = 0; at < codes.size(); ++at)
        if (codes[at].is_block() && passes_of(codes[at])) join_at(codes, at, numbers);
}

void loop_over_numbers(Codes& codes, Numbers& numbers) {
    for (Code& code : codes)
        loop_over_numbers(code.body, numbers);
    for (Repeat best = best_repeat(codes); best.count > 0; best = best_repeat(codes))
        loop_over(codes, best, numbers);
}

} // namespace loop::report::derive
