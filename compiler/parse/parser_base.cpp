#include "compiler/parse/parser_base.h"

#include "compiler/lex/tokens.h"
#include "compiler/parse/generated.h"

namespace {

bool is_part_of_other(std::size_t type) {
    return type == LoopParser::ELSE || type == LoopParser::ELSE_IF || type == LoopParser::CATCH;
}

/// Goes on where the grammar lacks a token, without skipping brackets or constructs.
class Tolerant : public antlr4::DefaultErrorStrategy {
public:
    /// An `else` or `catch` without its statement is skipped.
    void sync(antlr4::Parser* parser) override {
        if (parser->getContext()->getRuleIndex() != LoopParser::RuleBlock) return;
        while (is_part_of_other(parser->getCurrentToken()->getType()))
            parser->consume();
    }

    /// A missing `;` is taken as written. Without another token, the rule ends.
    antlr4::Token* recoverInline(antlr4::Parser* parser) override {
        constexpr std::size_t semicolon = LoopParser::SEMICOLON;
        const antlr4::atn::ATN& atn = parser->getATN();
        if (atn.nextTokens(atn.states[parser->getState()]).contains(semicolon))
            return parser->getCurrentToken();
        throw antlr4::InputMismatchException(parser);
    }

    /// Nothing is skipped, except where the parser would not get on.
    void recover(antlr4::Parser* parser, std::exception_ptr) override {
        const std::size_t index = parser->getInputStream()->index();
        const std::size_t type = parser->getCurrentToken()->getType();
        const bool may_skip = type != LoopParser::CLOSE_BRACE && type != LoopParser::CLOSE &&
                              type != LoopParser::CLOSE_SQUARE && type != antlr4::Token::EOF;
        if (index == last_ && may_skip) parser->consume();
        last_ = index;
    }

    void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}
    void reportMatch(antlr4::Parser*) override {}

private:
    std::size_t last_ = antlr4::Token::INVALID_TYPE; ///< where the last rule ended early
};

std::size_t statements_around(const antlr4::ParserRuleContext* context) {
    std::size_t count = 0;
    for (const antlr4::tree::ParseTree* at = context->parent; at != nullptr; at = at->parent)
        if (static_cast<const antlr4::RuleContext*>(at)->getRuleIndex() == LoopParser::RuleStatement) ++count;
    return count;
}

} // namespace

ParserBase::ParserBase(antlr4::TokenStream* tokens) : antlr4::Parser(tokens) {
    removeErrorListeners();
    setErrorHandler(std::make_shared<Tolerant>());
}

void ParserBase::enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) {
    antlr4::Parser::enterRule(context, state, rule);
    if (root_ == nullptr) root_ = context;
    if (rule == LoopParser::RuleStatement && statements_around(context) > loop::compiler::nesting_limit)
        throw TooDeep{getCurrentToken()->getStartIndex()};
}
