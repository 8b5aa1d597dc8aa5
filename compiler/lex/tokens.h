#pragma once

#include "compiler/source/source.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The tokens of a file, which the lexer (compiler/parse/lexer.h) makes as grammar/LoopLexer.g4 says. The
/// parser reads the tokens of constructs; the checks read all others, as host code.
namespace loop::compiler {

/// What a token is in the grammar (grammar/LoopParser.g4).
enum class Role : std::uint8_t {
    Host,
    Construct,
    Open, ///< of the list of arguments
    Close,
    Label, ///< `name` in the argument `name: value`
    Colon, ///< behind a label
    Comma, ///< between arguments
    Name,  ///< behind the arguments
    NameComma,
    Semicolon,
    Piece, ///< of an argument
    InnerConstruct,
};

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
    bool keyword = false; ///< a word that C++ reserves
    bool called = false;  ///< a word before a `(`; join_heads() sets it
    Role role = Role::Host;

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

/// The tokens of a file and what its preprocessor directives say.
struct Lexed {
    std::string_view text;
    std::vector<Token> tokens;
    std::vector<OpenText> open_texts;
    std::vector<Include> includes;
    std::vector<ConditionalLine> conditional_lines;
    std::vector<std::string_view> directive_words; ///< words of preprocessor directives
    std::vector<std::string_view> defined;         ///< names after #define
    std::vector<Range> directive_constructs;       ///< backslashes with names in preprocessor directives
    std::vector<Range> openmp_pragmas;             ///< the `omp` of each `#pragma omp`
    std::vector<Range> conditionals;               ///< #if ... #endif, outermost ones
    std::vector<std::uint32_t> unpaired_braces;    ///< tokens
    std::uint32_t too_deep = Token::unpaired; ///< the first bracket or assignment beyond the nesting limit

    std::string_view word(std::size_t token) const {
        return text.substr(tokens[token].begin, tokens[token].end - tokens[token].begin);
    }
    /// `seen` is not empty.
    bool is(std::size_t token, std::string_view seen) const {
        return token < tokens.size() && text[tokens[token].begin] == seen[0] &&
               tokens[token].end - tokens[token].begin == seen.size() &&
               (seen.size() == 1 || word(token) == seen);
    }
    /// The character of punctuation, or a blank.
    char bracket(std::size_t token) const {
        return tokens[token].kind == Token::Kind::Punctuation ? text[tokens[token].begin] : ' ';
    }
};

} // namespace loop::compiler
