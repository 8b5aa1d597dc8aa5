#include "compiler/lex/head_roles.h"

namespace loop::compiler {

Role HeadRoles::next(const Token& token) {
    if (place_ == Place::Arguments) return in_list(token);
    if (token.kind == Token::Kind::Construct) {
        place_ = Place::Head;
        return Role::Construct;
    }
    return place_ == Place::Head ? in_head(token) : Role::Host;
}

Role HeadRoles::in_head(const Token& token) {
    if (token.kind == Token::Kind::Word) return Role::Name;
    switch (token.kind == Token::Kind::Punctuation ? lexed_.text[token.begin] : ' ') {
    case '(':
        place_ = Place::Arguments;
        depth_ = 0;
        return Role::Open;
    case ',':
        return Role::NameComma;
    case ';':
        place_ = Place::Host;
        return Role::Semicolon;
    default:
        place_ = Place::Host;
        return Role::Host;
    }
}

Role HeadRoles::in_list(const Token& token) {
    if (token.kind == Token::Kind::Construct) return Role::InnerConstruct;
    if (token.kind != Token::Kind::Punctuation || token.end - token.begin != 1) return Role::Piece;
    const char c = lexed_.text[token.begin];
    if (c == '(' || c == '[' || c == '{' || depth_ > 0) return bracket_in_list(c);
    switch (c) {
    case ')':
        place_ = Place::Head;
        return Role::Close;
    case ',':
        return Role::Comma;
    case ';': // the list was not closed
        place_ = Place::Head;
        return Role::Semicolon;
    case ':':
        if (!label_is_last()) return Role::Piece;
        lexed_.tokens.back().role = Role::Label;
        return Role::Colon;
    default:
        return Role::Piece;
    }
}

Role HeadRoles::bracket_in_list(char c) {
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if (c == ')' || c == ']' || c == '}') --depth_;
    return Role::Piece;
}

/// Whether the last token is a word with which an argument begins.
bool HeadRoles::label_is_last() const {
    const Token& word = lexed_.tokens.back();
    const Role before = lexed_.tokens[lexed_.tokens.size() - 2].role;
    return word.kind == Token::Kind::Word && (before == Role::Open || before == Role::Comma);
}

} // namespace loop::compiler
