#include "compiler/check/statements.h"

#include "compiler/check/function_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace loop::compiler {

namespace {

using Kind = Statement::Kind;
using Index = std::uint32_t;

class TreeBuilder {
public:
    TreeBuilder(const HostCode& host, std::vector<Construct>& constructs, const Source& source,
                Diagnostics& diagnostics)
        : host_(host), constructs_(constructs), source_(source), diagnostics_(diagnostics),
          macros_(host.defined.begin(), host.defined.end()) {}

    StatementTree run() {
        constexpr std::size_t tokens_per_statement = 8; // fewer than in usual code
        tree_.statements.reserve(host_.tokens.size() / tokens_per_statement);
        declarations(0, size(), 0);
        return std::move(tree_);
    }

private:
    Index size() const { return static_cast<Index>(host_.tokens.size()); }
    const Token& token(Index at) const { return host_.tokens[at]; }
    bool is(Index at, std::string_view seen) const { return host_.is(at, seen); }
    bool is_construct(Index at) const { return at < size() && token(at).kind == Token::Kind::Construct; }
    Construct& construct(Index at) { return constructs_[token(at).partner]; }

    /// The token after the bracket that closes the one at `at`, or `end` if there is none.
    Index behind(Index at, Index end) const { return host_.behind(at, end); }

    // -- outside functions
    void declarations(Index at, Index end, std::size_t depth) {
        Index start = at;
        while (at < end) {
            if (is_construct(at) || is(at, ";") || is(at, "}")) {
                start = ++at;
            } else if (is(at, "{")) {
                const Index close = behind(at, end);
                const bool header_ends = braces(start, at, close, depth);
                at = close;
                if (header_ends) start = at;
            } else if (is(at, "(") || is(at, "[")) {
                at = behind(at, end);
            } else {
                ++at;
            }
        }
    }

    /// Reads braces at `open` after a header that begins at `start`: a scope of declarations, a function
    /// body, or an initializer. Returns whether they end the declaration that began at `start`.
    bool braces(Index start, Index open, Index close, std::size_t depth) {
        const FunctionHeader header = read_header(host_, start, open);
        if (header.goes_on) return false;
        if (header.scope && depth < nesting_limit) {
            declarations(open + 1, close > open + 1 ? close - 1 : close, depth + 1);
        } else if (header.function) {
            const std::size_t function = tree_.functions.size();
            tree_.functions.push_back({header.name, start, 0});
            function_ = function;
            const Index body = block(open, close, 0);
            tree_.functions[function].body = body;
            function_ = none;
        }
        return true;
    }

    // -- statements
    Index add(Kind kind, Index first) {
        Statement statement;
        statement.kind = kind;
        statement.first = first;
        tree_.statements.push_back(std::move(statement));
        return static_cast<Index>(tree_.statements.size() - 1);
    }

    Index close_at(Index statement, Index last) {
        tree_.statements[statement].last = last;
        return last;
    }

    /// Reads the block in braces [open, close) and returns its statement.
    Index block(Index open, Index close, std::size_t depth) {
        const Index statement = add(Kind::Block, open);
        const bool closed = close > open + 1 && is(close - 1, "}") && token(open).partner == close - 1;
        statements(statement, open + 1, closed ? close - 1 : close, depth + 1);
        close_at(statement, close);
        return statement;
    }

    void statements(Index parent, Index at, Index end, std::size_t depth) {
        while (at < end)
            at = statement(parent, at, end, depth);
    }

    void adopt(Index parent, Index child) { tree_.statements[parent].children.push_back(child); }

    /// Reads the statement that begins at `at`. Returns the token after it, which is always greater than
    /// `at`.
    Index statement(Index parent, Index at, Index end, std::size_t depth) {
        if (depth > nesting_limit) return too_deep(at, end);
        while (at < end && is_label(at, end))
            at = behind_label(at, end);
        if (at >= end) return end;
        if (is_construct(at)) return construct_statement(parent, at, end, depth);
        const std::string_view word = host_.word(at);
        if (word == "{") {
            const Index close = behind(at, end);
            adopt(parent, block(at, close, depth));
            return close;
        }
        if (word == "if") return if_statement(parent, at, end, depth);
        if (word == "for" || word == "while") return headed(Kind::Loop, parent, at, end, depth);
        if (word == "switch") return headed(Kind::Switch, parent, at, end, depth);
        if (word == "do") return do_statement(parent, at, end, depth);
        if (word == "try") return try_statement(parent, at, end, depth);
        if (word == "else") return statement_or_end(parent, at + 1, end, depth);
        if (word == "return" || word == "goto" || word == "throw")
            return jump(Kind::Return, parent, at, end, depth);
        if (word == "break") return jump(Kind::Break, parent, at, end, depth);
        if (word == "continue") return jump(Kind::Continue, parent, at, end, depth);
        if (is_exit(at)) return jump(Kind::Return, parent, at, end, depth);
        if (host_.is_name(at)) {
            const Index next = is(at + 1, "(") ? behind(at + 1, end) : is_macro(word) ? at + 1 : end;
            if (next < end && is(next, "{")) return macro_statement(parent, at, next, end, depth);
            if (next < end && continues_macro(word, next)) {
                const Index self = add(Kind::Simple, at);
                adopt(parent, self);
                return close_at(self, statement(self, next, end, depth + 1));
            }
        }
        return simple(parent, at, end, depth);
    }

    bool is_exit(Index at) const {
        if (is(at, "::")) ++at;
        if (is(at, "std") && is(at + 1, "::")) at += 2;
        return is(at + 1, "(") &&
               (is(at, "exit") || is(at, "_exit") || is(at, "_Exit") || is(at, "quick_exit"));
    }

    bool is_macro(std::string_view word) const { return macros_.count(word) != 0; }

    /// Whether a statement follows `FOREACH(x, list)`. A construct may also follow a call whose `;` is
    /// missing, so it continues only a macro of this file. `while` may end a `do`.
    bool continues_macro(std::string_view word, Index next) const {
        return is(next, "if") || is(next, "for") || is(next, "do") || is(next, "switch") || is(next, "try") ||
               (is_construct(next) && is_macro(word));
    }

    /// `FOREACH(x, list) { ... }`: not an expression, so it is a macro that expands to a loop or the like.
    Index macro_statement(Index parent, Index at, Index open, Index end, std::size_t depth) {
        const Index self = add(Kind::Simple, at);
        adopt(parent, self);
        const Index close = behind(open, end);
        adopt(self, block(open, close, depth));
        return close_at(self, close);
    }

    Index too_deep(Index at, Index end) {
        if (!tree_.cut_short)
            diagnostics_.error("nesting-too-deep", host_.range(at),
                               "statements nest deeper than {} levels here", nesting_limit);
        tree_.cut_short = true;
        return end;
    }

    Index statement_or_end(Index parent, Index at, Index end, std::size_t depth) {
        return at < end ? statement(parent, at, end, depth + 1) : end;
    }

    bool is_label(Index at, Index end) const {
        if (is(at, "case") || (is(at, "default") && is(at + 1, ":"))) return true;
        return at + 1 < end && host_.is_name(at) && is(at + 1, ":");
    }

    Index behind_label(Index at, Index end) const {
        while (at < end && !is(at, ":") && !is(at, ";") && !is(at, "{"))
            at = is(at, "(") ? behind(at, end) : at + 1;
        return is(at, ":") ? at + 1 : at;
    }

    Index condition(Index statement, Index at, Index end, std::size_t depth) {
        if (!is(at, "(")) return at;
        const Index close = behind(at, end);
        tree_.statements[statement].condition_first = at + 1;
        tree_.statements[statement].condition_last = close > at + 1 ? close - 1 : close;
        if (has_construct(at, close)) inner_blocks(statement, at + 1, close, depth + 1);
        return close;
    }

    Index if_statement(Index parent, Index at, Index end, std::size_t depth) {
        const Index self = add(Kind::If, at);
        adopt(parent, self);
        at = is(at + 1, "constexpr") ? at + 2 : at + 1;
        at = condition(self, at, end, depth);
        at = branch(self, self, at, end, depth);
        // Read a chain of `else if` in a loop, not by recursion, so that a long chain does not exhaust the
        // stack.
        while (at < end && is(at, "else")) {
            if (!is(at + 1, "if")) {
                const Index first = at + 1;
                at = statement_or_end(self, first, end, depth);
                tree_.statements[self].branches.push_back({0, 0, first, at, self});
                break;
            }
            const Index next = add(Kind::If, at + 1);
            adopt(self, next);
            at = condition(next, is(at + 2, "constexpr") ? at + 3 : at + 2, end, depth);
            at = branch(self, next, at, end, depth);
            close_at(next, at);
        }
        return close_at(self, at);
    }

    /// Reads the statement that the condition of `owner` controls. `owner` is `of`, or an `else if` in its
    /// chain.
    Index branch(Index of, Index owner, Index at, Index end, std::size_t depth) {
        const Index last = statement_or_end(owner, at, end, depth);
        const Statement& seen = tree_.statements[owner];
        const Branch read{seen.condition_first, seen.condition_last, at, last, owner};
        tree_.statements[of].branches.push_back(read);
        return last;
    }

    Index headed(Kind kind, Index parent, Index at, Index end, std::size_t depth) {
        const Index self = add(kind, at);
        adopt(parent, self);
        at = condition(self, at + 1, end, depth);
        at = branch(self, self, at, end, depth);
        return close_at(self, at);
    }

    Index try_statement(Index parent, Index at, Index end, std::size_t depth) {
        at = statement_or_end(parent, at + 1, end, depth);
        while (at < end && is(at, "catch")) {
            at = is(at + 1, "(") ? behind(at + 1, end) : at + 1;
            at = statement_or_end(parent, at, end, depth);
        }
        return at;
    }

    Index do_statement(Index parent, Index at, Index end, std::size_t depth) {
        const Index self = add(Kind::Loop, at);
        adopt(parent, self);
        const Index first = at + 1;
        at = statement_or_end(self, first, end, depth);
        Branch read{0, 0, first, at, self};
        if (is(at, "while")) at = condition(self, at + 1, end, depth);
        read.condition_first = tree_.statements[self].condition_first;
        read.condition_last = tree_.statements[self].condition_last;
        tree_.statements[self].branches.push_back(read);
        if (is(at, ";")) ++at;
        return close_at(self, at);
    }

    Index jump(Kind kind, Index parent, Index at, Index end, std::size_t depth) {
        const Index self = add(kind, at);
        adopt(parent, self);
        return close_at(self, to_semicolon(self, at, end, depth));
    }

    Index simple(Index parent, Index at, Index end, std::size_t depth) {
        const Index before = static_cast<Index>(tree_.statements.size());
        const Index self = add(Kind::Simple, at);
        const Index last = close_at(self, to_semicolon(self, at, end, depth));
        if (tree_.statements[self].children.empty() && tree_.statements.size() == before + 1)
            tree_.statements.pop_back();
        else
            adopt(parent, self);
        return last;
    }

    /// The token after the `;` that ends a statement. Bodies of lambdas before it become blocks.
    Index to_semicolon(Index self, Index at, Index end, std::size_t depth) {
        const Index first = at;
        while (at < end) {
            if (is(at, ";")) return at + 1;
            if (is_construct(at) && at > first && construct(at).info->statement() != StatementRule::None)
                return at;
            if (is(at, "{")) {
                const Index close = behind(at, end);
                if (has_construct(at, close)) adopt(self, block(at, close, depth));
                at = close;
            } else if (is(at, "(") || is(at, "[")) {
                const Index close = behind(at, end);
                if (has_construct(at, close)) inner_blocks(self, at + 1, close, depth);
                at = close;
            } else {
                if (is_construct(at)) value(at, self);
                ++at;
            }
        }
        return end;
    }

    /// Reports a construct in an expression.
    void value(Index at, Index parent) {
        place(at, parent);
        diagnostics_.error("construct-in-expression", construct(at).name,
                           "`{}` is a statement and cannot be part of an expression",
                           source_.text(construct(at).name));
    }

    void inner_blocks(Index self, Index at, Index end, std::size_t depth) {
        if (depth > nesting_limit) return;
        while (at < end) {
            if (is(at, "{")) {
                const Index close = behind(at, end);
                adopt(self, block(at, close, depth + 1));
                at = close;
            } else {
                if (is_construct(at)) value(at, self);
                ++at;
            }
        }
    }

    bool has_construct(Index at, Index end) const {
        if (at >= size()) return false;
        const std::size_t from = token(at).begin;
        const std::size_t to = end < size() ? token(end).begin : host_.text.size();
        const auto next =
            std::lower_bound(constructs_.begin(), constructs_.end(), from,
                             [](const Construct& c, std::size_t offset) { return c.head.begin < offset; });
        return next != constructs_.end() && next->head.begin < to;
    }

    // -- constructs
    Index place(Index at, Index parent) {
        const Index self = add(Kind::Construct, at);
        adopt(parent, self);
        tree_.statements[self].construct = token(at).partner;
        tree_.statements[self].last = at + 1;
        Construct& here = construct(at);
        here.parent = around_;
        here.function = function_;
        return self;
    }

    Index construct_statement(Index parent, Index at, Index end, std::size_t depth) {
        const Index self = place(at, parent);
        Construct& here = construct(at);
        Index next = at + 1;
        if (here.info->statement() == StatementRule::None) return close_at(self, simple_end(at, end));
        const bool call = here.info->statement() == StatementRule::Optional && is(next, ";");
        if (call) return close_at(self, next + 1);
        // `\LOOP 3 { }`, `\FLOPS 3 { }`: the argument lacks its parentheses, and the statement is behind it.
        if (token_is_number(next)) {
            if (here.info->shape == Shape::Loop)
                diagnostics_
                    .error("loop-count", host_.range(next), "the count of `{}` must be in parentheses",
                           source_.text(here.name))
                    .hint = fmt::format("write `{} ({})`", source_.text(here.name), host_.word(next));
            ++next;
        }
        if (next >= end || is(next, "}") || !may_be_statement(at, next)) {
            missing_statement(at);
            return close_at(self, next);
        }
        const std::size_t around = around_;
        around_ = token(at).partner;
        Index last = statement(self, next, end, depth + 1);
        if (construct(at).info->shape == Shape::Choice && is(last, "else"))
            last = statement_or_end(self, last + 1, end, depth + 1);
        around_ = around;
        Construct& again = construct(at);
        again.has_statement = true;
        again.statement = {again.head.end, last > next ? token(last - 1).end : again.head.end};
        if (is_construct(last - 1)) again.statement.end = construct(last - 1).head.end;
        return close_at(self, last);
    }

    bool token_is_number(Index at) const { return at < size() && token(at).kind == Token::Kind::Number; }

    /// Whether the statement of a construct can begin at `next`. If the statement is optional, it must be a
    /// block, a control statement, or a construct with a statement; anything else means that a semicolon is
    /// missing.
    bool may_be_statement(Index at, Index next) {
        if (construct(at).info->statement() == StatementRule::Required) return true;
        if (is_construct(next)) return construct(next).info->statement() != StatementRule::None;
        const std::string_view word = host_.word(next);
        return word == "{" || word == "if" || word == "for" || word == "while" || word == "do" ||
               word == "switch";
    }

    void missing_statement(Index at) {
        const Construct& here = construct(at);
        const bool optional = here.info->statement() == StatementRule::Optional;
        const Range end{here.head.end - 1, here.head.end};
        diagnostics_
            .error(optional ? "missing-semicolon" : "missing-statement", optional ? end : here.name,
                   optional ? "expected `;` or a statement in braces after `{}`"
                            : "`{}` needs a statement to act on",
                   source_.text(here.name))
            .hint = fmt::format("usage: {}", here.info->synopsis());
    }

    /// Ends a construct without a statement, which needs a semicolon.
    Index simple_end(Index at, Index end) {
        const Construct& here = construct(at);
        const Index next = at + 1;
        if (here.info->semicolon_optional || here.info->shape == Shape::Array) return next;
        if (next < end && is(next, ";")) return next + 1;
        if (here.semicolon) return next;              // the semicolon ended an unfinished argument list
        if (next < end && is(next, ",")) return next; // a comma expression: left to the C++ compiler
        const Range where{here.head.end - 1, here.head.end};
        diagnostics_.error("missing-semicolon", where, "expected `;` after `{}`", source_.text(here.name))
            .fix = Fix{{here.head.end, here.head.end}, ";"};
        return next;
    }

    const HostCode& host_;
    std::vector<Construct>& constructs_;
    const Source& source_;
    Diagnostics& diagnostics_;
    std::unordered_set<std::string_view> macros_;
    StatementTree tree_;
    std::size_t function_ = none;
    std::size_t around_ = none;
};

} // namespace

StatementTree build_statements(const HostCode& host, std::vector<Construct>& constructs, const Source& source,
                               Diagnostics& diagnostics) {
    return TreeBuilder(host, constructs, source, diagnostics).run();
}

} // namespace loop::compiler
