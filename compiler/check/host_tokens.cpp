#include "compiler/check/host_tokens.h"

#include "compiler/check/values.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// Makes each head of a construct one token.
class HeadJoiner {
public:
    HeadJoiner(HostCode& host, const std::vector<Construct>& constructs)
        : host_(host), constructs_(constructs), joined_(host.tokens.size(), Token::unpaired) {}

    void run() {
        std::uint32_t kept = 0; // joined tokens replace the original ones
        for (std::size_t at = 0; at < host_.tokens.size();) {
            const std::size_t first = at;
            Token token = host_.tokens[at++];
            if (token.kind == Token::Kind::Construct) at = head(token, at);
            if (token.kind == Token::Kind::TypographicQuote) {
                host_.typographic_quotes.push_back({token.begin, token.end});
                continue;
            }
            joined_[first] = kept;
            host_.tokens[kept++] = token;
        }
        host_.tokens.resize(kept);
        renumber();
        for (std::uint32_t token = 0; token < kept; ++token)
            if (host_.tokens[token].kind == Token::Kind::Punctuation) punctuation(token);
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

    std::uint32_t joined(std::uint32_t token) const {
        return token < joined_.size() ? joined_[token] : Token::unpaired;
    }

    void renumber() {
        for (Token& token : host_.tokens) {
            if (token.kind != Token::Kind::Construct) token.partner = joined(token.partner);
            token.block = joined(token.block);
        }
        for (std::uint32_t& brace : host_.unpaired_braces)
            brace = joined(brace);
        host_.too_deep = joined(host_.too_deep);
    }

    void punctuation(std::uint32_t token) {
        const char c = host_.text[host_.tokens[token].begin];
        assignment(token, c);
        if (c == '(' && token > 0) host_.tokens[token - 1].called = host_.is_word(token - 1);
    }

    /// In `a = b = c`, each assignment is the value of the one before: they nest, too.
    void assignment(std::uint32_t token, char c) {
        if (c == ';' || c == ',' || c == '{' || c == '}')
            assignments_ = 0;
        else if (c != '+' && c != '-' ? is_assignment(host_, token) : host_.word(token).back() == '=')
            ++assignments_;
        if (assignments_ > nesting_limit) host_.too_deep = std::min(host_.too_deep, token);
    }

    HostCode& host_;
    const std::vector<Construct>& constructs_;
    std::vector<std::uint32_t> joined_; ///< the new index of each token
    std::size_t next_ = 0;              ///< the next construct
    std::size_t assignments_ = 0;       ///< in this expression
};

} // namespace

bool within(const std::vector<Range>& ranges, std::size_t offset) {
    auto after = std::upper_bound(ranges.begin(), ranges.end(), offset,
                                  [](std::size_t at, const Range& range) { return at < range.begin; });
    return after != ranges.begin() && offset < std::prev(after)->end;
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
    HostCode host{std::move(lexed), {}};
    HeadJoiner(host, constructs).run();
    return host;
}

namespace {

/// The token behind the operand of a `sizeof` before `at`. The operand is not evaluated.
std::size_t behind_operand(const Code& code, std::size_t at) {
    int depth = 0;
    for (; at < code.size(); ++at) {
        if (code.is(at, "(")) ++depth;
        if (code.is(at, ")")) --depth;
        if (depth < 0) return at;
        if (depth == 0 && (code.is(at, ")") || code.is_word(at))) return at + 1;
    }
    return at;
}

} // namespace

bool follows_access(const Code& code, std::size_t token) {
    if (token == 0) return false;
    const std::size_t before = token - 1;
    const bool is_pack = before > 0 && code.is(before - 1, ".") && code.follows_directly(before); // `...`
    return (code.is(before, ".") && !is_pack) || code.is(before, "->") || code.is(before, "::");
}

std::vector<std::string_view> free_words(const Code& code) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < code.size();) {
        const bool is_free = code.is_name(at) && !follows_access(code, at) && !code.is(at + 1, "::");
        if (is_free) words.push_back(code.word(at));
        at = code.is(at, "sizeof") ? behind_operand(code, at + 1) : at + 1;
    }
    return words;
}

} // namespace loop::compiler
