#include "report/derive/code.h"

namespace loop::report::derive {

void indent(Lines& lines) {
    for (std::string& line : lines)
        line.insert(0, "    ");
}

void append(Lines& all, const Lines& more) {
    all.insert(all.end(), more.begin(), more.end());
}

std::string wrapped(const std::string& text, const std::string& indentation) {
    constexpr std::size_t longest = 110;
    std::string result;
    std::size_t begin = 0;
    while (text.size() - begin > longest) {
        std::size_t space = text.rfind("}, {", begin + longest - 4); // rather than within a list
        if (space == std::string::npos || space <= begin) space = text.rfind(", ", begin + longest - 2);
        if (space == std::string::npos || space <= begin) break;
        if (text[space] == '}') ++space;
        result += text.substr(begin, space + 1 - begin) + "\n" + indentation;
        begin = space + 2;
    }
    return result + text.substr(begin);
}

namespace {

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
    for (const Code& code : codes)
        add_lines(lines, code);
    return lines;
}

std::size_t count_lines(const Codes& codes) {
    return lines_of(codes).size();
}

} // namespace loop::report::derive
