#include "runner/system/toml_section.h"

#include "base/text/nearest.h"
#include "base/text/words.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

toml::table parse_toml(std::string_view text, const std::string& origin) {
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
    if (!node->is_string()) fail(*node, fmt::format("`{}{}` must be a string", prefix_, key));
    return node->as_string()->get();
}

std::vector<std::string> TomlSection::words(const char* key, bool required) {
    const toml::node* node = find(key, required);
    std::vector<std::string> result;
    if (node == nullptr) return result;
    const toml::array* array = node->as_array();
    const bool is_list =
        array != nullptr && (array->empty() ? !required : array->is_homogeneous(toml::node_type::string));
    if (!is_list) fail(*node, fmt::format("`{}{}` must be a list of strings", prefix_, key));
    for (const toml::node& word : *array)
        result.push_back(word.as_string()->get());
    return result;
}

const toml::table* TomlSection::table(const char* key, bool required) {
    const toml::node* node = find(key, required);
    if (node != nullptr && !node->is_table())
        fail(*node, fmt::format("`{}{}` must be a table", prefix_, key));
    return node == nullptr ? nullptr : node->as_table();
}

void TomlSection::reject_unknown_keys() const {
    for (const auto& [key, node] : table_) {
        const std::string name(key.str());
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        fail(node, fmt::format("unknown key `{}{}`", prefix_, name),
             did_you_mean(name, known_, fmt::format("known here: {}", joined(known_, ", "))));
    }
}

void TomlSection::fail(const toml::node& node, const std::string& message, const std::string& hint) const {
    throw Failure(ExitCode::Usage, fmt::format("{}:{}: {}", origin_, node.source().begin.line, message),
                  hint);
}

const toml::node* TomlSection::find(const char* key, bool required) {
    known_.emplace_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr && required)
        throw Failure(ExitCode::Usage, fmt::format("{}: `{}{}` is missing", origin_, prefix_, key));
    return node;
}

} // namespace loop::runner
