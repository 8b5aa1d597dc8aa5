#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/host_tokens.h"
#include "compiler/diagnostics/diagnostic.h"

#include <algorithm>

/// The statements of the file's functions, as far as the checks need them: control statements, blocks, jumps,
/// and constructs. Built from what the parser has found; accepts any input.
namespace loop::compiler {

/// A statement that is executed under a condition; an `else` has no condition.
struct Branch {
    std::uint32_t condition_first = 0; ///< tokens, empty if there is no condition
    std::uint32_t condition_last = 0;
    std::uint32_t first = 0; ///< tokens of the statement
    std::uint32_t last = 0;
    std::uint32_t owner = 0; ///< the statement whose `children` include those of this branch
};

struct Statement {
    enum class Kind { Block, If, Loop, Switch, Return, Break, Continue, Construct, Simple };

    Kind kind = Kind::Simple;
    std::uint32_t first = 0; ///< tokens [first, last)
    std::uint32_t last = 0;
    std::uint32_t condition_first = 0; ///< tokens of the condition, empty if there is none
    std::uint32_t condition_last = 0;
    std::size_t construct = none; ///< Kind::Construct
    std::vector<std::uint32_t> children;
    std::vector<Branch> branches; ///< If: including those of its `else if` chain; Loop and Switch: one
};

struct Function {
    std::string_view name;
    std::uint32_t header_first = 0; ///< tokens of the header, up to the body
    std::uint32_t body = 0;         ///< statement
};

struct StatementTree {
    std::vector<Statement> statements;
    std::vector<Function> functions;
    bool cut_short = false; ///< the nesting limit was reached: some constructs have no place in the tree

    const Statement& operator[](std::size_t index) const { return statements[index]; }

    /// Visits tokens [first, last) of a statement in order: calls `tokens(from, to)` for tokens outside its
    /// children and `child(index)` for each child that begins there.
    template <class Tokens, class Child>
    void walk(std::uint32_t owner, std::uint32_t first, std::uint32_t last, Tokens tokens,
              Child child) const {
        const auto& all = statements[owner].children;
        auto next = std::lower_bound(all.begin(), all.end(), first, [&](std::uint32_t c, std::uint32_t at) {
            return statements[c].first < at;
        });
        for (; next != all.end() && statements[*next].first < last; ++next) {
            tokens(first, statements[*next].first);
            child(*next);
            first = std::max(first, statements[*next].last);
        }
        tokens(first, last);
    }
};

/// Builds the tree. Also sets each construct's statement, parent, and function, and reports constructs that
/// lack the statement or semicolon that must follow them.
StatementTree build_statements(const ast::File& file, const HostCode& host,
                               std::vector<Construct>& constructs, const Source& source,
                               Diagnostics& diagnostics);

} // namespace loop::compiler
