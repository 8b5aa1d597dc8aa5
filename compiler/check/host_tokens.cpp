#include "compiler/check/host_tokens.h"

#include "compiler/check/values.h"
#include "compiler/lex/cxx_lexer.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// Matches brackets across `#if` branches. Each branch starts at the depth before the `#if`. After the
/// `#endif`, the depth is that of the first branch that changed it.
class Brackets {
public:
    explicit Brackets(HostCode& host) : host_(host) {}

    void open(std::uint32_t token) {
        const std::size_t braces = open_.empty() ? 0 : open_.back().to_brace;
        open_.push_back({token, kind(token) == '{' ? open_.size() + 1 : braces});
        if (open_.size() > nesting_limit && host_.too_deep == Token::unpaired) host_.too_deep = token;
    }

    void close(std::uint32_t token, char bracket) {
        const char wanted = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
        const std::size_t depth = wanted == '{' ? to_innermost_brace() : open_.size();
        if (depth == 0 || kind(open_[depth - 1].token) != wanted) {
            if (wanted == '{') host_.unpaired_braces.push_back(token);
            return;
        }
        Token& other = host_.tokens[open_[depth - 1].token];
        if (other.partner == Token::unpaired) other.partner = token;
        host_.tokens[token].partner = open_[depth - 1].token;
        open_.resize(depth - 1);
    }

    void begin_conditional() {
        // Each branch copies what is open, which would take long beyond the limit; that is an error anyway.
        if (levels_.size() < nesting_limit && open_.size() <= nesting_limit)
            levels_.push_back({open_, {}, false});
        else
            ++ignored_;
    }

    void next_branch() {
        if (ignored_ > 0 || levels_.empty()) return;
        keep_first_change(levels_.back());
        open_ = levels_.back().before;
    }

    void end_conditional() {
        if (ignored_ > 0) {
            --ignored_;
            return;
        }
        if (levels_.empty()) return;
        keep_first_change(levels_.back());
        if (levels_.back().changed) open_ = std::move(levels_.back().after);
        levels_.pop_back();
    }

    std::uint32_t innermost_brace() const {
        const std::size_t depth = to_innermost_brace();
        return depth > 0 ? open_[depth - 1].token : Token::unpaired;
    }

    bool in_conditional() const { return !levels_.empty(); }

    /// Calls `visit(TOKEN)` for each bracket that was never closed.
    template <typename Visit>
    void for_each_open(Visit visit) const {
        for (const Open& bracket : open_)
            visit(bracket.token);
    }

private:
    struct Open {
        std::uint32_t token;
        std::size_t to_brace; ///< how many are open up to the innermost brace, with it; 0: none is open
    };
    struct Level {
        std::vector<Open> before;
        std::vector<Open> after;
        bool changed;
    };

    void keep_first_change(Level& level) {
        if (level.changed || open_.size() == level.before.size()) return;
        level.after = open_;
        level.changed = true;
    }

    std::size_t to_innermost_brace() const { return open_.empty() ? 0 : open_.back().to_brace; }
    char kind(std::uint32_t token) const { return host_.text[host_.tokens[token].begin]; }

    HostCode& host_;
    std::vector<Open> open_;
    std::vector<Level> levels_;
    std::size_t ignored_ = 0;
};

/// Makes each head of a construct one token, and matches brackets.
class HeadJoiner {
public:
    HeadJoiner(HostCode& host, const std::vector<Construct>& constructs)
        : host_(host), constructs_(constructs), brackets_(host) {}

    void run() {
        std::size_t kept = 0; // joined tokens replace the original ones
        for (std::size_t at = 0; at < host_.tokens.size();) {
            Token token = host_.tokens[at++];
            conditional_lines_before(token.begin);
            if (token.kind == Token::Kind::Construct) at = head(token, at);
            if (token.kind == Token::Kind::TypographicQuote) {
                host_.typographic_quotes.push_back({token.begin, token.end});
                continue;
            }
            token.block = brackets_.innermost_brace();
            host_.tokens[kept] = token;
            if (token.kind == Token::Kind::Punctuation) punctuation(static_cast<std::uint32_t>(kept));
            ++kept;
        }
        host_.tokens.resize(kept);
        conditional_lines_before(host_.text.size());
        brackets_.for_each_open([&](std::uint32_t open) {
            if (host_.text[host_.tokens[open].begin] == '{') host_.unpaired_braces.push_back(open);
        });
    }

private:
    /// Extends the token to the whole head; `at` is the token behind it. Returns the token behind the head.
    /// An unknown construct is a word.
    std::size_t head(Token& token, std::size_t at) {
        if (next_ >= constructs_.size() || constructs_[next_].head.begin != token.begin) {
            token.kind = Token::Kind::Word;
            ++token.begin;
            return at;
        }
        token.end = static_cast<std::uint32_t>(constructs_[next_].head.end);
        token.partner = static_cast<std::uint32_t>(next_++);
        while (at < host_.tokens.size() && host_.tokens[at].begin < token.end)
            ++at;
        return at;
    }

    void punctuation(std::uint32_t token) {
        const char c = host_.text[host_.tokens[token].begin];
        assignment(token, c);
        bracket(token, c);
    }

    /// In `a = b = c`, each assignment is the value of the one before: they nest, too.
    void assignment(std::uint32_t token, char c) {
        if (c == ';' || c == ',' || c == '{' || c == '}')
            assignments_ = 0;
        else if (c != '+' && c != '-' ? is_assignment(host_, token) : host_.word(token).back() == '=')
            ++assignments_;
        if (assignments_ > nesting_limit && host_.too_deep == Token::unpaired) host_.too_deep = token;
    }

    void bracket(std::uint32_t token, char c) {
        if (c == '(' && token > 0) host_.tokens[token - 1].called = host_.is_word(token - 1);
        if (c == '(' || c == '[' || c == '{') brackets_.open(token);
        if (c == ')' || c == ']' || c == '}') brackets_.close(token, c);
    }

    void conditional_lines_before(std::size_t offset) {
        for (; line_ < host_.conditional_lines.size() && host_.conditional_lines[line_].range.begin < offset;
             ++line_)
            conditional(host_.conditional_lines[line_]);
    }

    void conditional(const ConditionalLine& line) {
        switch (line.kind) {
        case ConditionalLine::Kind::Begin:
            if (!brackets_.in_conditional()) conditional_begin_ = line.range.begin;
            brackets_.begin_conditional();
            break;
        case ConditionalLine::Kind::Next:
            brackets_.next_branch();
            break;
        case ConditionalLine::Kind::End:
            if (!brackets_.in_conditional()) break;
            brackets_.end_conditional();
            if (!brackets_.in_conditional())
                host_.conditionals.push_back({conditional_begin_, line.range.end});
            break;
        }
    }

    HostCode& host_;
    const std::vector<Construct>& constructs_;
    Brackets brackets_;
    std::size_t next_ = 0;        ///< the next construct
    std::size_t assignments_ = 0; ///< in this expression
    std::size_t line_ = 0;        ///< the next conditional line
    std::size_t conditional_begin_ = 0;
};

} // namespace

bool within(const std::vector<Range>& ranges, std::size_t offset) {
    auto after = std::upper_bound(ranges.begin(), ranges.end(), offset,
                                  [](std::size_t at, const Range& range) { return at < range.begin; });
    return after != ranges.begin() && offset < std::prev(after)->end;
}

std::size_t HostCode::token_at(std::size_t offset) const {
    auto token = std::lower_bound(tokens.begin(), tokens.end(), offset,
                                  [](const Token& t, std::size_t at) { return t.begin < at; });
    return static_cast<std::size_t>(token - tokens.begin());
}

std::uint32_t HostCode::block_of(std::size_t token) const {
    return token < tokens.size() ? tokens[token].block : Token::unpaired;
}

std::uint32_t HostCode::behind(std::uint32_t at, std::uint32_t end) const {
    const std::uint32_t partner = tokens[at].partner;
    return partner != Token::unpaired && partner > at && partner < end ? partner + 1 : end;
}

bool HostCode::encloses(std::uint32_t block, std::size_t token) const {
    if (block == Token::unpaired) return true;
    for (std::uint32_t at = block_of(token); at != Token::unpaired; at = tokens[at].block)
        if (at == block) return true;
    return false;
}

std::size_t HostCode::end_of_block(std::uint32_t block) const {
    if (block == Token::unpaired || tokens[block].partner == Token::unpaired) return tokens.size();
    return tokens[block].partner;
}

HostCode join_heads(Lexed lexed, const std::vector<Construct>& constructs) {
    HostCode host{std::move(lexed), {}, {}, {}, Token::unpaired};
    HeadJoiner(host, constructs).run();
    return host;
}

namespace {

/// The end of the operand of a `sizeof` that ends at `at`. The operand is not evaluated.
std::size_t behind_operand(std::string_view code, std::size_t at) {
    int depth = 0;
    while ((at = cxx::skip_blank(code, at)) < code.size()) {
        const std::size_t end = std::max(cxx::skip_piece(code, at), at + 1);
        if (code[at] == '(') ++depth;
        if (code[at] == ')') --depth;
        if (depth <= 0 && (code[at] == ')' || cxx::word_start(code[at]))) return depth < 0 ? at : end;
        at = end;
    }
    return code.size();
}

} // namespace

std::vector<std::string_view> free_words(std::string_view code) {
    std::vector<std::string_view> words;
    bool member = false;
    for (std::size_t at = 0; (at = cxx::skip_blank(code, at)) < code.size();) {
        const std::size_t end = cxx::skip_piece(code, at);
        const std::string_view piece = code.substr(at, end - at), two = code.substr(at, 2);
        if (cxx::word_start(code[at])) {
            const bool qualifier = code.substr(cxx::skip_blank(code, end), 2) == "::";
            if (!member && !cxx::is_raw(piece) && !qualifier && !is_keyword(piece)) words.push_back(piece);
            member = false;
            at = piece == "sizeof" ? behind_operand(code, end) : end;
        } else {
            member = two == "->" || two == "::" || piece == ".";
            at = two == "->" || two == "::" ? at + 2 : end;
        }
    }
    return words;
}

} // namespace loop::compiler
