#pragma once

#include <antlr4-runtime.h>

#include <cstddef>

namespace loop::compiler {

/// Chooses between the alternatives of a rule that can begin with the same token: the first one, without
/// looking ahead. So an `else` belongs to the innermost `if`, and a `(` behind the name of a construct begins
/// its arguments. To look ahead would read what follows once for each statement around it.
class Predictor : public antlr4::atn::ParserATNSimulator {
public:
    /// `usual`: the one that the parser has made.
    Predictor(antlr4::Parser* parser, antlr4::atn::ParserATNSimulator& usual);

    std::size_t adaptivePredict(antlr4::TokenStream* input, std::size_t decision,
                                antlr4::ParserRuleContext* context) override;
};

} // namespace loop::compiler
