#include "compiler/emit/plain/helpers.h"

#include <algorithm>
#include <optional>
#include <string>

namespace loop::compiler::plain {

namespace {

struct Embedded {
    std::string_view name;
    std::string_view text;
};

constexpr Embedded embedded[] = {
#include "plain_helpers.inc"
};

std::string_view first_line(std::string_view text) {
    return text.substr(0, text.find('\n'));
}

/// What follows `key`, if the line begins with it.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
    if (line.substr(0, key.size()) != key) return {};
    return line.substr(key.size());
}

bool add_words(std::string_view line, std::string_view key, std::vector<std::string_view>& words) {
    const std::optional<std::string_view> value = value_of(line, key);
    if (!value) return false;
    for (const std::string_view word : words_of(*value))
        words.push_back(word);
    return true;
}

/// `// in PLACE: STATEMENT`
bool add_statement(std::string_view line, std::vector<Statement>& statements) {
    const std::optional<std::string_view> value = value_of(line, "// in ");
    if (!value) return false;
    const std::size_t colon = value->find(": ");
    statements.push_back({value->substr(0, colon), value->substr(colon + 2)});
    return true;
}

bool read_directive(std::string_view line, Helper& helper) {
    if (line.substr(0, 8) == "#include") {
        helper.includes.push_back(line);
        return true;
    }
    return add_words(line, "// provides: ", helper.provides) || add_words(line, "// needs: ", helper.needs) ||
           add_words(line, "// after: ", helper.after) || add_words(line, "// if: ", helper.when) ||
           add_words(line, "// instead of: ", helper.instead_of) || add_statement(line, helper.statements);
}

/// Removes the first line of `text`, and its end.
void drop_line(std::string_view& text) {
    text.remove_prefix(std::min(first_line(text).size() + 1, text.size()));
}

Helper read(std::string_view name, std::string_view text) {
    Helper helper;
    helper.name = name;
    while (!text.empty() && read_directive(first_line(text), helper))
        drop_line(text);
    while (!text.empty() && text.front() == '\n')
        text.remove_prefix(1);
    while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n")
        text.remove_suffix(1);
    helper.text = text;
    return helper;
}

/// The helpers of a file.
void read(const Embedded& file, std::vector<Helper>& helpers) {
    constexpr std::string_view heading = "// helper: ";
    std::string_view name = file.name, rest = file.text;
    while (!rest.empty()) {
        if (const std::optional<std::string_view> next = value_of(rest, heading)) {
            name = first_line(*next);
            drop_line(rest);
        }
        const std::size_t end = std::min(rest.find(std::string("\n") += heading), rest.size() - 1) + 1;
        helpers.push_back(read(name, rest.substr(0, end)));
        rest.remove_prefix(end);
    }
}

} // namespace

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

const std::vector<Helper>& all_helpers() {
    static const std::vector<Helper> all = [] {
        std::vector<Helper> helpers;
        for (const Embedded& file : embedded)
            read(file, helpers);
        return helpers;
    }();
    return all;
}

const Helper* helper_for(std::string_view name) {
    for (const Helper& helper : all_helpers())
        if (std::find(helper.provides.begin(), helper.provides.end(), name) != helper.provides.end())
            return &helper;
    return nullptr;
}

} // namespace loop::compiler::plain
