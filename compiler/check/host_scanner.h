#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// The only place that reads C++: it cuts host code into words, numbers, texts and punctuation, pairs the
/// brackets and looks at preprocessor lines. Construct heads are single tokens.
namespace loop::compiler {

struct Token {
    enum class Kind : std::uint8_t { Word, Number, Text, Punctuation, Construct };

    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// Brackets: the token of the other one. Constructs: their index in the program.
    std::uint32_t partner = unpaired;
    /// The innermost `{` around it; unpaired at file scope.
    std::uint32_t block = unpaired;
    Kind kind = Kind::Punctuation;

    static constexpr std::uint32_t unpaired = 0xffffffffu;
};

struct Include {
    std::string_view file;
    bool quoted = false;      ///< "file", not <file>
    bool typographic = false; ///< quoted with the quotes of a word processor
    Range range;              ///< with its quotes
};

struct HostCode {
    std::string_view text;
    std::vector<Token> tokens;
    std::vector<Include> includes;
    std::vector<Range> conditionals;               ///< #if ... #endif, outermost ones
    std::vector<std::string_view> directive_words; ///< words of preprocessor lines
    std::vector<std::string_view> defined;         ///< names after #define
    std::vector<Range> directive_constructs;       ///< backslash words in preprocessor lines
    std::vector<Range> typographic_quotes;         ///< outside strings and comments
    std::vector<std::uint32_t> unpaired_braces;    ///< tokens
    std::uint32_t too_deep = Token::unpaired;      ///< the bracket that passes the nesting limit

    std::string_view word(std::size_t token) const {
        return text.substr(tokens[token].begin, tokens[token].end - tokens[token].begin);
    }
    bool is(std::size_t token, std::string_view seen) const {
        return token < tokens.size() && word(token) == seen;
    }
    bool is_word(std::size_t token) const {
        return token < tokens.size() && tokens[token].kind == Token::Kind::Word;
    }
    /// A word that is no keyword.
    bool is_name(std::size_t token) const;
    Range range(std::size_t token) const { return {tokens[token].begin, tokens[token].end}; }
    bool in_conditional(std::size_t offset) const;
    /// The first token at or behind an offset; behind the last one where there is none: a construct may stand
    /// in what was skipped after an error.
    std::size_t token_at(std::size_t offset) const;
    /// What a token stands in, a `{`; unpaired in the file itself, and behind the last token.
    std::uint32_t block_of(std::size_t token) const;
    /// Behind the bracket that closes the one at `at`; without one before `end`, the end.
    std::uint32_t behind(std::uint32_t at, std::uint32_t end) const;
    /// Whether what stands in `block` (a `{`, or unpaired for the file) is around `token`.
    bool encloses(std::uint32_t block, std::size_t token) const;
    /// The token that closes a block; behind the last token for the file and for what is never closed.
    std::size_t end_of_block(std::uint32_t block) const;
};

/// Brackets and statements may nest this deep.
inline constexpr std::size_t nesting_limit = 1000;

HostCode scan_host(const Source& source, const std::vector<Construct>& constructs);

/// The words of a piece of C++, without those behind `.`, `->` and `::`, and without keywords.
std::vector<std::string_view> free_words(std::string_view code);

bool is_keyword(std::string_view word);
/// A keyword that can begin a type: int, const, unsigned and the like.
bool is_type_keyword(std::string_view word);

} // namespace loop::compiler
