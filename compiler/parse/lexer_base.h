#pragma once

#include "compiler/lex/tokens.h"

#include <antlr4-runtime.h>

#include <cstddef>
#include <vector>

/// What the rules of grammar/LoopLexer.g4 cannot say. The generated lexer derives from this class, which is
/// in the global namespace because ANTLR requires that.
class LexerBase : public antlr4::Lexer {
public:
    explicit LexerBase(antlr4::CharStream* input) : antlr4::Lexer(input) {}

    /// Continues at an offset, outside directives.
    void continue_at(std::size_t offset);

    /// What a rule leaves out: whitespace, comments, and text of directives.
    void skip() override;
    /// The comments so far, in order.
    const std::vector<loop::compiler::Range>& comments() const { return comments_; }

protected:
    /// Whether the `)tag"` before the current offset has the tag with which the raw string begins.
    bool closes_raw_string();

private:
    std::vector<loop::compiler::Range> comments_;
};
