#pragma once

#include <string>
#include <vector>

/// The statements of a derived program, before they are written as lines.
namespace loop::report::derive {

/// A statement, or the head of statements in braces. Numbers in the text may be tokens (`Numbers`).
struct Code {
    std::string text;      ///< "\BARRIER();", "\LOOP (3)"
    std::string comment{}; ///< behind the text
    std::vector<Code> body{};

    bool is_block() const { return !body.empty(); }
};
using Codes = std::vector<Code>;
using Lines = std::vector<std::string>;

/// A statement of one line is behind its head, unless that has a comment.
Lines lines_of(const Codes& codes);
std::size_t count_lines(const Codes& codes);

void indent(Lines& lines);
void append(Lines& all, const Lines& more);

/// The text in lines that are not too long, of which those behind the first one begin with the indentation.
std::string wrapped(const std::string& text, const std::string& indentation);

/// Calls `visit` for each text, in order; it may change it.
template <class AnyCodes, class Visit>
void visit_texts(AnyCodes& codes, const Visit& visit) {
    for (auto& code : codes) {
        visit(code.text);
        visit_texts(code.body, visit);
    }
}

} // namespace loop::report::derive
