#include "runner/campaign/clue.h"
#include "runner/system/toml_section.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace loop::runner {

namespace {

/// A whole number of at least 1.
std::optional<long long> count(TomlSection& section, const char* key, long long most) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return std::nullopt;
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < 1 || value->get() > most)
        section.fail(*node, fmt::format("`{}` must be a whole number of 1 to {}", key, most));
    return value->get();
}

/// A number, or a text with a unit, by `read`.
template <typename Read>
std::optional<double> quantity(TomlSection& section, const char* key, Read read) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return std::nullopt;
    if (node->is_string()) return read(node->as_string()->get(), key);
    const auto value = node->value<double>();
    if (!value || !(*value > 0)) section.fail(*node, fmt::format("`{}` must be greater than 0", key));
    return value;
}

std::vector<int> ranks(TomlSection& section) {
    const toml::node* node = section.node("ranks");
    std::vector<int> result;
    if (node == nullptr) return result;
    if (node->is_string()) return parse_numbers(node->as_string()->get(), "ranks", 1);
    const toml::array* list = node->as_array();
    if (list == nullptr) section.fail(*node, "`ranks` must be a list of numbers, or \"1,2,4\"");
    for (const toml::node& item : *list) {
        // Not value(), which turns any number into another, also one that is too large.
        const auto* number = item.as_integer();
        if (number == nullptr || number->get() < 1 || number->get() > std::numeric_limits<int>::max())
            section.fail(item, "`ranks` must be a list of numbers of at least 1");
        result.push_back(static_cast<int>(number->get()));
    }
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
        throw Failure(ExitCode::Usage, fmt::format("`{}` is no size in bytes: `{}`", option, text),
                      "as 65536, 512K, 1024M or 1.5G");
    return value;
}

ClueSettings parse_clue(std::string_view text, const std::string& origin) {
    const toml::table root = parse_toml(text, origin);
    TomlSection section(root, "", origin);
    ClueSettings settings;
    if (const std::string machine = section.text("machine"); !machine.empty()) settings.machine = machine;
    settings.ranks = ranks(section);
    settings.memory_bytes = quantity(section, "memory", parse_bytes);
    settings.cache_bytes = quantity(section, "cache", parse_bytes);
    if (const auto reserve = quantity(section, "reserve", parse_bytes)) settings.reserve_bytes = *reserve;
    if (const auto fill = quantity(section, "fill", parse_fraction)) {
        if (*fill >= 1) section.fail(*section.node("fill"), "`fill` must be below 1");
        settings.fill = *fill;
    }
    if (const auto word = count(section, "word", 8)) {
        if (*word != 4 && *word != 8) section.fail(*section.node("word"), "`word` must be 4 or 8 bytes");
        settings.word_bytes = static_cast<int>(*word);
    }
    settings.width = count(section, "width", 1LL << 29);
    settings.height = count(section, "height", 1LL << 40);
    if (const auto iterations = count(section, "iterations", 1000000000))
        settings.iterations = static_cast<int>(*iterations);
    if (const auto trials = count(section, "trials", 100000)) settings.trials = static_cast<int>(*trials);
    settings.budget_seconds = quantity(section, "budget", parse_duration);
    settings.trial_limit_seconds = quantity(section, "timeout", parse_duration);
    settings.variations = section.words("variations");
    section.reject_unknown_keys();
    check_variations(settings.variations);
    return settings;
}

} // namespace loop::runner
