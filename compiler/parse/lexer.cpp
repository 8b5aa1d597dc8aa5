#include "compiler/parse/lexer.h"

#include "compiler/lex/brackets.h"
#include "compiler/lex/keywords.h"
#include "compiler/parse/byte_stream.h"
#include "compiler/parse/generated.h"

#include <optional>

namespace loop::compiler {

namespace {

bool is_in(std::size_t type, std::size_t first, std::size_t last) {
    return type >= first && type <= last;
}

Token::Kind kind_of(std::size_t type) {
    if (is_in(type, LoopLexer::LOOP, LoopLexer::UNKNOWN)) return Token::Kind::Construct;
    if (is_in(type, LoopLexer::IF, LoopLexer::NAME)) return Token::Kind::Word;
    if (type == LoopLexer::NUMBER) return Token::Kind::Number;
    if (type == LoopLexer::TEXT) return Token::Kind::Text;
    if (type == LoopLexer::TYPOGRAPHIC_QUOTE) return Token::Kind::TypographicQuote;
    return Token::Kind::Punctuation;
}

bool is_directive(std::size_t type) {
    return is_in(type, LoopLexer::INCLUDE, LoopLexer::OTHER_DIRECTIVE);
}

/// Follows the brackets of the arguments of constructs.
class ArgumentLists {
public:
    /// Whether the next token is in arguments.
    bool contain_next() const { return depth_ > 0; }

    /// `tokens`: those before a token of this type.
    void next(const std::vector<Token>& tokens, std::size_t type) {
        const bool opens =
            type == LoopLexer::OPEN || type == LoopLexer::OPEN_SQUARE || type == LoopLexer::OPEN_BRACE;
        if (depth_ > 0)
            depth_ = opens ? depth_ + 1 : closes(type) ? depth_ - 1 : depth_;
        else if (type == LoopLexer::OPEN && !tokens.empty() && tokens.back().kind == Token::Kind::Construct)
            depth_ = 1;
    }

private:
    /// A `;` ends a list that is not closed.
    bool closes(std::size_t type) const {
        if (depth_ == 1) return type == LoopLexer::CLOSE || type == LoopLexer::SEMICOLON;
        return type == LoopLexer::CLOSE || type == LoopLexer::CLOSE_SQUARE || type == LoopLexer::CLOSE_BRACE;
    }

    std::size_t depth_ = 0; ///< of brackets, from the `(` behind a construct
};

/// Fills the list of tokens, and the lists of what directives say.
class TokenReader {
public:
    /// `directives`: whether a `#` begins one.
    TokenReader(Lexed& lexed, bool directives)
        : lexed_(lexed), has_directives_(directives), bytes_(lexed.text), lexer_(&bytes_) {}

    void run() {
        constexpr std::size_t bytes_per_token = 3; // fewer than in usual code
        lexed_.tokens.reserve(lexed_.text.size() / bytes_per_token);
        lexer_.removeErrorListeners(); // the grammar accepts every text
        if (lexed_.text.substr(0, 3) == "\xef\xbb\xbf") bytes_.seek(3);
        for (;;) {
            const auto token = lexer_.nextToken();
            const Range range{token->getStartIndex(), token->getStopIndex() + 1};
            if (token->getType() == antlr4::Token::EOF) break;
            read(token->getType(), range);
        }
        end_directive(lexed_.text.size());
        lexed_.comments = lexer_.comments();
        if (open_comment_) lexed_.comments.push_back(*open_comment_);
    }

private:
    void read(std::size_t type, Range range) {
        if (is_directive(type)) return directive(type, range);
        switch (type) {
        case LoopLexer::DIRECTIVE_END:
            return end_directive(range.begin);
        case LoopLexer::DIRECTIVE_WORD:
            return directive_word(range);
        case LoopLexer::DIRECTIVE_CONSTRUCT:
            return lexed_.directive_constructs.push_back(range);
        case LoopLexer::OPEN_COMMENT:
            open_comment_ = range;
            return open_text(OpenText::Kind::Comment, {range.begin, range.begin + 2});
        case LoopLexer::OPEN_RAW_STRING:
            return open_raw_string(range);
        case LoopLexer::OPEN_STRING:
            return open_quote(OpenText::Kind::String, range);
        case LoopLexer::OPEN_CHARACTER:
            return open_quote(OpenText::Kind::Character, range);
        case LoopLexer::UNIVERSAL_NAME:
            add(LoopLexer::OPERATOR, {range.begin, range.begin + 1});
            return add(LoopLexer::NAME, {range.begin + 1, range.end});
        default:
            return add(type, range);
        }
    }

    void add(std::size_t type, Range range) {
        arguments_.next(lexed_.tokens, type);
        Token token;
        token.begin = static_cast<std::uint32_t>(range.begin);
        token.end = static_cast<std::uint32_t>(range.end);
        token.type = static_cast<std::uint8_t>(type);
        token.kind = kind_of(type);
        token.keyword = token.kind == Token::Kind::Word && is_keyword(text(range));
        lexed_.tokens.push_back(token);
    }

    // -- texts that are not closed
    void open_text(OpenText::Kind kind, Range range) { lexed_.open_texts.push_back({kind, range}); }

    void open_raw_string(Range begin) {
        open_text(OpenText::Kind::RawString, begin);
        lexer_.continue_at(lexed_.text.size());
        if (directive_ == none) add(LoopLexer::TEXT, {begin.begin, lexed_.text.size()});
    }

    /// Ends with its line. In the arguments of a construct, it is the quote alone, so that the end of the
    /// arguments is found.
    void open_quote(OpenText::Kind kind, Range range) {
        const Range quote{range.begin, range.begin + 1};
        open_text(kind, quote);
        if (!arguments_.contain_next()) return add(LoopLexer::TEXT, range);
        add(LoopLexer::TEXT, quote);
        lexer_.continue_at(quote.end);
    }

    // -- directives
    void directive(std::size_t type, Range range) {
        if (arguments_.contain_next() || !has_directives_) {
            add(LoopLexer::OPERATOR, {range.begin, range.begin + 1});
            return lexer_.continue_at(range.begin + 1);
        }
        directive_ = type;
        directive_begin_ = range.begin;
        is_first_word_ = true;
        if (type == LoopLexer::INCLUDE) include(range);
    }

    void include(Range range) {
        constexpr std::string_view quotes = "\"\xe2"; // plain, or the first byte of a typographic one
        const std::string_view seen = text(range);
        const std::size_t open = seen.find_first_of("<\"\xe2");
        const bool typographic_begin = seen[open] == '\xe2',
                   typographic_end = seen.back() != '"' && seen.back() != '>';
        const std::size_t begin = open + (typographic_begin ? 3 : 1);
        const std::size_t end = seen.size() - (typographic_end ? 3 : 1);
        lexed_.includes.push_back({seen.substr(begin, end - begin),
                                   quotes.find(seen[open]) != quotes.npos,
                                   typographic_begin || typographic_end,
                                   {range.begin + open, range.end}});
    }

    void directive_word(Range range) {
        const std::string_view word = text(range);
        lexed_.directive_words.push_back(word);
        if (is_first_word_ && directive_ == LoopLexer::DEFINE) lexed_.defined.push_back(word);
        if (is_first_word_ && directive_ == LoopLexer::PRAGMA && word == "omp")
            lexed_.openmp_pragmas.push_back(range);
        is_first_word_ = false;
    }

    void end_directive(std::size_t end) {
        using Kind = ConditionalLine::Kind;
        const Range range{directive_begin_, end};
        if (directive_ != none) lexed_.directives.push_back(range);
        if (directive_ == LoopLexer::CONDITIONAL_BEGIN)
            lexed_.conditional_lines.push_back({Kind::Begin, range});
        if (directive_ == LoopLexer::CONDITIONAL_NEXT)
            lexed_.conditional_lines.push_back({Kind::Next, range});
        if (directive_ == LoopLexer::CONDITIONAL_END) lexed_.conditional_lines.push_back({Kind::End, range});
        directive_ = none;
    }

    std::string_view text(Range range) const { return lexed_.text.substr(range.begin, range.size()); }

    static constexpr std::size_t none = antlr4::Token::INVALID_TYPE;

    Lexed& lexed_;
    bool has_directives_;
    ByteStream bytes_;
    LoopLexer lexer_;
    ArgumentLists arguments_;
    std::size_t directive_ = none; ///< the type of this directive's first token
    std::size_t directive_begin_ = 0;
    bool is_first_word_ = false;
    std::optional<Range> open_comment_;
};

} // namespace

Lexed lex(const Source& source) {
    Lexed lexed;
    lexed.text = source.text();
    TokenReader(lexed, true).run();
    match_brackets(lexed);
    return lexed;
}

Lexed lex_code(std::string_view text) {
    Lexed lexed;
    lexed.text = text;
    TokenReader(lexed, false).run();
    return lexed;
}

} // namespace loop::compiler
