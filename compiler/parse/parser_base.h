#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <unordered_map>

/// Decides what the parser does at mistakes, and how deep statements may nest. The generated parser derives
/// from this class, which is in the global namespace because ANTLR requires that.
class ParserBase : public antlr4::Parser {
public:
    /// Thrown by the parser where statements nest too deep.
    struct TooDeep {
        std::size_t offset;
    };

    explicit ParserBase(antlr4::TokenStream* tokens);

    void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override;

    /// The tree of the file, also if the parser has stopped.
    antlr4::ParserRuleContext* root() const { return root_; }

private:
    void begin_statement(const antlr4::ParserRuleContext& context);

    antlr4::ParserRuleContext* root_ = nullptr;
    std::unordered_map<const antlr4::tree::ParseTree*, std::size_t>
        depths_; ///< of statements, by their nodes
};
