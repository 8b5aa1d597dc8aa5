#include "cli/arguments.h"

#include "base/text/nearest.h"
#include "base/text/strings.h"
#include "base/text/units.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <type_traits>

namespace loop::cli {

namespace {

/// Removes the description that CLI11 would add to the option's name.
template <typename Validator>
Check without_description(Validator validator) {
    return {std::make_shared<CLI::Validator>(validator.description("")), false, {}};
}

/// A time that fits in every clock: as good as no limit.
constexpr double max_seconds = 1e8;

Check seconds_from(double least, bool is_included) {
    const auto convert = [=](std::string& text) -> std::string {
        const auto seconds = seconds_in(text);
        if (!seconds) return fmt::format("`{}` is not a time, such as 90, 90s, 10m, or 2h", text);
        const bool is_above = is_included ? *seconds >= least : *seconds > least;
        if (!is_above || !(*seconds <= max_seconds)) // nan too
            return fmt::format("`{}` is not a time of {} {:g} s and at most {:g} s", text,
                               is_included ? "at least" : "more than", least, max_seconds);
        text = fmt::format("{}", *seconds);
        return {};
    };
    return {std::make_shared<CLI::Validator>(CLI::Validator(convert, "")), true, {}};
}

template <typename Value>
struct NumberOf {
    using Type = Value;
};
template <typename Value>
struct NumberOf<std::optional<Value>> {
    using Type = Value;
};
template <typename Value>
struct NumberOf<std::vector<Value>> {
    using Type = Value;
};

/// Turns the word for a number into one without a unit, or says that it is none.
template <typename Number>
std::string plain_number(std::string& text) {
    if constexpr (std::is_integral_v<Number>) {
        if (number_in<Number>(text)) return {};
        const auto number = whole_number_in(text);
        if (!number)
            return fmt::format("`{}` is not a {}number", text, number_in<double>(text) ? "whole " : "");
        text = std::to_string(*number);
        return {};
    } else {
        return number_in<Number>(text) ? std::string() : fmt::format("`{}` is not a number", text);
    }
}

} // namespace

Check above_zero_seconds() {
    return seconds_from(0, false);
}
Check at_least_zero_seconds() {
    return seconds_from(0, true);
}

Check in_range(int least, int most) {
    return without_description(CLI::Range(least, most));
}
Check in_range(long long least, long long most) {
    return without_description(CLI::Range(least, most));
}
Check in_range(double least, double most) {
    return must([=](const std::string& text) {
        const auto value = number_in<double>(text);
        // Also refuses `nan`, which no comparison holds for. What is not a number is refused with its type.
        if (!value || (*value >= least && *value <= most)) return std::string();
        return fmt::format("`{}` is not from {:g} to {:g}", text, least, most);
    });
}

Check one_of(const std::vector<std::string>& words) {
    Check check = must([words](const std::string& word) {
        if (std::find(words.begin(), words.end(), word) != words.end()) return std::string();
        return fmt::format("`{}` is not one of {}{}", word, joined(words, ", "),
                           did_you_mean(word, words).empty() ? "" : "; " + did_you_mean(word, words));
    });
    check.words = words;
    return check;
}

Check usually(const std::vector<std::string>& words) {
    return {nullptr, false, words};
}

Check must(const std::function<std::string(const std::string&)>& problem) {
    return {std::make_shared<CLI::Validator>(problem, ""), false, {}};
}

Option& Option::required() {
    option_->required();
    return *this;
}

Option& Option::excludes(const Option& other) {
    option_->excludes(other.option_);
    return *this;
}

Option& Option::needs(const Option& other) {
    option_->needs(other.option_);
    return *this;
}

Option& Option::allow_extra_args(bool allowed) {
    option_->allow_extra_args(allowed);
    return *this;
}

bool Option::is_given() const {
    return option_->count() > 0;
}

std::string Option::name() const {
    return option_->get_lnames().empty() ? option_->get_name() : "--" + option_->get_lnames()[0];
}

std::vector<std::string> Option::spellings() const {
    std::vector<std::string> all;
    for (const std::string& name : option_->get_lnames())
        all.push_back("--" + name);
    for (const std::string& name : option_->get_snames())
        all.push_back("-" + name);
    return all;
}

std::string Option::help() const {
    return option_->get_description();
}

bool Option::is_flag() const {
    return option_->get_type_size() == 0;
}

template <typename Value>
Option Arguments::option(const std::string& names, Value& value, const std::string& help,
                         const Check& check) {
    const std::size_t blank = names.find(' ');
    CLI::Option* const option = app_->add_option(names.substr(0, blank), value, help);
    if (blank != std::string::npos) option->type_name(names.substr(blank + 1));
    if (check.validator && check.converts)
        option->transform(*check.validator);
    else if (check.validator)
        option->check(*check.validator);
    // An empty value, such as of a variable of a script that is not set, would turn the option off.
    if (names[0] == '-')
        option->check(CLI::Validator(
            [](const std::string& word) { return word.empty() ? "needs a value" : std::string(); }, ""));
    using Number = typename NumberOf<Value>::Type;
    if constexpr (std::is_arithmetic_v<Number>)
        if (!check.converts) option->transform(CLI::Validator(plain_number<Number>, "")); // before the check
    return add(Option(option, check.words));
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses
#define LOOP_OPTION(TYPE)                                                                                    \
    template Option Arguments::option(const std::string&, TYPE&, const std::string&, const Check&);
// NOLINTEND(bugprone-macro-parentheses)
LOOP_OPTION(std::string)
LOOP_OPTION(std::filesystem::path)
LOOP_OPTION(int)
LOOP_OPTION(double)
LOOP_OPTION(std::uint64_t)
LOOP_OPTION(std::optional<std::filesystem::path>)
LOOP_OPTION(std::optional<int>)
LOOP_OPTION(std::optional<long long>)
LOOP_OPTION(std::optional<std::uint64_t>)
LOOP_OPTION(std::optional<double>)
LOOP_OPTION(std::vector<std::string>)
LOOP_OPTION(std::vector<long long>)
#undef LOOP_OPTION

Option Arguments::flag(const std::string& names, bool& value, const std::string& help) {
    return add(Option(app_->add_flag(names, value, help)));
}

Option Arguments::flag(const std::string& names, std::uint64_t& value, const std::string& help) {
    return add(Option(app_->add_flag(names, value, help)));
}

Option Arguments::flag(const std::string& names, const std::string& help) {
    return add(Option(app_->add_flag(names, help)));
}

Option Arguments::add(Option option) {
    options_.push_back(option);
    return option;
}

std::string read_words(const std::vector<std::string>& words, const std::function<void(Arguments&)>& define) {
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    Arguments arguments(app);
    define(arguments);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        return plain_message(error.what());
    }
    if (app.remaining().empty()) return {};
    const std::string unknown = app.remaining()[0];
    return "`" + unknown + (unknown[0] == '-' ? "` is not an option here" : "` is a second program");
}

std::string plain_message(std::string text) {
    const std::string required = " is required";
    if (text.size() > required.size() &&
        text.compare(text.size() - required.size(), required.size(), required) == 0)
        return text.substr(0, text.size() - required.size()) + " is missing";
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    if (text.size() > 1 && is_capital(text[0]) && !is_capital(text[1]))
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text.substr(0, text.find_last_not_of(".\n ") + 1);
}

} // namespace loop::cli
