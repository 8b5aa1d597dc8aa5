#include "base/text/strings.h"
#include "runner/campaign/clue.h"
#include "runner/system/toml_section.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

namespace loop::runner {

namespace {

std::vector<int> ranks(TomlSection& section) {
    std::vector<int> result;
    for (const std::string& text : section.texts("ranks"))
        for (const int number : parse_numbers(text, "ranks", 1))
            result.push_back(number);
    return result;
}

} // namespace

double parse_bytes(const std::string& text, const std::string& option) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    std::string unit(end);
    if (unit == "K") value *= 1024;
    if (unit == "M") value *= 1024.0 * 1024;
    if (unit == "G") value *= 1024.0 * 1024 * 1024;
    const bool known = unit.empty() || unit == "K" || unit == "M" || unit == "G";
    if (end == text.c_str() || !known || !(value >= 1) || !std::isfinite(value))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is not a size in bytes: `{}`", option, text),
                      "for example 65536, 512K, 1024M or 1.5G");
    return value;
}

std::optional<int> word_bytes_in(const std::string& text) {
    if (text == "machine") return 0;
    return text == "4" || text == "8" ? std::optional(text[0] - '0') : std::nullopt;
}

ClueSettings parse_clue(std::string_view text, const std::string& origin) {
    const toml::table root = parse_toml(text, origin);
    TomlSection section(root, "", origin);
    ClueSettings settings;
    if (const auto given = section.texts("machine"); !given.empty()) {
        settings.machines.clear();
        for (const std::string& text : given)
            for (const std::string& machine : split_list(text))
                settings.machines.push_back(machine);
    }
    settings.ranks = ranks(section);
    settings.memory_bytes = section.value("memory", parse_bytes);
    settings.cache_bytes = section.value("cache", parse_bytes);
    if (const auto reserve = section.value("reserve", parse_bytes)) settings.reserve_bytes = *reserve;
    if (const auto fill = section.value("fill", parse_fraction)) {
        if (*fill >= 1) section.fail(*section.node("fill"), "`fill` must be below 1");
        settings.fill = *fill;
    }
    if (const auto word = section.texts("word"); !word.empty()) {
        const auto bytes = word.size() == 1 ? word_bytes_in(word[0]) : std::nullopt;
        if (!bytes) section.refuse(*section.node("word"), "word", word_forms);
        settings.word_bytes = *bytes;
    }
    settings.width = section.integer("width", 1LL, 1LL << 29);
    settings.height = section.integer("height", 1LL, 1LL << 40);
    settings.iterations = section.integer("iterations", 1, 1000000000);
    settings.trials = section.integer("trials", 1, max_trials);
    settings.narrower_than = section.value("until", parse_fraction);
    settings.most_trials = section.integer("most_trials", 1, max_trials);
    settings.budget_seconds = section.value("budget", parse_duration);
    settings.trial_limit_seconds = section.value("timeout", parse_duration);
    settings.variations = section.strings("variations");
    settings.probes = section.flag("probes", true);
    section.reject_unknown_keys();
    check_variations(settings.variations);
    return settings;
}

} // namespace loop::runner
