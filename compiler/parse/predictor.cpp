#include "compiler/parse/predictor.h"

#include "compiler/parse/generated.h"

namespace loop::compiler {

using antlr4::atn::ParserATNSimulator;

Predictor::Predictor(antlr4::Parser* parser, ParserATNSimulator& usual)
    : ParserATNSimulator(parser, usual.atn, usual.decisionToDFA, usual.getSharedContextCache()) {
    setPredictionMode(antlr4::atn::PredictionMode::SLL); // the grammar needs no more
}

std::size_t Predictor::adaptivePredict(antlr4::TokenStream* input, std::size_t decision,
                                       antlr4::ParserRuleContext* context) {
    const std::size_t rule = context->getRuleIndex(), next = input->LA(1);
    const bool may_have_else =
        rule == LoopParser::RuleControl || rule == LoopParser::RuleConstruct_with_statement;
    const bool is_else = next == LoopParser::ELSE || next == LoopParser::ELSE_IF;
    antlr4::atn::ATNState* first = atn.getDecisionState(decision)->transitions[0]->target;
    if (may_have_else && is_else && atn.nextTokens(first).contains(next)) return 1;
    return ParserATNSimulator::adaptivePredict(input, decision, context);
}

} // namespace loop::compiler
