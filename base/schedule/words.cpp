#include "base/schedule/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace loop::schedule {

namespace {

/// Reads `3 (0*2 1)*10`.
class FoldedReader {
public:
    FoldedReader(std::string_view text, std::size_t operations, const Words& line)
        : text_(text), operations_(operations), line_(line) {}

    std::vector<Folded> read() {
        std::vector<Folded> all = parts(0);
        if (!text_.empty()) line_.refuse("a `)` too many");
        return all;
    }

private:
    static constexpr int deepest = 1000;

    std::vector<Folded> parts(int depth) {
        if (depth > deepest) line_.refuse("loops are nested too deeply");
        std::vector<Folded> all;
        while (!text_.empty() && text_.front() != ')') {
            if (text_.front() == ' ')
                text_.remove_prefix(1);
            else
                all.push_back(part(depth));
        }
        return all;
    }

    Folded part(int depth) {
        Folded one;
        if (text_.front() == '(') {
            text_.remove_prefix(1);
            one.body = parts(depth + 1);
            if (text_.empty() || one.body.empty()) line_.refuse("a loop without an end or without a body");
            text_.remove_prefix(1);
        } else {
            const std::uint64_t number = count();
            if (number >= operations_) line_.refuse(fmt::format("there is no operation {}", number));
            one.number = static_cast<std::uint32_t>(number);
        }
        if (!text_.empty() && text_.front() == '*') {
            text_.remove_prefix(1);
            one.times = count();
        }
        return one;
    }

    std::uint64_t count() {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        if (error != std::errc()) line_.refuse("a number is missing in the program");
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return value;
    }

    std::string_view text_;
    std::size_t operations_;
    const Words& line_;
};

} // namespace

std::string_view Words::word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view first = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return first;
}

double Words::amount() {
    const std::string_view text = rest_.substr(0, rest_.find(' '));
    const double value = change();
    if (value < 0) refuse(fmt::format("`{}` is not an amount", text));
    return value;
}

double Words::change() {
    const std::string_view text = word();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        refuse(fmt::format("`{}` is not an amount", text));
    return value;
}

std::vector<Folded> Words::folded(std::size_t operations) {
    return FoldedReader(std::exchange(rest_, {}), operations, *this).read();
}

void Words::refuse(const std::string& problem) const {
    throw FormatError(fmt::format("line {}: {}", number_, problem));
}

void Words::refuse_word(std::string_view text) const {
    refuse(fmt::format("`{}` is not a word that is possible here", text));
}

long long Words::whole(std::string_view text, long long min, long long max) const {
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < min || value > max)
        refuse(fmt::format("`{}` is not a number that is possible here", text));
    return value;
}

} // namespace loop::schedule
