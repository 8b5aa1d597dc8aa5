#pragma once

#include "compiler/ast/ast.h"

#include <antlr4-runtime.h>

#include <vector>

/// Keeps what the parser recognizes, instead of a parse tree. The generated parser derives from this class,
/// which is in the global namespace because ANTLR requires that.
class HeadParser : public antlr4::Parser {
public:
    explicit HeadParser(antlr4::TokenStream* tokens);

    void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override;
    antlr4::Token* consume() override;

    /// The constructs that have been parsed.
    std::vector<loop::compiler::ast::Construct> take_constructs() { return std::move(constructs_); }

private:
    void begin_arguments();
    void begin_argument();
    void token_of_arguments(std::size_t type, loop::compiler::Range range);
    void token_of_argument(std::size_t type, loop::compiler::Range range);
    void token_of_tail(std::size_t type, loop::compiler::Range range);

    std::vector<loop::compiler::ast::Construct> constructs_;
    bool later_list_ = false; ///< a list of arguments behind the first one
};
