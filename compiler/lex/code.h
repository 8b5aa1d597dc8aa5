#pragma once

#include "compiler/lex/tokens.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// A piece of C++: consecutive tokens of a text, counted from 0. Beyond the last one, words are empty. Refers
/// to the text and to the list of tokens, which must outlive it.
class Code {
public:
    Code() = default;
    /// All tokens of a list.
    explicit Code(const TokenList& list);
    /// The tokens of a list that begin in `range`.
    Code(const TokenList& list, Range range);

    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    bool empty() const { return begin_ == end_; }
    const Token* begin() const { return begin_; }
    const Token* end() const { return end_; }

    std::string_view word(std::size_t token) const { return token < size() ? word(begin_[token]) : ""; }
    std::string_view word(const Token& token) const {
        return text_.substr(token.begin, token.end - token.begin);
    }
    bool is(std::size_t token, std::string_view seen) const { return word(token) == seen; }
    bool is(std::size_t token, Token::Kind kind) const {
        return token < size() && begin_[token].kind == kind;
    }
    bool is_word(std::size_t token) const { return is(token, Token::Kind::Word); }
    /// Whether the token is a word, but not a keyword.
    bool is_name(std::size_t token) const { return is_word(token) && !begin_[token].keyword; }
    bool is_number(std::size_t token) const { return is(token, Token::Kind::Number); }
    /// Whether the code is one name.
    bool is_one_name() const { return size() == 1 && is_name(0); }

    /// From the first token to the last one.
    Range range() const { return empty() ? Range{} : Range{begin_->begin, (end_ - 1)->end}; }
    Range range(std::size_t token) const { return {begin_[token].begin, begin_[token].end}; }
    /// Whether nothing is between a token and the one before it.
    bool follows_directly(std::size_t token) const;

    /// The tokens from `first` to below `last`, which may be beyond the last one.
    Code part(std::size_t first, std::size_t last) const;
    Code part(std::size_t first) const { return part(first, size()); }
    /// The token after the bracket that closes the one at `token`, of any kind; size() if none does. The next
    /// token if none opens there.
    std::size_t behind_brackets(std::size_t token) const;

private:
    std::string_view text_;
    const Token* begin_ = nullptr;
    const Token* end_ = nullptr;
};

/// By how much a token changes the depth of `<...>`.
inline int angles(std::string_view token) {
    return token == "<" ? 1 : token == ">" ? -1 : token == ">>" ? -2 : 0;
}

/// The expressions of a list `{a, b}`, which may be empty; none if the code is no list in braces.
std::vector<Code> listed(const Code& code);

/// The code on one line, with a blank for what is between two tokens: whitespace, comments, and preprocessor
/// directives.
std::string flatten(const Code& code);

} // namespace loop::compiler
