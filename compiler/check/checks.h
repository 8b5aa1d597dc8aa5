#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/statements.h"

#include <unordered_map>

/// What the checks look at, and the checks: each looks for one family of problems, and some fill in what the
/// emitter needs. None depends on the order in which they run.
namespace loop::compiler {

/// Did-you-mean is offered for as many problems of one kind as are shown.
constexpr std::size_t most_hints = 20;

struct CheckContext {
    const Source& source;
    const HostCode& host;
    const StatementTree& tree;
    std::vector<Construct>& constructs;
    Diagnostics& diagnostics;

    std::string_view text(Range range) const { return source.text(range); }
    std::string_view text(const Construct& construct) const { return source.text(construct.name); }
    /// The free words of an argument; none where it is left out.
    std::vector<std::string_view> words(const Construct& construct, std::size_t argument) const {
        if (!construct.has(argument)) return {};
        return free_words(text(construct.argument(argument)));
    }
    std::size_t token_of(const Construct& construct) const { return host.token_at(construct.head.begin); }
    /// The range of a function's body.
    Range body(std::size_t function) const;
};

/// Strings, comments and braces without an end, typographic quotes, constructs in preprocessor lines.
void check_host_code(const ast::File& file, const CheckContext& context, std::vector<HostEdit>& edits);
/// Constructs outside functions or inside expressions; `\OPEN0` and `\CLOSE0`: there, once, and around the
/// others.
void check_frame(const CheckContext& context);
/// Iterators of a nest differ.
void check_iterators(const CheckContext& context);
/// Parameters have different names.
void check_params(const CheckContext& context);
/// Arrays: declared, of the right kind, with extents that agree.
void check_arrays(const CheckContext& context);
/// Sizes of arrays: finds where each is known, and so where its array is allocated.
void check_array_sizes(const CheckContext& context);
/// Tells every construct whether ranks speak to each other in its statement, as far as the file's code shows
/// it: comments and texts do not count.
void find_messages(const CheckContext& context);
/// Communication that not every rank may reach, or not equally often, or with arguments of its own.
void check_rank_dependence(const CheckContext& context);

/// Whether the word at a token is being declared there.
bool declares_at(const HostCode& host, std::size_t token);
/// Whether a word is declared or defined by the file's host code (a definition by #define counts).
/// `occurrences`: the tokens where it stands.
bool declared_in_host(const HostCode& host, std::string_view word,
                      const std::vector<std::uint32_t>& occurrences);
/// Where words stand in host code: the tokens of each, in order. One pass over the file.
class Occurrences {
public:
    /// Only words that were asked for are looked for.
    void ask(std::string_view word) { tokens_[word]; }
    void find(const HostCode& host);
    const std::vector<std::uint32_t>& of(std::string_view word) const;

private:
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> tokens_;
};

/// Whether the file includes a header of its own: then what it does not declare may be declared there.
bool has_own_header(const HostCode& host);

} // namespace loop::compiler
