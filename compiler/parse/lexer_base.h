#pragma once

#include "compiler/ast/ast.h"
#include "compiler/parse/byte_stream.h"

#include <antlr4-runtime.h>

#include <memory>
#include <vector>

/// The part of the lexer that the grammar cannot express. The generated lexer derives from this class, which
/// is in the global namespace because ANTLR requires that.
class LoopLexerBase : public antlr4::Lexer {
public:
    explicit LoopLexerBase(antlr4::CharStream* input) : antlr4::Lexer(input) {}

    /// Returns the next token. Adjacent pieces of host code, or of an argument, become one token; a raw
    /// string extends to its closing delimiter.
    std::unique_ptr<antlr4::Token> nextToken() override;

    /// Unterminated comments, strings, and character constants, in source order.
    const std::vector<loop::compiler::ast::OpenText>& open_texts() const { return open_texts_; }

private:
    std::unique_ptr<antlr4::Token> single_token();
    void finish_raw_string(antlr4::CommonToken& token);
    void note_open_text(const antlr4::CommonToken& token);
    std::string_view text() const;

    std::unique_ptr<antlr4::Token> ahead_;
    std::vector<loop::compiler::ast::OpenText> open_texts_;
};
