#pragma once

#include <antlr4-runtime.h>

#include <cstddef>

/// What the rules of grammar/LoopLexer.g4 cannot say. The generated lexer derives from this class, which is
/// in the global namespace because ANTLR requires that.
class LexerBase : public antlr4::Lexer {
public:
    explicit LexerBase(antlr4::CharStream* input) : antlr4::Lexer(input) {}

    /// Continues at an offset, outside directives.
    void continue_at(std::size_t offset);

protected:
    /// Whether the `)tag"` before the current offset has the tag with which the raw string begins.
    bool closes_raw_string();
};
