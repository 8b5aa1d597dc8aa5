#pragma once

#include "compiler/lex/tokens.h"

#include <antlr4-runtime.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace loop::compiler {

/// A token of the parser: its type and its bytes. ANTLR's own needs four times as much memory.
class ParserToken : public antlr4::Token {
public:
    /// `type`: a constant of LoopParser, or EOF.
    ParserToken(std::size_t type, Range range)
        : type_(type), begin_(static_cast<std::uint32_t>(range.begin)),
          end_(static_cast<std::uint32_t>(range.end)) {}

    std::size_t getType() const override { return type_; }
    std::size_t getStartIndex() const override { return begin_; }
    std::size_t getStopIndex() const override { return std::size_t{end_} - 1; }
    std::size_t getChannel() const override { return DEFAULT_CHANNEL; }

    // What no one asks for
    std::string getText() const override { return {}; }
    std::size_t getLine() const override { return 0; }
    std::size_t getCharPositionInLine() const override { return 0; }
    std::size_t getTokenIndex() const override { return INVALID_INDEX; }
    antlr4::TokenSource* getTokenSource() const override { return nullptr; }
    antlr4::CharStream* getInputStream() const override { return nullptr; }
    std::string toString() const override { return {}; }

private:
    std::size_t type_;
    std::uint32_t begin_, end_;
};

} // namespace loop::compiler
