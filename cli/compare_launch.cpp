#include "cli/compare_launch.h"

#include "cli/shared_options.h"
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

/// The options of `loop run` that a sweep supports.
struct Side {
    std::string target, machine = "local";
    int ranks = runner::available_cores();
    std::optional<int> size, iterations;
    std::vector<std::string> set;
};

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw Failure(ExitCode::Usage, fmt::format("`{}` cannot be launched: {}", text, why),
                  "write it as for `loop run`: \"FILE|NAME [-n RANKS] [--size N] [--iterations N] [--set "
                  "NAME=VALUE] [--machine NAME]\"");
}

/// Splits at whitespace, except inside single or double quotes. Drops empty words.
std::vector<std::string> command_words(const std::string& text) {
    std::vector<std::string> words(1);
    char quote = '\0';
    for (const char c : text) {
        if (quote != 0 ? c == quote : c == '"' || c == '\'')
            quote = quote == 0 ? c : '\0';
        else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n'))
            words.emplace_back();
        else
            words.back() += c;
    }
    if (quote != 0) refuse(text, "unterminated quote");
    words.erase(std::remove(words.begin(), words.end(), ""), words.end());
    return words;
}

Side parsed(const std::string& text) {
    Side side;
    const std::string problem = read_words(command_words(text), [&](Arguments& words) {
        words.option("FILE|NAME", side.target, "").required();
        words.option("-n,--ranks", side.ranks, "", in_range(1, 1 << 20));
        add_setting_options(words, side.size, side.iterations, side.set);
        words.option("--machine", side.machine, "");
    });
    if (!problem.empty()) refuse(text, problem);
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
        throw Failure(ExitCode::Usage, "only one input to launch", "a comparison needs at least two");
    runner::Campaign campaign;
    campaign.name = "compare";
    campaign.comparison = true;
    campaign.trace = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto before =
            std::count(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(i), texts[i]);
        const std::string name = before == 0 ? texts[i] : fmt::format("{} ({})", texts[i], before + 1);
        campaign.series.push_back(series_of(parsed(texts[i]), name));
    }
    return campaign;
}

} // namespace loop::cli
