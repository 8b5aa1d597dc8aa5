#include "runner/profile/placeholders.h"

#include "base/text/nearest.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

/// One `{name}` in a word: its position, and its length with the braces.
struct Spot {
    std::size_t at = std::string::npos;
    std::size_t length = 0;
    std::string name;
};

/// Finds the next placeholder: lowercase letters and underscores in braces. Other braces are ordinary text.
Spot next_spot(const std::string& word, std::size_t from) {
    for (std::size_t at = word.find('{', from); at != std::string::npos; at = word.find('{', at + 1)) {
        const std::size_t end = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1);
        if (end != std::string::npos && word[end] == '}' && end > at + 1)
            return {at, end + 1 - at, word.substr(at + 1, end - at - 1)};
    }
    return {};
}

Placeholders placeholders_in(const std::vector<std::string>& words) {
    Placeholders names;
    for (const std::string& word : words)
        for (Spot spot = next_spot(word, 0); spot.length > 0; spot = next_spot(word, spot.at + spot.length))
            names.push_back(spot.name);
    return names;
}

bool contains(const Placeholders& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string in_braces(const Placeholders& names) {
    std::vector<std::string> words;
    for (const std::string& name : names)
        words.push_back("`{" + name + "}`");
    return joined(words, ", ");
}

} // namespace

void check_placeholders(TomlSection& section, const char* key, const std::vector<std::string>& words,
                        const Placeholders& known, const Placeholders& required) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return;
    const Placeholders found = placeholders_in(words);
    const std::string full = section.prefix() + key;
    for (const std::string& name : found) {
        if (contains(known, name)) continue;
        const std::string near = nearest(name, known);
        section.fail(*node, fmt::format("unknown placeholder `{{{}}}` in `{}`", name, full),
                     near.empty() ? fmt::format("known: {}", in_braces(known))
                                  : fmt::format("did you mean `{{{}}}`?", near));
    }
    for (const std::string& name : required)
        if (!contains(found, name))
            section.fail(*node, fmt::format("`{}` has no `{{{}}}`", full, name),
                         contains(required, "program")
                             ? R"(for example ["mpiexec", "-n", "{ranks}", "{program}"])"
                             : "");
}

std::vector<std::string> filled(const std::vector<std::string>& words, const Replacements& by) {
    std::vector<std::string> result;
    for (const std::string& word : words) {
        std::string text;
        std::size_t from = 0;
        for (Spot spot = next_spot(word, 0); spot.length > 0; spot = next_spot(word, from)) {
            const auto value = by.find(spot.name);
            text += word.substr(from, spot.at - from);
            text += value != by.end() ? value->second : word.substr(spot.at, spot.length);
            from = spot.at + spot.length;
        }
        result.push_back(text + word.substr(from));
    }
    return result;
}

} // namespace loop::runner
