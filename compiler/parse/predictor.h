#pragma once

#include <antlr4-runtime.h>

#include <cstddef>

namespace loop::compiler {

/// Chooses between the alternatives of a rule where one token does not decide. An `else` belongs to the
/// innermost `if` without looking ahead, which would read what follows once for each `if` around it.
class Predictor : public antlr4::atn::ParserATNSimulator {
public:
    /// `usual`: the one that the parser has made.
    Predictor(antlr4::Parser* parser, antlr4::atn::ParserATNSimulator& usual);

    std::size_t adaptivePredict(antlr4::TokenStream* input, std::size_t decision,
                                antlr4::ParserRuleContext* context) override;
};

} // namespace loop::compiler
