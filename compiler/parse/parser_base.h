#pragma once

#include <antlr4-runtime.h>

#include <cstddef>

/// Decides what the parser does at mistakes, and how deep statements may nest. The generated parser derives
/// from this class, which is in the global namespace because ANTLR requires that.
class ParserBase : public antlr4::Parser {
public:
    /// Thrown by the parser where statements nest too deep.
    struct TooDeep {
        std::size_t offset;
    };

    explicit ParserBase(antlr4::TokenStream* tokens);

    /// Of host code, the tree has the rules, but not the tokens: no one reads them.
    antlr4::Token* consume() override;
    void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override;
    void exitRule(); ///< takes the place of antlr4::Parser's, as the generated parser calls it

    /// The tree of the file, also if the parser has stopped.
    antlr4::ParserRuleContext* root() const { return root_; }

private:
    antlr4::ParserRuleContext* root_ = nullptr;
    std::size_t depth_ = 0; ///< of this statement
};
