#include "runner/campaign/campaign.h"
#include "runner/system/toml_section.h"

#include <fmt/core.h>

namespace loop::runner {

namespace {

constexpr int most_launches = 100000;

std::vector<int> numbers(TomlSection& section, const char* key, int least) {
    std::vector<int> result;
    for (const std::string& text : section.texts(key))
        for (const int number : parse_numbers(text, section.prefix() + key, least))
            result.push_back(number);
    return result;
}

/// Reads one of two words. Returns true for the second one.
bool choice(TomlSection& section, const char* key, const char* usual, const char* other) {
    const std::string word = section.text(key);
    if (word.empty() || word == usual) return false;
    if (word != other)
        section.fail(*section.node(key),
                     fmt::format("`{}{}` is neither \"{}\" nor \"{}\"", section.prefix(), key, usual, other));
    return true;
}

std::vector<std::pair<std::string, std::string>> assignments(TomlSection& section, const char* key,
                                                             const std::string& origin) {
    std::vector<std::pair<std::string, std::string>> result;
    const toml::table* table = section.table(key);
    if (table == nullptr) return result;
    TomlSection set(*table, section.prefix() + key + ".", origin);
    for (const auto& [name, node] : *table) {
        const std::string text(name.str());
        const std::vector<std::string> values = set.texts(text.c_str());
        if (values.size() != 1) set.refuse(node, text, "one value");
        result.emplace_back(text, values[0]);
    }
    return result;
}

std::vector<Variation> variations(TomlSection& section, const std::string& origin) {
    std::vector<Variation> result;
    const toml::node* node = section.node("variations");
    if (node == nullptr) return result;
    if (!node->is_array_of_tables()) section.refuse(*node, "variations", "tables, [[series.variations]]");
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
    result.paired = section.flag("paired", false);
    result.skip = section.text("skip");
    if (const toml::table* set = section.table("set")) {
        TomlSection choices(*set, "series.set.", origin);
        for (const auto& [name, node] : *set)
            result.set.emplace_back(std::string(name.str()), choices.texts(std::string(name.str()).c_str()));
    }
    result.variations = variations(section, origin);
    section.reject_unknown_keys();
    return result;
}

void read_stopping(TomlSection& section, Stopping& stopping) {
    stopping.launches = section.integer("launches", 1, most_launches).value_or(stopping.launches);
    stopping.most_launches = section.integer("most_launches", 1, most_launches)
                                 .value_or(std::max(stopping.most_launches, stopping.launches));
    stopping.narrower_than = section.value("until", parse_fraction);
    stopping.budget_seconds = section.value("budget", parse_duration);
    stopping.retries = section.integer("retries", 0, 1000).value_or(stopping.retries);
}

} // namespace

Campaign parse_campaign(std::string_view text, const std::string& origin) {
    const toml::table root = parse_toml(text, origin);
    TomlSection section(root, "", origin);
    Campaign campaign;
    campaign.name = section.text("name");
    if (const auto machines = section.texts("machines"); !machines.empty()) campaign.machines = machines;
    read_stopping(section, campaign.stopping);
    campaign.warm_ups = section.integer("warm_ups", 0, 1000).value_or(campaign.warm_ups);
    if (choice(section, "order", "shuffled", "nested")) campaign.order = Campaign::Order::Nested;
    campaign.seed = static_cast<std::uint64_t>(section.integer<std::int64_t>("seed", 0).value_or(0));
    if (choice(section, "scaling", "fixed", "scaled")) campaign.scaling = Campaign::Scaling::Scaled;
    if (choice(section, "keep", "median", "fastest")) campaign.keep = Campaign::Keep::Fastest;
    campaign.phase = section.text("phase");
    campaign.launch_limit_seconds = section.value("timeout", parse_duration);
    campaign.verify = section.flag("verify", true);
    campaign.trace = section.flag("trace", true);
    campaign.oversubscribe = section.flag("oversubscribe", false);
    campaign.bind = !choice(section, "bind", "cores", "none");
    campaign.x = section.text("x");
    campaign.heat_map = section.flag("heat_map", false);
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
