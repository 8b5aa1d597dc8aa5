#include "compiler/lex/code.h"

#include <algorithm>

namespace loop::compiler {

Code::Code(const TokenList& list)
    : text_(list.text), begin_(list.tokens.data()), end_(list.tokens.data() + list.tokens.size()) {}

Code::Code(const TokenList& list, Range range)
    : text_(list.text), begin_(list.tokens.data() + list.token_at(range.begin)),
      end_(list.tokens.data() + list.token_at(std::max(range.begin, range.end))) {}

bool Code::follows_directly(std::size_t token) const {
    return token > 0 && token < size() && begin_[token - 1].end == begin_[token].begin;
}

Code Code::part(std::size_t first, std::size_t last) const {
    Code code = *this;
    code.end_ = begin_ + std::min(last, size());
    code.begin_ = std::min(begin_ + std::min(first, size()), code.end_);
    return code;
}

std::size_t Code::behind_brackets(std::size_t token) const {
    int depth = 0;
    do {
        const char c = is(token, Token::Kind::Punctuation) ? word(token)[0] : ' ';
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
        ++token;
    } while (depth > 0 && token < size());
    return token;
}

std::vector<Code> listed(const Code& code) {
    if (!code.is(0, "{") || !code.is(code.size() - 1, "}")) return {};
    std::vector<Code> parts;
    std::size_t begin = 1;
    for (std::size_t at = 1; at + 1 < code.size();) {
        if (code.is(at, ",")) {
            parts.push_back(code.part(begin, at));
            begin = at + 1;
        }
        at = code.behind_brackets(at);
    }
    parts.push_back(code.part(begin, code.size() - 1));
    return parts;
}

std::string flatten(const Code& code) {
    std::string line;
    for (std::size_t token = 0; token < code.size(); ++token) {
        if (token > 0 && !code.follows_directly(token)) line += ' ';
        line += code.word(token);
    }
    return line;
}

} // namespace loop::compiler
