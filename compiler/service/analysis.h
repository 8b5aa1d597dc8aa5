#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/param.h"
#include "compiler/check/statements.h"
#include "compiler/diagnostics/diagnostic.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loop::compiler {

inline bool contains(Range outer, Range inner) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Everything that the compiler knows of one version of a file, for the questions of an editor. Any text is
/// allowed. Offsets are bytes.
class Analysis {
public:
    explicit Analysis(Source source);
    Analysis(const Analysis&) = delete;
    Analysis& operator=(const Analysis&) = delete;

    Source source;
    ast::File file;
    Diagnostics diagnostics;
    std::vector<Construct> constructs; ///< those whose names are known

    const HostCode& host() const { return host_; }
    const StatementTree& tree() const { return tree_; }

    std::string_view text(Range range) const { return source.text(range); }
    /// The tokens of an argument or other code.
    Code code(Range range) const { return {tokens_, range}; }
    /// The default of a `\PARAM`.
    Code default_of(const Construct& construct) const { return compiler::default_of(construct, tokens_); }

    /// Where the first token at or after `offset` begins; the end of the text if there is none.
    std::size_t begin_of_next(std::size_t offset) const;

    /// The construct as it was written whose head contains the offset (also directly behind it), or nullptr.
    const ast::Construct* seen_at(std::size_t offset) const;
    /// The construct whose name begins at `begin`, or nullptr.
    const Construct* construct_at(std::size_t begin) const;

    /// Where a word occurs in code, without members (`a.b`) and qualified names (`a::b`), in order.
    const std::vector<Range>& occurrences(std::string_view word) const;

private:
    TokenList tokens_; ///< also those within heads
    HostCode host_;
    StatementTree tree_;
    /// What only some questions need, computed when it is first needed.
    mutable std::optional<std::unordered_map<std::string_view, std::vector<Range>>> words_;
};

} // namespace loop::compiler
