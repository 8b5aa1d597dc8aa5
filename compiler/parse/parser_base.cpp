#include "compiler/parse/parser_base.h"

#include "compiler/lex/tokens.h"
#include "compiler/parse/generated.h"

#include <algorithm>
#include <iterator>

namespace {

bool is_part_of_other(std::size_t type) {
    return type == LoopParser::ELSE || type == LoopParser::ELSE_IF || type == LoopParser::CATCH;
}

bool closes(std::size_t type) {
    return type == LoopParser::CLOSE_BRACE || type == antlr4::Token::EOF;
}

bool is_host_code(std::size_t rule) {
    constexpr std::size_t rules[] = {
        LoopParser::RuleFile,           LoopParser::RuleRest,       LoopParser::RuleInside,
        LoopParser::RuleParentheses,    LoopParser::RuleExpression, LoopParser::RuleOperand,
        LoopParser::RuleIn_parentheses, LoopParser::RuleGroup,      LoopParser::RuleWord};
    return std::find(std::begin(rules), std::end(rules), rule) != std::end(rules);
}

/// Goes on where the grammar lacks a token, without skipping brackets or constructs.
class Tolerant : public antlr4::DefaultErrorStrategy {
public:
    /// Between the statements of a block, skips an `else` or `catch` without its statement, and what no rule
    /// accepts.
    void sync(antlr4::Parser* parser) override {
        if (parser->getContext()->getRuleIndex() != LoopParser::RuleBlock) return;
        while (is_part_of_other(parser->getCurrentToken()->getType()))
            parser->consume();
        const antlr4::Token* token = parser->getCurrentToken();
        if (token == last_ && !closes(token->getType())) parser->consume();
        last_ = token;
    }

    /// A missing `;` is taken as written. Without another token, the rule ends.
    antlr4::Token* recoverInline(antlr4::Parser* parser) override {
        constexpr std::size_t semicolon = LoopParser::SEMICOLON;
        const antlr4::atn::ATN& atn = parser->getATN();
        if (atn.nextTokens(atn.states[parser->getState()]).contains(semicolon))
            return parser->getCurrentToken();
        throw antlr4::InputMismatchException(parser);
    }

    void recover(antlr4::Parser*, std::exception_ptr) override {}
    void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}
    void reportMatch(antlr4::Parser*) override {}

private:
    const antlr4::Token* last_ = nullptr; ///< before which the last statement began
};

} // namespace

ParserBase::ParserBase(antlr4::TokenStream* tokens) : antlr4::Parser(tokens) {
    removeErrorListeners();
    setErrorHandler(std::make_shared<Tolerant>());
}

antlr4::Token* ParserBase::consume() {
    setBuildParseTree(!is_host_code(getContext()->getRuleIndex()));
    antlr4::Token* token = antlr4::Parser::consume();
    setBuildParseTree(true);
    return token;
}

void ParserBase::enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) {
    antlr4::Parser::enterRule(context, state, rule);
    if (root_ == nullptr) root_ = context;
    if (rule != LoopParser::RuleStatement) return;
    if (++depth_ > loop::compiler::nesting_limit) throw TooDeep{getCurrentToken()->getStartIndex()};
}

void ParserBase::exitRule() {
    if (getContext()->getRuleIndex() == LoopParser::RuleStatement) --depth_;
    antlr4::Parser::exitRule();
}
