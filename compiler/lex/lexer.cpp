#include "compiler/lex/lexer.h"

#include "compiler/lex/cxx_lexer.h"
#include "compiler/lex/directives.h"
#include "compiler/lex/head_roles.h"
#include "compiler/lex/keywords.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// The characters that, behind `c`, make an operator of two characters.
std::string_view second_characters(char c) {
    switch (c) {
    case ':':
        return ":";
    case '+':
        return "=+";
    case '-':
        return "=->";
    case '&':
        return "=&";
    case '|':
        return "=|";
    case '<':
        return "=<";
    case '>':
        return "=>";
    case '=':
    case '!':
    case '*':
    case '/':
    case '%':
    case '^':
        return "=";
    default:
        return {};
    }
}

/// `\u00e9` is a universal character name: part of an identifier, not a construct.
bool is_universal_name(std::string_view name) {
    if (name.empty() || (name[0] != 'u' && name[0] != 'U')) return false;
    const std::size_t digits = name[0] == 'u' ? 4 : 8;
    const std::string_view code = name.substr(1, digits);
    return code.size() == digits &&
           code.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

class Lexer {
public:
    explicit Lexer(Lexed& lexed) : lexed_(lexed), text_(lexed.text), roles_(lexed) {}

    void run() {
        lexed_.tokens.reserve(text_.size() / bytes_per_token);
        if (text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;
        while (skip_blank(), at_ < text_.size()) {
            if (text_[at_] == '#' && !roles_.in_arguments())
                directive();
            else
                token();
        }
    }

private:
    static constexpr std::size_t bytes_per_token = 3; // fewer than in usual code

    void skip_blank() {
        for (;;) {
            const std::size_t behind = lex_comment(lexed_, cxx::skip_spaces(text_, at_));
            if (behind == at_) return;
            at_ = behind;
        }
    }

    void directive() {
        roles_.end_head();
        at_ = lex_directive(lexed_, at_);
    }

    void add(Token::Kind kind, std::size_t end) {
        Token token;
        token.begin = static_cast<std::uint32_t>(at_);
        token.end = static_cast<std::uint32_t>(end);
        token.kind = kind;
        token.role = roles_.next(token);
        lexed_.tokens.push_back(token);
        at_ = end;
    }

    void token() {
        const char c = text_[at_];
        if (cxx::word_start(c)) {
            if (const std::size_t length = cxx::typographic_quote(text_, at_))
                add(Token::Kind::TypographicQuote, at_ + length);
            else
                word();
        } else if (c >= '0' && c <= '9') {
            add(Token::Kind::Number, cxx::skip_number(text_, at_));
        } else if (c == '"' || c == '\'') {
            quoted(c);
        } else if (c == '\\') {
            backslash();
        } else {
            punctuation(c);
        }
    }

    /// A word, or a raw string.
    void word() {
        const std::size_t end = lex_piece(lexed_, at_);
        const std::string_view piece = text_.substr(at_, end - at_);
        if (is_raw(piece)) return add(Token::Kind::Text, end);
        add(Token::Kind::Word, end);
        lexed_.tokens.back().keyword = is_keyword(piece);
    }

    /// A string or character constant. If it is not closed on its line, it ends with the line; in the
    /// arguments of a construct, it is the quote alone, so that the end of the arguments is found.
    void quoted(char quote) {
        const cxx::Quoted seen = cxx::read_quoted(text_, at_);
        if (!seen.closed)
            lexed_.open_texts.push_back(
                {quote == '"' ? OpenText::Kind::String : OpenText::Kind::Character, {at_, at_ + 1}});
        add(Token::Kind::Text, seen.closed || !roles_.in_arguments() ? seen.end : at_ + 1);
    }

    void backslash() {
        const std::size_t end = cxx::skip_word(text_, at_ + 1);
        const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
        const bool construct = !name.empty() && cxx::word_start(name[0]) && !is_universal_name(name);
        add(construct ? Token::Kind::Construct : Token::Kind::Punctuation, construct ? end : at_ + 1);
    }

    void punctuation(char c) {
        const bool two =
            at_ + 1 < text_.size() && second_characters(c).find(text_[at_ + 1]) != std::string_view::npos;
        add(Token::Kind::Punctuation, at_ + (two ? 2 : 1));
    }

    Lexed& lexed_;
    std::string_view text_;
    HeadRoles roles_;
    std::size_t at_ = 0;
};

} // namespace

Lexed lex(const Source& source) {
    Lexed lexed;
    lexed.text = source.text();
    Lexer(lexed).run();
    return lexed;
}

} // namespace loop::compiler
