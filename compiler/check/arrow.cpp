#include "compiler/check/arrow.h"

#include "compiler/lex/cxx_lexer.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// The offset behind the parenthesis that closes the one at `at`; the end if none does.
std::size_t behind_parenthesis(std::string_view code, std::size_t at) {
    int depth = 0;
    while (at < code.size()) {
        const std::size_t end = std::max(cxx::skip_piece(code, at), at + 1);
        if (code[at] == '(') ++depth;
        if (code[at] == ')' && --depth == 0) return end;
        at = cxx::skip_blank(code, end);
    }
    return at;
}

} // namespace

std::optional<Arrow> find_arrow(const Source& source, Range argument) {
    const std::string_view code = source.text(argument);
    if (code.empty()) return std::nullopt;
    std::size_t end = 0;
    if (code[0] == '(')
        end = behind_parenthesis(code, 0);
    else if (cxx::word_part(code[0]))
        end = cxx::skip_piece(code, 0);
    const std::size_t arrow = cxx::skip_blank(code, end);
    if (end == 0 || code.substr(arrow, 2) != "->") return std::nullopt;
    const std::size_t result = std::min(cxx::skip_blank(code, arrow + 2), code.size());
    return Arrow{{argument.begin, argument.begin + end}, {argument.begin + result, argument.end}};
}

} // namespace loop::compiler
