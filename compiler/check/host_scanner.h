#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// The only place that reads C++: it splits host code into tokens (words, numbers, string literals, and
/// punctuation), matches brackets, and records preprocessor directives. A construct's head is a single token.
namespace loop::compiler {

struct Token {
    enum class Kind : std::uint8_t { Word, Number, Text, Punctuation, Construct };

    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// For a bracket, the index of the matching bracket; for a construct, its index in the program.
    std::uint32_t partner = unpaired;
    /// The innermost `{` around it; unpaired at file scope.
    std::uint32_t block = unpaired;
    Kind kind = Kind::Punctuation;
    bool keyword = false; ///< a word that C++ reserves

    static constexpr std::uint32_t unpaired = 0xffffffffu;
};

struct Include {
    std::string_view file;
    bool quoted = false;      ///< "file", not <file>
    bool typographic = false; ///< quoted with typographic quotes
    Range range;              ///< with its quotes
};

struct HostCode {
    std::string_view text;
    std::vector<Token> tokens;
    std::vector<Include> includes;
    std::vector<Range> conditionals;               ///< #if ... #endif, outermost ones
    std::vector<std::string_view> directive_words; ///< words of preprocessor directives
    std::vector<std::string_view> defined;         ///< names after #define
    std::vector<Range> directive_constructs;       ///< constructs in preprocessor directives
    std::vector<Range> openmp_pragmas;             ///< the `omp` of each `#pragma omp`
    std::vector<Range> typographic_quotes;         ///< outside strings and comments
    std::vector<std::uint32_t> unpaired_braces;    ///< tokens
    std::uint32_t too_deep = Token::unpaired;      ///< the first bracket beyond the nesting limit

    std::string_view word(std::size_t token) const {
        return text.substr(tokens[token].begin, tokens[token].end - tokens[token].begin);
    }
    bool is(std::size_t token, std::string_view seen) const {
        return token < tokens.size() && word(token) == seen;
    }
    bool is_word(std::size_t token) const {
        return token < tokens.size() && tokens[token].kind == Token::Kind::Word;
    }
    /// Whether the token is a word, but not a keyword.
    bool is_name(std::size_t token) const { return is_word(token) && !tokens[token].keyword; }
    Range range(std::size_t token) const { return {tokens[token].begin, tokens[token].end}; }
    bool in_conditional(std::size_t offset) const;
    /// The first token at or after `offset`, or `tokens.size()` if there is none. Text that was skipped after
    /// an error has no tokens, but may contain a construct.
    std::size_t token_at(std::size_t offset) const;
    /// The innermost `{` around `token`; `unpaired` at file scope and after the last token.
    std::uint32_t block_of(std::size_t token) const;
    /// The index after the bracket that closes the one at `at`, or `end` if it is not closed before `end`.
    std::uint32_t behind(std::uint32_t at, std::uint32_t end) const;
    /// Whether `token` is inside `block` (a `{`, or `unpaired` for the file).
    bool encloses(std::uint32_t block, std::size_t token) const;
    /// The token that closes `block`, or `tokens.size()` for the file and for an unclosed block.
    std::size_t end_of_block(std::uint32_t block) const;
};

/// Brackets and statements may nest this deep.
inline constexpr std::size_t nesting_limit = 1000;

HostCode scan_host(const Source& source, const std::vector<Construct>& constructs);

/// The words of a piece of C++, except keywords, words before or after `::`, words after `.` or `->`, and the
/// operands of `sizeof`.
std::vector<std::string_view> free_words(std::string_view code);

bool is_keyword(std::string_view word);
/// A keyword that can begin a type: int, const, unsigned and the like.
bool is_type_keyword(std::string_view word);

} // namespace loop::compiler
