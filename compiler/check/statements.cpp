#include "compiler/check/statements.h"

#include "compiler/check/function_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace loop::compiler {

namespace {

using Kind = Statement::Kind;
using Parsed = ast::Statement::Kind;
using Index = std::uint32_t;

class TreeBuilder {
public:
    TreeBuilder(const ast::File& file, const HostCode& host, std::vector<Construct>& constructs,
                const Source& source, Diagnostics& diagnostics)
        : file_(file), host_(host), constructs_(constructs), source_(source), diagnostics_(diagnostics) {}

    StatementTree run() {
        constexpr std::size_t tokens_per_statement = 8; // fewer than in usual code
        tree_.statements.reserve(host_.tokens.size() / tokens_per_statement);
        find_blocks(file_.outside);
        declarations(0, size(), 0);
        if (file_.too_deep) too_deep(token_at(*file_.too_deep));
        return std::move(tree_);
    }

private:
    Index size() const { return static_cast<Index>(host_.tokens.size()); }
    const Token& token(Index at) const { return host_.tokens[at]; }
    Index token_at(std::size_t offset) const { return static_cast<Index>(host_.token_at(offset)); }
    bool is(Index at, std::string_view seen) const { return host_.is(at, seen); }
    bool is_construct(Index at) const { return at < size() && token(at).kind == Token::Kind::Construct; }
    Construct& construct(Index at) { return constructs_[token(at).partner]; }

    /// The token after the bracket that closes the one at `at`, or `end` if there is none.
    Index behind(Index at, Index end) const { return host_.behind(at, end); }

    void find_blocks(const std::vector<ast::Statement>& statements) {
        for (const ast::Statement& each : statements) {
            if (each.kind == Parsed::Block) blocks_.emplace(each.range.begin, &each);
            find_blocks(each.inner);
            find_blocks(each.parts);
        }
    }

    void too_deep(Index at) {
        diagnostics_.error("nesting-too-deep", host_.range(at), "statements nest deeper than {} levels here",
                           nesting_limit);
        tree_.cut_short = true;
    }

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
            function(header.name, start, open);
        }
        return true;
    }

    void function(std::string_view name, Index start, Index open) {
        const auto body = blocks_.find(token(open).begin);
        if (body == blocks_.end()) return; // its brace is not balanced
        function_ = tree_.functions.size();
        tree_.functions.push_back({name, start, 0});
        const Index statement = block(*body->second);
        tree_.functions[function_].body = statement;
        function_ = none;
    }

    // -- statements
    Index add(Kind kind, const ast::Statement& seen) {
        Statement statement;
        statement.kind = kind;
        statement.first = token_at(seen.range.begin);
        statement.last = token_at(seen.range.end);
        tree_.statements.push_back(std::move(statement));
        return static_cast<Index>(tree_.statements.size() - 1);
    }

    Index add(Kind kind, const ast::Statement& seen, Index parent) {
        const Index self = add(kind, seen);
        adopt(parent, self);
        return self;
    }

    void adopt(Index parent, Index child) { tree_.statements[parent].children.push_back(child); }

    Index block(const ast::Statement& seen) {
        const Index self = add(Kind::Block, seen);
        parts(seen, self);
        return self;
    }

    void parts(const ast::Statement& seen, Index parent) {
        for (const ast::Statement& part : seen.parts)
            statement(part, parent);
    }

    void statement(const ast::Statement& seen, Index parent) {
        switch (seen.kind) {
        case Parsed::Missing:
            return;
        case Parsed::Simple:
            return is_exit(token_at(seen.range.begin)) ? jump(Kind::Return, seen, parent)
                                                       : simple(seen, parent);
        case Parsed::Block:
            inner(seen, parent);
            return adopt(parent, block(seen));
        case Parsed::If:
            return if_statement(seen, parent);
        case Parsed::Loop:
            return headed(Kind::Loop, seen, parent);
        case Parsed::Switch:
            return headed(Kind::Switch, seen, parent);
        case Parsed::Try:
            inner(seen, parent);
            return parts(seen, parent);
        case Parsed::Return:
            return jump(Kind::Return, seen, parent);
        case Parsed::Break:
            return jump(Kind::Break, seen, parent);
        case Parsed::Continue:
            return jump(Kind::Continue, seen, parent);
        case Parsed::Construct:
            return construct_statement(seen, parent);
        }
    }

    bool is_exit(Index at) const {
        if (is(at, "::")) ++at;
        if (is(at, "std") && is(at + 1, "::")) at += 2;
        return is(at + 1, "(") &&
               (is(at, "exit") || is(at, "_exit") || is(at, "_Exit") || is(at, "quick_exit"));
    }

    void jump(Kind kind, const ast::Statement& seen, Index parent) { inner(seen, add(kind, seen, parent)); }

    /// Left out if it contains no other statement.
    void simple(const ast::Statement& seen, Index parent) {
        const Index self = add(Kind::Simple, seen);
        inner(seen, self);
        parts(seen, self);
        if (tree_.statements.size() == self + 1)
            tree_.statements.pop_back();
        else
            adopt(parent, self);
    }

    /// The blocks within a condition or expression that contain constructs. Reports constructs outside them.
    void inner(const ast::Statement& seen, Index self) {
        for (const ast::Statement& each : seen.inner)
            if (each.kind == Parsed::Block && has_construct(each.range))
                adopt(self, block(each));
            else if (each.kind == Parsed::Construct)
                value(head_of(each), self);
    }

    bool has_construct(Range range) const {
        const auto next =
            std::lower_bound(constructs_.begin(), constructs_.end(), range.begin,
                             [](const Construct& c, std::size_t offset) { return c.head.begin < offset; });
        return next != constructs_.end() && next->head.begin < range.end;
    }

    // -- control statements
    void condition(const ast::Statement& seen, Index self) {
        if (!seen.condition.empty()) {
            tree_.statements[self].condition_first = token_at(seen.condition.begin);
            tree_.statements[self].condition_last = token_at(seen.condition.end);
        }
        inner(seen, self);
    }

    void if_statement(const ast::Statement& seen, Index parent) {
        const Index self = add(Kind::If, seen, parent);
        condition(seen, self);
        branch(seen, self, self);
        for (std::size_t i = 1; i < seen.parts.size(); ++i) {
            const ast::Statement& part = seen.parts[i];
            if (seen.has_else && i + 1 == seen.parts.size()) {
                statement(part, self);
                tree_.statements[self].branches.push_back(
                    {0, 0, token_at(part.range.begin), token_at(part.range.end), self});
                break;
            }
            const Index next = add(Kind::If, part, self);
            condition(part, next);
            branch(part, self, next);
        }
    }

    /// The first part of `seen`, which its condition controls. `owner` is `of`, or an `else if` in its chain.
    void branch(const ast::Statement& seen, Index of, Index owner) {
        const std::size_t end = seen.range.end;
        const Range range = seen.parts.empty() ? Range{end, end} : seen.parts[0].range;
        if (!seen.parts.empty()) statement(seen.parts[0], owner);
        const Statement& known = tree_.statements[owner];
        const Branch read{known.condition_first, known.condition_last, token_at(range.begin),
                          token_at(range.end), owner};
        tree_.statements[of].branches.push_back(read);
    }

    void headed(Kind kind, const ast::Statement& seen, Index parent) {
        const Index self = add(kind, seen, parent);
        const bool is_do = is(token_at(seen.range.begin), "do");
        if (!is_do) condition(seen, self);
        branch(seen, self, self);
        if (!is_do) return;
        condition(seen, self);
        tree_.statements[self].branches[0].condition_first = tree_.statements[self].condition_first;
        tree_.statements[self].branches[0].condition_last = tree_.statements[self].condition_last;
    }

    // -- constructs
    Index head_of(const ast::Statement& seen) const {
        return token_at(file_.constructs[seen.construct].name.begin);
    }

    Index place(Index at, Index parent) {
        Statement statement;
        statement.kind = Kind::Construct;
        statement.first = at;
        statement.last = at + 1;
        statement.construct = token(at).partner;
        tree_.statements.push_back(std::move(statement));
        const auto self = static_cast<Index>(tree_.statements.size() - 1);
        adopt(parent, self);
        construct(at).parent = around_;
        construct(at).function = function_;
        return self;
    }

    /// Reports a construct in an expression.
    void value(Index at, Index parent) {
        place(at, parent);
        diagnostics_.error("construct-in-expression", construct(at).name,
                           "`{}` is a statement and cannot be part of an expression",
                           source_.text(construct(at).name));
    }

    void construct_statement(const ast::Statement& seen, Index parent) {
        const Index at = head_of(seen);
        const Index self = place(at, parent);
        tree_.statements[self].last = std::max(at + 1, token_at(seen.range.end));
        if (construct(at).info->statement() == StatementRule::None) return semicolon(at);
        if (construct(at).number) number(at);
        const bool is_missing = seen.parts.empty() || seen.parts[0].kind == Parsed::Missing;
        const bool is_call = construct(at).info->statement() == StatementRule::Optional &&
                             construct(at).semicolon && seen.parts.empty();
        if (is_call) return;
        if (is_missing) return missing_statement(at);
        const std::size_t around = around_;
        around_ = token(at).partner;
        parts(seen, self);
        around_ = around;
        Construct& here = construct(at);
        const Index last = tree_.statements[self].last;
        here.has_statement = true;
        here.statement = {here.head.end, token(last - 1).end};
    }

    /// `\LOOP 3 { }`, `\FLOPS 3 { }`: the argument lacks its parentheses, and the statement is behind it.
    void number(Index at) {
        const Construct& here = construct(at);
        if (here.info->shape == Shape::Loop)
            diagnostics_
                .error("loop-count", *here.number, "the count of `{}` must be in parentheses",
                       source_.text(here.name))
                .hint = fmt::format("write `{} ({})`", source_.text(here.name), source_.text(*here.number));
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

    /// A construct without a statement needs a semicolon.
    void semicolon(Index at) {
        const Construct& here = construct(at);
        const bool is_optional = here.info->semicolon_optional || here.info->shape == Shape::Array;
        const bool is_comma_expression = is(at + 1, ","); // left to the C++ compiler
        if (is_optional || here.semicolon || is_comma_expression) return;
        const Range where{here.head.end - 1, here.head.end};
        diagnostics_.error("missing-semicolon", where, "expected `;` after `{}`", source_.text(here.name))
            .fix = Fix{{here.head.end, here.head.end}, ";"};
    }

    const ast::File& file_;
    const HostCode& host_;
    std::vector<Construct>& constructs_;
    const Source& source_;
    Diagnostics& diagnostics_;
    std::unordered_map<std::size_t, const ast::Statement*> blocks_; ///< by the offset of their brace
    StatementTree tree_;
    std::size_t function_ = none;
    std::size_t around_ = none;
};

} // namespace

StatementTree build_statements(const ast::File& file, const HostCode& host,
                               std::vector<Construct>& constructs, const Source& source,
                               Diagnostics& diagnostics) {
    return TreeBuilder(file, host, constructs, source, diagnostics).run();
}

} // namespace loop::compiler
