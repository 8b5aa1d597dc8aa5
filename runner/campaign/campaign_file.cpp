#include "runner/campaign/campaign.h"
#include "runner/system/toml_section.h"

#include <fmt/core.h>

#include <limits>

namespace loop::runner {

namespace {

/// A value or a list of values, as text or numbers.
std::vector<std::string> texts(TomlSection& section, const char* key) {
    const toml::node* node = section.node(key);
    std::vector<std::string> values;
    const auto add = [&](const toml::node& item) {
        if (item.is_string())
            values.push_back(item.as_string()->get());
        else if (item.is_integer())
            values.push_back(std::to_string(item.as_integer()->get()));
        else if (item.is_floating_point())
            values.push_back(fmt::format("{}", item.as_floating_point()->get()));
        else if (item.is_boolean())
            values.emplace_back(item.as_boolean()->get() ? "true" : "false");
        else
            section.fail(item,
                         fmt::format("`{}{}` must be a value or a list of values", section.prefix(), key));
    };
    if (node == nullptr) return values;
    if (const toml::array* list = node->as_array()) {
        if (list->empty()) section.fail(*node, fmt::format("`{}{}` is an empty list", section.prefix(), key));
        for (const toml::node& item : *list)
            add(item);
    } else {
        add(*node);
    }
    return values;
}

std::vector<int> numbers(TomlSection& section, const char* key, int least) {
    std::vector<int> result;
    for (const std::string& text : texts(section, key))
        for (const int number : parse_numbers(text, section.prefix() + key, least))
            result.push_back(number);
    return result;
}

long long integer(TomlSection& section, const char* key, long long otherwise, long long least,
                  long long most) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return otherwise;
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < least || value->get() > most)
        section.fail(
            *node, fmt::format("`{}{}` must be a whole number of at least {}", section.prefix(), key, least));
    return value->get();
}

bool flag(TomlSection& section, const char* key, bool otherwise) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return otherwise;
    if (!node->is_boolean())
        section.fail(*node, fmt::format("`{}{}` must be true or false", section.prefix(), key));
    return node->as_boolean()->get();
}

/// One of two words; true for the second.
bool choice(TomlSection& section, const char* key, const char* usual, const char* other) {
    const std::string word = section.text(key);
    if (word.empty() || word == usual) return false;
    if (word != other)
        section.fail(*section.node(key),
                     fmt::format("`{}{}` is neither \"{}\" nor \"{}\"", section.prefix(), key, usual, other));
    return true;
}

std::optional<double> duration(TomlSection& section, const char* key) {
    const std::vector<std::string> text = texts(section, key);
    if (text.empty()) return std::nullopt;
    return parse_duration(text[0], section.prefix() + key);
}

std::vector<std::pair<std::string, std::string>> assignments(TomlSection& section, const char* key,
                                                             const std::string& origin) {
    std::vector<std::pair<std::string, std::string>> result;
    const toml::table* table = section.table(key);
    if (table == nullptr) return result;
    TomlSection set(*table, section.prefix() + key + ".", origin);
    for (const auto& [name, node] : *table) {
        const std::string text(name.str());
        const std::vector<std::string> values = texts(set, text.c_str());
        if (values.size() != 1) set.fail(node, fmt::format("`{}{}` must be one value", set.prefix(), text));
        result.emplace_back(text, values[0]);
    }
    return result;
}

std::vector<Variation> variations(TomlSection& section, const std::string& origin) {
    std::vector<Variation> result;
    const toml::node* node = section.node("variations");
    if (node == nullptr) return result;
    if (!node->is_array_of_tables())
        section.fail(*node, "`variations` must be tables, [[series.variations]]");
    for (const toml::node& item : *node->as_array()) {
        TomlSection variation(*item.as_table(), "variations.", origin);
        result.push_back({variation.text("name", true), assignments(variation, "set", origin)});
        variation.reject_unknown_keys();
    }
    return result;
}

Series series(const toml::table& table, const std::string& origin) {
    TomlSection section(table, "series.", origin);
    Series result;
    result.workload = section.text("workload", true);
    result.ranks = numbers(section, "ranks", 1);
    result.sizes = numbers(section, "size", 0);
    result.iterations = numbers(section, "iterations", 0);
    result.paired = flag(section, "paired", false);
    result.skip = section.text("skip");
    if (const toml::table* set = section.table("set")) {
        TomlSection choices(*set, "series.set.", origin);
        for (const auto& [name, node] : *set)
            result.set.emplace_back(std::string(name.str()), texts(choices, std::string(name.str()).c_str()));
    }
    result.variations = variations(section, origin);
    section.reject_unknown_keys();
    return result;
}

void read_stopping(TomlSection& section, Stopping& stopping) {
    stopping.launches = static_cast<int>(integer(section, "launches", stopping.launches, 1, 100000));
    stopping.most_launches = static_cast<int>(
        integer(section, "most_launches", std::max(stopping.most_launches, stopping.launches), 1, 100000));
    const std::vector<std::string> until = texts(section, "until");
    if (!until.empty()) stopping.narrower_than = parse_fraction(until[0], "until");
    stopping.budget_seconds = duration(section, "budget");
    stopping.retries = static_cast<int>(integer(section, "retries", stopping.retries, 0, 1000));
}

} // namespace

Campaign parse_campaign(std::string_view text, const std::string& origin) {
    const toml::table root = parse_toml(text, origin);
    TomlSection section(root, "", origin);
    Campaign campaign;
    campaign.name = section.text("name");
    if (const auto machines = texts(section, "machines"); !machines.empty()) campaign.machines = machines;
    read_stopping(section, campaign.stopping);
    campaign.warm_ups = static_cast<int>(integer(section, "warm_ups", campaign.warm_ups, 0, 1000));
    if (choice(section, "order", "shuffled", "nested")) campaign.order = Campaign::Order::Nested;
    campaign.seed =
        static_cast<std::uint64_t>(integer(section, "seed", 0, 0, std::numeric_limits<long long>::max()));
    if (choice(section, "scaling", "fixed", "scaled")) campaign.scaling = Campaign::Scaling::Scaled;
    if (choice(section, "keep", "median", "fastest")) campaign.keep = Campaign::Keep::Fastest;
    campaign.phase = section.text("phase");
    campaign.launch_limit_seconds = duration(section, "timeout");
    campaign.verify = flag(section, "verify", true);
    const toml::node* list = section.node("series");
    if (list == nullptr || !list->is_array_of_tables())
        throw Failure(ExitCode::Usage, fmt::format("{}: there is no [[series]]", origin),
                      "each [[series]] names a workload and its factors");
    for (const toml::node& item : *list->as_array())
        campaign.series.push_back(series(*item.as_table(), origin));
    section.reject_unknown_keys();
    return campaign;
}

} // namespace loop::runner
