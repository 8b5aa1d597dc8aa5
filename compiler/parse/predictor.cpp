#include "compiler/parse/predictor.h"

#include "compiler/parse/generated.h"

#include <algorithm>
#include <iterator>

namespace loop::compiler {

namespace {

/// Whether ANTLR chooses in this rule, and reads as many tokens as it needs. None of these rules contains
/// itself, so no token is read often.
bool looks_ahead(std::size_t rule) {
    constexpr std::size_t rules[] = {LoopParser::RuleFile,   LoopParser::RuleNames,    LoopParser::RuleValue,
                                     LoopParser::RuleSender, LoopParser::RuleFunction, LoopParser::RuleList};
    return std::find(std::begin(rules), std::end(rules), rule) != std::end(rules);
}

} // namespace

using antlr4::atn::ParserATNSimulator;

Predictor::Predictor(antlr4::Parser* parser, ParserATNSimulator& usual)
    : ParserATNSimulator(parser, usual.atn, usual.decisionToDFA, usual.getSharedContextCache()) {
    setPredictionMode(antlr4::atn::PredictionMode::SLL); // the grammar needs no more
}

std::size_t Predictor::adaptivePredict(antlr4::TokenStream* input, std::size_t decision,
                                       antlr4::ParserRuleContext* context) {
    if (looks_ahead(context->getRuleIndex()))
        return ParserATNSimulator::adaptivePredict(input, decision, context);
    const auto& alternatives = atn.getDecisionState(decision)->transitions;
    const auto next = static_cast<ssize_t>(input->LA(1));
    std::size_t chosen = 1;
    while (chosen < alternatives.size() && !atn.nextTokens(alternatives[chosen - 1]->target).contains(next))
        ++chosen;
    return chosen;
}

} // namespace loop::compiler
