#pragma once

#include "compiler/ast/ast.h"
#include "compiler/parse/byte_stream.h"

#include <antlr4-runtime.h>

#include <memory>
#include <vector>

/// What the lexer's grammar cannot say. The generated lexer derives from this class (global, as its generator
/// wants).
class LoopLexerBase : public antlr4::Lexer {
public:
    explicit LoopLexerBase(antlr4::CharStream* input) : antlr4::Lexer(input) {}

    /// The next token; neighbouring pieces of host code, or of an argument, are one token; a raw string
    /// reaches to its delimiter.
    std::unique_ptr<antlr4::Token> nextToken() override;

    /// Comments, strings and character constants that never end, in source order.
    const std::vector<loop::compiler::ast::OpenText>& open_texts() const { return open_texts_; }

private:
    std::unique_ptr<antlr4::Token> single_token();
    void finish_raw_string(antlr4::CommonToken& token);
    void note_open_text(const antlr4::CommonToken& token);
    std::string_view text() const;

    std::unique_ptr<antlr4::Token> ahead_;
    std::vector<loop::compiler::ast::OpenText> open_texts_;
};
