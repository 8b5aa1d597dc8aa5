#include "compiler/parse/lexer_base.h"

#include "compiler/parse/generated.h"

using antlr4::CommonToken;
using antlr4::Token;
using loop::compiler::Range;
using loop::compiler::ast::OpenText;

namespace {

Range range_of(const CommonToken& token) {
    return {token.getStartIndex(), token.getStopIndex() + 1};
}

bool is_run(const Token& token) {
    const bool run = token.getType() == LoopLexer::HOST || token.getType() == LoopLexer::PIECE;
    return run && token.getChannel() == Token::DEFAULT_CHANNEL;
}

} // namespace

std::string_view LoopLexerBase::text() const {
    return static_cast<loop::compiler::ByteStream*>(_input)->text();
}

std::unique_ptr<Token> LoopLexerBase::nextToken() {
    std::unique_ptr<Token> token = ahead_ ? std::move(ahead_) : single_token();
    if (!is_run(*token)) return token;
    for (;;) {
        ahead_ = single_token();
        if (!is_run(*ahead_) || ahead_->getType() != token->getType()) return token;
        static_cast<CommonToken&>(*token).setStopIndex(ahead_->getStopIndex());
    }
}

std::unique_ptr<Token> LoopLexerBase::single_token() {
    std::unique_ptr<Token> token = antlr4::Lexer::nextToken();
    auto& common = static_cast<CommonToken&>(*token);
    if (common.getType() == LoopLexer::RAW_OPEN) finish_raw_string(common);
    if (common.getType() == LoopLexer::OPEN_QUOTE || common.getType() == LoopLexer::COMMENT ||
        common.getType() == LoopLexer::PIECE)
        note_open_text(common);
    return token;
}

/// Called after `R"tag(`: reads up to `)tag"`, or to the end of the text if there is none.
void LoopLexerBase::finish_raw_string(CommonToken& token) {
    const std::string_view opening = text().substr(token.getStartIndex(), range_of(token).size());
    const std::size_t quote = opening.find('"');
    std::string closing = ")";
    closing.append(opening.substr(quote + 1, opening.size() - quote - 2)).push_back('"');
    const std::size_t at = text().find(closing, token.getStopIndex() + 1);
    std::size_t end = text().size();
    if (at == std::string_view::npos)
        open_texts_.push_back({OpenText::Kind::RawString, range_of(token)});
    else
        end = at + closing.size();
    _input->seek(end);
    token.setStopIndex(end - 1);
    const bool in_arguments = mode == LoopLexer::ARGUMENTS || mode == LoopLexer::NESTED;
    token.setType(in_arguments ? LoopLexer::PIECE : LoopLexer::HOST);
}

void LoopLexerBase::note_open_text(const CommonToken& token) {
    const Range range = range_of(token);
    const std::string_view seen = text().substr(range.begin, range.size());
    if (token.getType() == LoopLexer::COMMENT) {
        const bool closed = seen.size() >= 4 && seen.substr(seen.size() - 2) == "*/";
        if (!closed)
            open_texts_.push_back({OpenText::Kind::Comment, {range.begin, range.begin + 2}});
        else if (token.getChannel() == Token::DEFAULT_CHANNEL)
            const_cast<CommonToken&>(token).setType(LoopLexer::HOST);
    } else if (seen == "\"") {
        open_texts_.push_back({OpenText::Kind::String, range});
    } else if (seen == "'") {
        open_texts_.push_back({OpenText::Kind::Character, range});
    }
}
