#include "compiler/emit/plain/helpers.h"

#include <algorithm>

namespace loop::compiler::plain {

namespace {

struct Embedded {
    std::string_view name;
    std::string_view text;
};

constexpr Embedded embedded[] = {
#include "plain_helpers.inc"
};

/// Adds the words of the directive if `line` is one.
bool read_directive(std::string_view line, std::string_view key, std::vector<std::string_view>& words) {
    if (line.substr(0, key.size()) != key) return false;
    for (const std::string_view word : words_of(line.substr(key.size())))
        words.push_back(word);
    return true;
}

Helper read(const Embedded& file) {
    Helper helper;
    helper.name = file.name;
    std::string_view rest = file.text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::string_view line = rest.substr(0, end - 1);
        const bool is_include = line.substr(0, 8) == "#include";
        if (is_include)
            helper.includes.push_back(line);
        else if (!read_directive(line, "// provides: ", helper.provides) &&
                 !read_directive(line, "// needs: ", helper.needs) &&
                 !read_directive(line, "// after: ", helper.after))
            break;
        rest.remove_prefix(end);
    }
    while (!rest.empty() && rest.front() == '\n')
        rest.remove_prefix(1);
    helper.text = rest;
    return helper;
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
            helpers.push_back(read(file));
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
