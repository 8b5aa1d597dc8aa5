#include "compiler/parse/parser_tokens.h"

#include "compiler/parse/generated.h"
#include "compiler/parse/parser_token.h"

#include <algorithm>
#include <unordered_set>

namespace loop::compiler {

namespace {

class ParserTokens {
public:
    explicit ParserTokens(const Lexed& lexed)
        : lexed_(lexed), macros_(lexed.defined.begin(), lexed.defined.end()), hidden_(lexed.tokens.size()) {}

    std::vector<std::unique_ptr<antlr4::Token>> read() {
        hide_unbalanced();
        tokens_.reserve(size() + 1);
        for (std::size_t at = 0; at < size(); ++at) {
            end_list(at);
            if (type(at) == LoopLexer::LOOP && !in_list(at)) find_iterator(at);
            if (!hidden_[at]) add(type_of(at), range(at));
        }
        end_list(size());
        close_blocks();
        add(antlr4::Token::EOF, {lexed_.text.size(), lexed_.text.size()});
        return std::move(tokens_);
    }

private:
    std::size_t size() const { return lexed_.tokens.size(); }
    const Token& token(std::size_t at) const { return lexed_.tokens[at]; }
    Range range(std::size_t at) const { return {token(at).begin, token(at).end}; }
    std::size_t type(std::size_t at) const { return at < size() ? token(at).type : antlr4::Token::EOF; }

    void add(std::size_t type, Range range) { tokens_.push_back(std::make_unique<ParserToken>(type, range)); }

    // -- brackets
    bool is_open(std::size_t at) const {
        return type(at) == LoopLexer::OPEN || type(at) == LoopLexer::OPEN_SQUARE ||
               type(at) == LoopLexer::OPEN_BRACE;
    }
    bool is_close(std::size_t at) const {
        return type(at) == LoopLexer::CLOSE || type(at) == LoopLexer::CLOSE_SQUARE ||
               type(at) == LoopLexer::CLOSE_BRACE;
    }
    /// Hides brackets without a partner, except blocks that the end of the file closes; those of all branches
    /// of `#if` but one, and pairs that overlap because they are in different branches.
    void hide_unbalanced() {
        std::vector<std::size_t> open;
        std::vector<bool> never_closed(size());
        for (const std::uint32_t brace : lexed_.unpaired_braces)
            never_closed[brace] = is_open(brace);
        for (std::size_t at = 0; at < size(); ++at) {
            hidden_[at] = token(at).kind == Token::Kind::TypographicQuote;
            if (is_open(at) && (is_matched(at) || never_closed[at]))
                open.push_back(at);
            else if (is_open(at))
                hidden_[at] = true;
            else if (is_close(at))
                close(at, open);
        }
        open_blocks_ = open.size();
        for (const ArgumentList& list : lexed_.argument_lists)
            hidden_[list.open] = false; // even if it is not closed
    }

    void close_blocks() {
        for (; open_blocks_ > 0; --open_blocks_)
            add(LoopLexer::CLOSE_BRACE, {lexed_.text.size(), lexed_.text.size()});
    }

    bool is_matched(std::size_t at) const {
        const std::uint32_t partner = token(at).partner;
        return partner != Token::unpaired && token(partner).partner == at && !brackets_differ(at, partner);
    }

    /// `(x]`: in the arguments of a construct, any closing bracket ends the innermost open one. In the lexer,
    /// the type of a closing bracket follows that of the opening one.
    bool brackets_differ(std::size_t open, std::size_t close) const {
        const std::size_t begin = std::min(open, close), end = std::max(open, close);
        return type(end) != type(begin) + 1;
    }

    void close(std::size_t at, std::vector<std::size_t>& open) {
        while (is_matched(at) && !open.empty() && open.back() > token(at).partner) {
            hidden_[open.back()] = true;
            open.pop_back();
        }
        const bool visible = is_matched(at) && !open.empty() && open.back() == token(at).partner;
        hidden_[at] = !visible;
        if (visible) open.pop_back();
    }

    // -- argument lists
    bool begins_list(std::size_t at) const {
        return list_ < lexed_.argument_lists.size() && lexed_.argument_lists[list_].open == at;
    }

    bool in_list(std::size_t at) const {
        return list_ < lexed_.argument_lists.size() && lexed_.argument_lists[list_].open < at;
    }

    /// Closes an argument list that ends before `at`.
    void end_list(std::size_t at) {
        if (list_ == lexed_.argument_lists.size() || lexed_.argument_lists[list_].end != at) return;
        if (!lexed_.argument_lists[list_++].is_closed)
            add(LoopLexer::CLOSE, {token(at - 1).end, token(at - 1).end});
    }

    // -- types that the grammar adds
    std::size_t type_of(std::size_t at) const {
        if (at == iterator_) return LoopParser::ITERATOR;
        if (type(at) == LoopLexer::NAME) return type_of_name(at);
        if (type(at) == LoopLexer::ELSE && type(at + 1) == LoopLexer::IF) return LoopParser::ELSE_IF;
        if (is_attribute(at)) return LoopParser::ATTRIBUTE;
        return type(at);
    }

    std::size_t type_of_name(std::size_t at) const {
        if (type(at + 1) == LoopLexer::COLON) return LoopParser::LABEL;
        if (is_macro(at)) return is_before_construct(at) ? LoopParser::PREFIX : LoopParser::MACRO;
        const bool is_called = type(at + 1) == LoopLexer::OPEN && !hidden_[at + 1] && !token(at).keyword;
        return is_called ? std::size_t{LoopParser::CALLED} : std::size_t{LoopLexer::NAME};
    }

    bool is_before_construct(std::size_t at) const {
        const bool has_parentheses = type(at + 1) == LoopLexer::OPEN && !hidden_[at + 1];
        const std::size_t next = has_parentheses ? token(at + 1).partner + 1 : at + 1;
        return next < size() && token(next).kind == Token::Kind::Construct &&
               type(next) != LoopLexer::UNKNOWN;
    }

    bool is_macro(std::size_t at) const { return macros_.count(lexed_.word(at)) != 0; }

    bool is_attribute(std::size_t at) const {
        return type(at) == LoopLexer::OPEN_SQUARE && type(at + 1) == LoopLexer::OPEN_SQUARE &&
               !hidden_[at + 1] && token(at + 1).partner + 1 == token(at).partner;
    }

    /// Finds the name behind `\LOOP (...)`, if a statement follows it.
    void find_iterator(std::size_t loop) {
        std::size_t at = loop + 1;
        if (begins_list(at)) {
            if (!lexed_.argument_lists[list_].is_closed) return;
            at = lexed_.argument_lists[list_].end + 1;
        }
        if (type(at) == LoopLexer::NAME && !token(at).keyword && !is_macro(at) && may_begin_statement(at + 1))
            iterator_ = at;
    }

    /// Whether a token begins a statement, and does not continue an expression that begins with a name.
    bool may_begin_statement(std::size_t at) const {
        switch (type(at)) {
        case LoopLexer::OPEN:
        case LoopLexer::CLOSE:
        case LoopLexer::CLOSE_SQUARE:
        case LoopLexer::COMMA:
        case LoopLexer::COLON:
        case LoopLexer::ARROW:
        case LoopLexer::TEXT:
            return false;
        case LoopLexer::OPERATOR:
            return lexed_.is(at, "~") || lexed_.is(at, "!");
        case LoopLexer::OPEN_SQUARE: // `a[1]` is an element; not so `[[` (attribute), `[&`, `[=`, `[]`
                                     // (lambda)
            return type(at + 1) == LoopLexer::OPEN_SQUARE || type(at + 1) == LoopLexer::CLOSE_SQUARE ||
                   lexed_.is(at + 1, "&") || lexed_.is(at + 1, "=");
        default:
            return true;
        }
    }

    const Lexed& lexed_;
    std::unordered_set<std::string_view> macros_;
    std::vector<bool> hidden_;
    std::vector<std::unique_ptr<antlr4::Token>> tokens_;
    std::size_t open_blocks_ = 0; ///< that are never closed
    std::size_t list_ = 0;        ///< the argument list that begins or ends next
    std::size_t iterator_ = static_cast<std::size_t>(-1);
};

} // namespace

std::vector<std::unique_ptr<antlr4::Token>> parser_tokens(const Lexed& lexed) {
    return ParserTokens(lexed).read();
}

} // namespace loop::compiler
