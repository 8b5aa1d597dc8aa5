#pragma once

#include "compiler/lex/tokens.h"

#include <antlr4-runtime.h>

#include <cstddef>
#include <string>

namespace loop::compiler {

/// Feeds ANTLR's parser the tokens of one head of a construct after the other. As the grammar is LL(1), only
/// the next token and the last one are kept.
class HeadStream : public antlr4::TokenStream {
public:
    explicit HeadStream(const Lexed& lexed);

    /// Goes to the next construct. Returns false if there is none.
    bool next_construct();

    void consume() override;
    antlr4::Token* LT(ssize_t k) override;
    std::size_t LA(ssize_t k) override { return LT(k)->getType(); }

    std::size_t index() override { return at_; }
    std::size_t size() override { return lexed_.tokens.size(); }
    std::string getSourceName() const override { return "loop"; }
    ssize_t mark() override { return 0; }
    void release(ssize_t) override {}
    void seek(std::size_t) override {}
    antlr4::Token* get(std::size_t index) const override;
    antlr4::TokenSource* getTokenSource() const override { return nullptr; }
    std::string getText() override { return {}; }
    std::string getText(const antlr4::misc::Interval&) override { return {}; }
    std::string getText(antlr4::RuleContext*) override { return {}; }
    std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

private:
    void read();

    const Lexed& lexed_;
    std::size_t at_ = 0; ///< the token behind the next one of the parser
    antlr4::CommonToken tokens_[2];
    std::size_t current_ = 0;
};

} // namespace loop::compiler
