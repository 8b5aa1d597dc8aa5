#include "cli/compare_launch.h"

#include "runner/machine/limits.h"
#include "runner/run/settings.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace loop::cli {

using runner::ExitCode;
using runner::Failure;

namespace {

/// What `loop run` would launch, as far as a sweep can.
struct Side {
    std::string target, machine = "local";
    int ranks = runner::available_cores();
    std::optional<int> size, iterations;
    std::vector<std::string> set;
};

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw Failure(ExitCode::Usage, fmt::format("`{}` cannot be launched: {}", text, why),
                  "write it as behind `loop run`: \"FILE|NAME [-n RANKS] [--size N] [--iterations N] "
                  "[--set NAME=VALUE] [--machine NAME]\"");
}

/// Words between blanks; a quote of either kind holds blanks together. Empty words are left out.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    char quote = 0;
    for (const char c : text) {
        if (quote != 0 ? c == quote : c == '"' || c == '\'')
            quote = quote == 0 ? c : 0;
        else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n'))
            words.emplace_back();
        else
            words.back() += c;
    }
    if (quote != 0) refuse(text, "a quote has no end");
    words.erase(std::remove(words.begin(), words.end(), ""), words.end());
    return words;
}

int number_of(const std::string& value, const std::string& option, int least, const std::string& text) {
    const std::vector<int> numbers = runner::parse_numbers(value, option, least);
    if (numbers.size() != 1) refuse(text, option + " takes one number");
    return numbers[0];
}

Side parsed(const std::string& text) {
    Side side;
    std::vector<std::string> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string option = words[i];
        if (option[0] != '-') {
            if (!side.target.empty()) refuse(text, fmt::format("`{}` is a second program", option));
            side.target = option;
            continue;
        }
        std::string value;
        if (const std::size_t equals = option.find('='); equals != std::string::npos) {
            value = option.substr(equals + 1);
            option.resize(equals);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        } else {
            refuse(text, fmt::format("`{}` lacks its value", option));
        }
        if (option == "-n" || option == "--ranks")
            side.ranks = number_of(value, option, 1, text);
        else if (option == "--size")
            side.size = number_of(value, option, 0, text);
        else if (option == "--iterations")
            side.iterations = number_of(value, option, 0, text);
        else if (option == "--set")
            side.set.push_back(value);
        else if (option == "--machine")
            side.machine = value;
        else
            refuse(text, fmt::format("`{}` is no option of it", option));
    }
    if (side.target.empty()) refuse(text, "it names no program");
    return side;
}

runner::Series series_of(const Side& side, const std::string& name) {
    runner::Series series;
    series.workload = side.target;
    series.machine = side.machine;
    series.ranks = {side.ranks};
    if (side.size) series.sizes = {*side.size};
    if (side.iterations) series.iterations = {*side.iterations};
    runner::Variation variation{name, {}};
    for (const std::string& text : side.set)
        variation.set.push_back(runner::parse_assignment(text));
    series.variations = {variation};
    return series;
}

} // namespace

runner::Campaign campaign_of_comparison(const std::vector<std::string>& texts) {
    if (texts.size() < 2)
        throw Failure(ExitCode::Usage, "there is only one to launch", "a comparison takes two and more");
    runner::Campaign campaign;
    campaign.name = "compare";
    campaign.comparison = true;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto before =
            std::count(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(i), texts[i]);
        const std::string name = before == 0 ? texts[i] : fmt::format("{} ({})", texts[i], before + 1);
        campaign.series.push_back(series_of(parsed(texts[i]), name));
    }
    return campaign;
}

} // namespace loop::cli
