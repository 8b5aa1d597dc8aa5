#include "derive/code.h"

namespace loop::report::derive {

void indent(Lines& lines) {
    for (std::string& line : lines)
        line.insert(0, "    ");
}

void append(Lines& all, const Lines& more) {
    all.insert(all.end(), more.begin(), more.end());
}

namespace {

/// Behind the last comma in this part of a text at which a line may end, preferably between lists; if there
/// is none, behind the first one that follows. 0: none.
std::size_t break_in(const std::string& text, std::size_t begin, std::size_t end) {
    std::size_t comma = 0, between_lists = 0;
    bool is_quoted = false;
    for (std::size_t at = begin; at < (comma > 0 ? end : text.size()); ++at) {
        if (text[at] == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (text.compare(at, 3, " //") == 0) break;
        if (text.compare(at, 2, ", ") == 0) comma = at + 1;
        if (text.compare(at, 4, "}, {") == 0) between_lists = at + 2;
    }
    return between_lists > 0 ? between_lists : comma;
}

} // namespace

std::string wrapped(const std::string& text, const std::string& indentation) {
    constexpr std::size_t longest = 110;
    std::string result;
    std::size_t begin = 0;
    while (text.size() - begin > longest) {
        const std::size_t end = break_in(text, begin, begin + longest);
        if (end == 0) break;
        result += text.substr(begin, end - begin) + "\n" + indentation;
        begin = end + 1;
    }
    return result + text.substr(begin);
}

namespace {

/// A block that is all of a body needs no braces of its own.
const Codes& without_braces(const Codes& codes) {
    const bool is_bare = codes.size() == 1 && codes.front().is_block() && codes.front().text.empty() &&
                         codes.front().comment.empty();
    return is_bare ? without_braces(codes.front().body) : codes;
}

void add_lines(Lines& lines, const Code& code) {
    const std::string comment = code.comment.empty() ? "" : "  // " + code.comment;
    if (!code.is_block()) {
        lines.push_back(code.text + comment);
        return;
    }
    Lines body = lines_of(code.body);
    if (body.size() == 1 && comment.empty()) {
        lines.push_back(code.text + " " + body.front());
        return;
    }
    indent(body);
    lines.push_back(code.text + (code.text.empty() ? "{" : " {") + comment);
    append(lines, body);
    lines.emplace_back("}");
}

} // namespace

Lines lines_of(const Codes& codes) {
    Lines lines;
    for (const Code& code : without_braces(codes))
        add_lines(lines, code);
    return lines;
}

std::size_t count_lines(const Codes& codes) {
    return lines_of(codes).size();
}

} // namespace loop::report::derive
