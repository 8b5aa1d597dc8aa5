#pragma once

#include "compiler/source/source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The tokens of a file, which the lexer (compiler/parse/lexer.h) makes as grammar/LoopLexer.g4 says. The
/// parser reads the tokens of constructs; the checks read all others, as host code.
namespace loop::compiler {

/// Brackets, assignments, and statements may nest this deep.
inline constexpr std::size_t nesting_limit = 1000;

struct Token {
    enum class Kind : std::uint8_t { Word, Number, Text, Punctuation, Construct, TypographicQuote };

    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// For a bracket, the index of the matching bracket (of several closing brackets in branches of `#if`,
    /// only the first one is the partner's partner); for a construct, its index in the program.
    std::uint32_t partner = unpaired;
    /// The innermost `{` around it; unpaired at file scope.
    std::uint32_t block = unpaired;
    Kind kind = Kind::Punctuation;
    bool keyword = false;  ///< a word that C++ reserves
    bool called = false;   ///< a word before a `(`; join_heads() sets it
    std::uint8_t type = 0; ///< in grammar/LoopLexer.g4; only compiler/parse knows these numbers

    static constexpr std::uint32_t unpaired = 0xffffffffu;
};

/// An unterminated comment, string, or character constant; `range` is its opening delimiter.
struct OpenText {
    enum class Kind { Comment, String, Character, RawString };
    Kind kind;
    Range range;
};

struct Include {
    std::string_view file;
    bool quoted = false;      ///< "file", not <file>
    bool typographic = false; ///< quoted with typographic quotes
    Range range;              ///< with its quotes
};

/// `#if` and the like, `#else` or `#elif`, or `#endif`.
struct ConditionalLine {
    enum class Kind { Begin, Next, End };
    Kind kind;
    Range range;
};

/// The parentheses behind the name of a construct, as tokens.
struct ArgumentList {
    std::uint32_t open;
    std::uint32_t
        end; ///< the `)`; if that is missing, the `;` before which it belongs, or the end of the file
    bool is_closed;
};

/// Tokens of a text, in order. Refers to the text.
struct TokenList {
    std::string_view text;
    std::vector<Token> tokens;

    std::string_view word(std::size_t token) const {
        return text.substr(tokens[token].begin, tokens[token].end - tokens[token].begin);
    }
    /// `seen` is not empty.
    bool is(std::size_t token, std::string_view seen) const {
        return token < tokens.size() && text[tokens[token].begin] == seen[0] &&
               tokens[token].end - tokens[token].begin == seen.size() &&
               (seen.size() == 1 || word(token) == seen);
    }
    Range range(std::size_t token) const { return {tokens[token].begin, tokens[token].end}; }
    /// The first token at or after `offset`, or `tokens.size()` if there is none. Text that was skipped after
    /// an error has no tokens, but may contain a construct.
    std::size_t token_at(std::size_t offset) const {
        const auto token = std::lower_bound(tokens.begin(), tokens.end(), offset,
                                            [](const Token& t, std::size_t at) { return t.begin < at; });
        return static_cast<std::size_t>(token - tokens.begin());
    }
    /// The character of punctuation, or a blank.
    char bracket(std::size_t token) const {
        return tokens[token].kind == Token::Kind::Punctuation ? text[tokens[token].begin] : ' ';
    }
};

/// The tokens of a file and what its preprocessor directives say.
struct Lexed : TokenList {
    std::vector<OpenText> open_texts;
    std::vector<Include> includes;
    std::vector<ConditionalLine> conditional_lines;
    std::vector<std::string_view> directive_words; ///< words of preprocessor directives
    std::vector<std::string_view> defined;         ///< names after #define
    std::vector<Range> directive_constructs;       ///< backslashes with names in preprocessor directives
    std::vector<Range> openmp_pragmas;             ///< the `omp` of each `#pragma omp`
    std::vector<ArgumentList> argument_lists;
    std::vector<Range> comments;                ///< an open one ends with the file
    std::vector<Range> directives;              ///< from the `#` to the end of the line
    std::vector<Range> conditionals;            ///< #if ... #endif, outermost ones
    std::vector<std::uint32_t> unpaired_braces; ///< tokens
    std::uint32_t too_deep = Token::unpaired;   ///< the first bracket or assignment beyond the nesting limit
};

} // namespace loop::compiler
