#include "compiler/parse/head_parser.h"

#include "compiler/parse/generated.h"

using loop::compiler::Range;
using loop::compiler::ast::Construct;
using loop::compiler::ast::Tail;

namespace {

/// The grammar accepts every sequence of tokens, so there is nothing to report or to recover from.
class NoErrors : public antlr4::DefaultErrorStrategy {
public:
    void sync(antlr4::Parser*) override {}
    void reportMatch(antlr4::Parser*) override {}
};

Range range_of(const antlr4::Token& token) {
    return {token.getStartIndex(), token.getStopIndex() + 1};
}

} // namespace

HeadParser::HeadParser(antlr4::TokenStream* tokens) : antlr4::Parser(tokens) {
    setBuildParseTree(false);
    removeErrorListeners();
    setErrorHandler(std::make_shared<NoErrors>());
}

void HeadParser::enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) {
    antlr4::Parser::enterRule(context, state, rule);
    if (rule == LoopParser::RuleConstruct) constructs_.emplace_back();
    if (rule == LoopParser::RuleArguments) begin_arguments();
    if (rule == LoopParser::RuleArgument) begin_argument();
}

void HeadParser::begin_arguments() {
    Construct& construct = constructs_.back();
    const Range open = range_of(*getCurrentToken());
    later_list_ = construct.has_arguments || !construct.tail.empty();
    if (later_list_) {
        construct.tail.push_back({Tail::Kind::Arguments, open});
    } else {
        construct.has_arguments = true;
        construct.arguments_closed = false;
        construct.arguments = open;
    }
}

/// Where nothing is written, the argument is behind the last one.
void HeadParser::begin_argument() {
    if (later_list_) return;
    Construct& construct = constructs_.back();
    const std::size_t behind =
        construct.list.empty() ? construct.arguments.begin + 1 : construct.list.back().value.end;
    construct.list.push_back({std::nullopt, {behind, behind}});
}

antlr4::Token* HeadParser::consume() {
    const antlr4::Token& token = *getCurrentToken();
    const std::size_t type = token.getType();
    const Range range = range_of(token);
    switch (getContext()->getRuleIndex()) {
    case LoopParser::RuleConstruct:
        constructs_.back().name = range;
        break;
    case LoopParser::RuleTail:
        token_of_tail(type, range);
        break;
    case LoopParser::RuleArguments:
        token_of_arguments(type, range);
        break;
    case LoopParser::RuleArgument:
        token_of_argument(type, range);
        break;
    }
    return antlr4::Parser::consume();
}

void HeadParser::token_of_tail(std::size_t type, Range range) {
    const Tail::Kind kind = type == LoopParser::NAME         ? Tail::Kind::Name
                            : type == LoopParser::NAME_COMMA ? Tail::Kind::Comma
                                                             : Tail::Kind::Semicolon;
    constructs_.back().tail.push_back({kind, range});
}

void HeadParser::token_of_arguments(std::size_t type, Range range) {
    Construct& construct = constructs_.back();
    if (later_list_) {
        construct.tail.back().range.end = range.end;
        return;
    }
    construct.arguments.end = range.end;
    if (type != LoopParser::CLOSE) return;
    construct.arguments_closed = true;
    const bool nothing_written =
        construct.list.size() == 1 && construct.list[0].value.empty() && !construct.list[0].name;
    if (nothing_written) construct.list.clear();
}

void HeadParser::token_of_argument(std::size_t type, Range range) {
    Construct& construct = constructs_.back();
    if (later_list_) {
        construct.tail.back().range.end = range.end;
        return;
    }
    construct.arguments.end = range.end;
    loop::compiler::ast::Argument& argument = construct.list.back();
    if (type == LoopParser::LABEL) {
        argument.name = range;
    } else if (type == LoopParser::COLON) {
        argument.value = {range.end, range.end};
    } else {
        if (argument.value.empty()) argument.value.begin = range.begin;
        argument.value.end = range.end;
        if (type == LoopParser::INNER_CONSTRUCT) construct.inner_constructs.push_back(range);
    }
}
