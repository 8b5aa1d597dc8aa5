#include "compiler/check/function_header.h"

namespace loop::compiler {

namespace {

using Index = std::uint32_t;

/// At most this many tokens of a header are read, to bound the time.
constexpr Index longest = 20000;

class HeaderReader {
public:
    HeaderReader(const HostCode& host, Index start, Index open) : host_(host), start_(start), open_(open) {}

    FunctionHeader read() const {
        FunctionHeader header;
        if (open_ - start_ > longest) return header;
        bool initialisers = false;
        for (Index at = start_; at < open_;) {
            const std::string_view word = host_.word(at);
            if (word == "template" && is(at + 1, "<")) {
                at = behind_angles(at + 1);
            } else if (word == "operator" && !header.function) {
                header.name = word;
                at = behind_operator(at);
            } else if (word == "=") {
                return lambda_value(at);
            } else if (word == "(") {
                if (!header.function && at > start_ && header.name.empty()) header.name = host_.word(at - 1);
                header.function = true;
                header.scope = false;
                at = host_.behind(at, open_);
            } else if (word == "{" || word == "[") {
                at = host_.behind(at, open_);
            } else {
                const bool type = word == "class" || word == "struct" || word == "union";
                if (word == "namespace" || (type && !header.function)) header.scope = true;
                if (word == "extern" && at + 1 < open_ && host_.tokens[at + 1].kind == Token::Kind::Text)
                    header.scope = true;
                if (word == ":" && header.function) initialisers = true;
                ++at;
            }
        }
        const bool behind_name = open_ > start_ && (host_.is_word(open_ - 1) || is(open_ - 1, ">"));
        header.goes_on = initialisers && behind_name && !is(open_ - 1, "try");
        return header;
    }

private:
    bool is(Index at, std::string_view seen) const { return host_.is(at, seen); }

    /// The token after `<...>`. Skips brackets inside, so that `>` in them does not count.
    Index behind_angles(Index at) const {
        std::size_t depth = 0;
        while (at < open_) {
            if (is(at, "<")) ++depth;
            if (is(at, ">")) --depth;
            if (is(at, ">>")) depth -= depth > 1 ? 2 : 1;
            at = is(at, "(") || is(at, "[") || is(at, "{") ? host_.behind(at, open_) : at + 1;
            if (depth == 0) break;
        }
        return at;
    }

    /// The token after the name of an operator, where its parameters begin.
    Index behind_operator(Index at) const {
        ++at;
        if (is(at, "(") && is(at + 1, ")")) return at + 2;
        while (at < open_ && !is(at, "("))
            ++at;
        return at;
    }

    /// `auto f = [](int x) { ... }`: the initializer of a variable is a function if it is a lambda.
    FunctionHeader lambda_value(Index equal) const {
        FunctionHeader header;
        for (Index at = equal + 1; at < open_; ++at) {
            if (!is(at, "[")) continue;
            const Index next = host_.behind(at, open_);
            header.function = next == open_ || is(next, "(");
            break;
        }
        if (equal > start_) header.name = host_.word(equal - 1);
        return header;
    }

    const HostCode& host_;
    Index start_;
    Index open_;
};

} // namespace

FunctionHeader read_header(const HostCode& host, std::uint32_t start, std::uint32_t open) {
    return HeaderReader(host, start, open).read();
}

} // namespace loop::compiler
