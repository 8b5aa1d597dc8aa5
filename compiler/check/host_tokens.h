#pragma once

#include "compiler/check/program.h"
#include "compiler/lex/code.h"
#include "compiler/lex/keywords.h"
#include "compiler/lex/tokens.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// The tokens of host code, with matched brackets. A construct's head is a single token.
namespace loop::compiler {

/// Whether one of the ranges, which are in order and apart, contains `offset`.
bool within(const std::vector<Range>& ranges, std::size_t offset);

struct HostCode : Lexed {
    std::vector<Range> typographic_quotes; ///< outside strings, comments, and heads

    bool is_word(std::size_t token) const {
        return token < tokens.size() && tokens[token].kind == Token::Kind::Word;
    }
    /// Whether the token is a word, but not a keyword.
    bool is_name(std::size_t token) const { return is_word(token) && !tokens[token].keyword; }
    /// Whether the token is a word before a `(`.
    bool is_called(std::size_t token) const { return token < tokens.size() && tokens[token].called; }
    bool in_conditional(std::size_t offset) const { return within(conditionals, offset); }
    /// The innermost `{` around `token`; `unpaired` at file scope and after the last token.
    std::uint32_t block_of(std::size_t token) const;
    /// The index after the bracket that closes the one at `at`, or `end` if it is not closed before `end`.
    std::uint32_t behind(std::uint32_t at, std::uint32_t end) const;
    /// Whether `token` is inside `block` (a `{`, or `unpaired` for the file).
    bool encloses(std::uint32_t block, std::size_t token) const;
    /// The token that closes `block`, or `tokens.size()` for the file and for an unclosed block.
    std::size_t end_of_block(std::uint32_t block) const;
};

/// `constructs`: those whose names are known.
HostCode join_heads(Lexed lexed, const std::vector<Construct>& constructs);

/// Whether `.`, `->`, or `::` is before the token.
bool follows_access(const Code& code, std::size_t token);

/// The words of a piece of C++, except keywords, words before or after `::`, words after `.` or `->`, and the
/// operands of `sizeof`.
std::vector<std::string_view> free_words(const Code& code);

} // namespace loop::compiler
