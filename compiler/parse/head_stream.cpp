#include "compiler/parse/head_stream.h"

#include "compiler/parse/generated.h"

#include <stdexcept>

namespace loop::compiler {

namespace {

std::size_t type_of(Role role) {
    switch (role) {
    case Role::Host:
        break;
    case Role::Construct:
        return LoopParser::CONSTRUCT;
    case Role::Open:
        return LoopParser::OPEN;
    case Role::Close:
        return LoopParser::CLOSE;
    case Role::Label:
        return LoopParser::LABEL;
    case Role::Colon:
        return LoopParser::COLON;
    case Role::Comma:
        return LoopParser::COMMA;
    case Role::Name:
        return LoopParser::NAME;
    case Role::NameComma:
        return LoopParser::NAME_COMMA;
    case Role::Semicolon:
        return LoopParser::SEMICOLON;
    case Role::Piece:
        return LoopParser::PIECE;
    case Role::InnerConstruct:
        return LoopParser::INNER_CONSTRUCT;
    }
    return antlr4::Token::EOF;
}

} // namespace

HeadStream::HeadStream(const Lexed& lexed)
    : lexed_(lexed), tokens_{antlr4::CommonToken(antlr4::Token::EOF),
                             antlr4::CommonToken(antlr4::Token::EOF)} {}

bool HeadStream::next_construct() {
    const auto& tokens = lexed_.tokens;
    while (at_ < tokens.size() && tokens[at_].role != Role::Construct)
        ++at_;
    if (at_ == tokens.size()) return false;
    read();
    return true;
}

void HeadStream::consume() {
    current_ = 1 - current_;
    const bool more = at_ < lexed_.tokens.size() && lexed_.tokens[at_].role != Role::Construct;
    if (more)
        read();
    else
        tokens_[current_].setType(antlr4::Token::EOF);
}

/// Reads one token. Adjacent pieces of an argument become one.
void HeadStream::read() {
    const auto& tokens = lexed_.tokens;
    const Role role = tokens[at_].role;
    antlr4::CommonToken& token = tokens_[current_];
    token.setType(type_of(role));
    token.setStartIndex(tokens[at_].begin);
    if (role == Role::Piece)
        while (at_ + 1 < tokens.size() && tokens[at_ + 1].role == Role::Piece)
            ++at_;
    token.setStopIndex(tokens[at_].end - 1);
    if (role != Role::Host) ++at_;
}

antlr4::Token* HeadStream::LT(ssize_t k) {
    if (k != 1 && k != -1) throw std::logic_error("the grammar of constructs is not LL(1)");
    return &tokens_[k == 1 ? current_ : 1 - current_];
}

antlr4::Token* HeadStream::get(std::size_t) const {
    throw std::logic_error("the parser of constructs needs an earlier token");
}

} // namespace loop::compiler
