#include "runner/system/toml_section.h"

#include "base/text/nearest.h"
#include "base/text/strings.h"
#include "runner/system/toml_depth.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

toml::table parse_toml(std::string_view text, const std::string& origin) {
    if (const std::size_t line = too_deep_line(text))
        throw Failure(ExitCode::Usage, fmt::format("{}:{}: tables are nested more than {} levels deep",
                                                   origin, line, most_toml_levels));
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw Failure(ExitCode::Usage,
                      fmt::format("{}:{}: {}", origin, error.source().begin.line, error.description()));
    }
}

std::string TomlSection::text(const char* key, bool required) {
    const toml::node* node = find(key, required);
    if (node == nullptr) return {};
    if (!node->is_string()) refuse(*node, key, "a string");
    return node->as_string()->get();
}

std::string TomlSection::place_of(const char* key) {
    return fmt::format("{}:{}: `{}{}`", origin_, find(key, true)->source().begin.line, prefix_, key);
}

std::vector<std::string> TomlSection::strings(const char* key, bool required) {
    const toml::node* node = find(key, required);
    std::vector<std::string> result;
    if (node == nullptr) return result;
    const toml::array* array = node->as_array();
    const bool is_list =
        array != nullptr && (array->empty() ? !required : array->is_homogeneous(toml::node_type::string));
    if (!is_list) refuse(*node, key, "a list of strings");
    for (const toml::node& word : *array)
        result.push_back(word.as_string()->get());
    return result;
}

const toml::table* TomlSection::table(const char* key, bool required) {
    const toml::node* node = find(key, required);
    if (node != nullptr && !node->is_table()) refuse(*node, key, "a table");
    return node == nullptr ? nullptr : node->as_table();
}

std::vector<std::string> TomlSection::texts(const char* key) {
    const toml::node* node = find(key, false);
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
            refuse(item, key, "a value or a list of values");
    };
    if (node == nullptr) return values;
    if (const toml::array* list = node->as_array()) {
        if (list->empty()) fail(*node, fmt::format("`{}{}` is an empty list", prefix_, key));
        for (const toml::node& item : *list)
            add(item);
    } else {
        add(*node);
    }
    return values;
}

std::optional<std::int64_t> TomlSection::whole(const char* key, std::int64_t min, std::int64_t max) {
    const toml::node* node = find(key, false);
    if (node == nullptr) return std::nullopt;
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < min || value->get() > max)
        refuse(*node, key,
               max >= std::numeric_limits<int>::max()
                   ? fmt::format("a whole number of at least {}", min)
                   : fmt::format("a whole number from {} to {}", min, max));
    return value->get();
}

bool TomlSection::flag(const char* key, bool otherwise) {
    const toml::node* node = find(key, false);
    if (node == nullptr) return otherwise;
    if (!node->is_boolean()) refuse(*node, key, "true or false");
    return node->as_boolean()->get();
}

void TomlSection::reject_unknown_keys() const {
    for (const auto& [key, node] : table_) {
        const std::string name(key.str());
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        fail(node, fmt::format("unknown key `{}{}`", prefix_, name),
             did_you_mean(name, known_, fmt::format("known: {}", joined(known_, ", "))));
    }
}

void TomlSection::fail(const toml::node& node, const std::string& message, const std::string& hint) const {
    throw Failure(ExitCode::Usage, fmt::format("{}:{}: {}", origin_, node.source().begin.line, message),
                  hint);
}

void TomlSection::refuse(const toml::node& node, std::string_view key, const std::string& what) const {
    fail(node, fmt::format("`{}{}` must be {}", prefix_, key, what));
}

const toml::node* TomlSection::find(const char* key, bool required) {
    known_.emplace_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr && required)
        throw Failure(ExitCode::Usage, fmt::format("{}: `{}{}` is missing", origin_, prefix_, key));
    return node;
}

} // namespace loop::runner
