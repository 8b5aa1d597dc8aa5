#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/statements.h"
#include "compiler/diagnostics/diagnostic.h"

#include <unordered_map>

/// The checks and their common input. Each check looks for one kind of problem; some also compute what the
/// emitter or other checks need. Their order is in check.cpp; what must come before a check is said at it.
namespace loop::compiler {

/// Max number of problems of one kind with a did-you-mean hint, equal to the number of problems shown.
constexpr std::size_t most_hints = 20;

struct CheckContext {
    const Source& source;
    const TokenList& tokens; ///< also those within heads
    const HostCode& host;
    const StatementTree& tree;
    std::vector<Construct>& constructs;
    Diagnostics& diagnostics;

    std::string_view text(Range range) const { return source.text(range); }
    /// The tokens of an argument or other code.
    Code code(Range range) const { return {tokens, range}; }
    std::string_view text(const Construct& construct) const { return source.text(construct.name); }
    /// The free words of an argument (see `free_words`); empty if the argument is left out.
    std::vector<std::string_view> words(const Construct& construct, std::size_t argument) const {
        if (!construct.has(argument)) return {};
        return free_words(code(construct.argument(argument)));
    }
    /// The index in `tokens` of the token behind a word of the source.
    std::size_t token_behind(std::string_view word) const {
        return tokens.token_at(static_cast<std::size_t>(word.data() - tokens.text.data()) + word.size());
    }
    std::size_t token_of(const Construct& construct) const { return host.token_at(construct.head.begin); }
    /// The range of a function's body.
    Range body(std::size_t function) const;
};

/// Reports unterminated strings and comments, unmatched braces, typographic quotes, and constructs in
/// preprocessor directives.
void check_host_code(const ast::File& file, const CheckContext& context, std::vector<HostEdit>& edits);
/// Reports constructs outside functions, inside expressions, or split by `#if`. Constructs other
/// than `\PARAM`, `\BUILD`, and arrays must be after the one `\OPEN0`, and all before the last `\CLOSE0`.
void check_frame(const CheckContext& context);
/// Finds the variables that the file uses but does not declare, and that `\OPEN0` sets: `opened` of each
/// construct. Warns of those that it declares and never sets. Comes before the checks that ask for variables.
void find_opened(const CheckContext& context);
/// Nested loops must have different iterators.
void check_iterators(const CheckContext& context);
/// Warns of `\LOOP n { }` if `n` is a parameter or a variable: it may be meant as the count.
void check_hidden_names(const CheckContext& context);
/// Warns of products of ints within calls in a size or count: `f(4 * n)` may overflow, as nothing widens it.
/// Needs the functions of the rank (`check_rank_functions`).
void check_products(const CheckContext& context);
/// `\BUILD` must be outside functions.
void check_builds(const CheckContext& context);
/// Warns of `#pragma omp` if no `\BUILD` asks for OpenMP: the compiler would ignore it.
void check_openmp(const CheckContext& context);
/// The flags for OpenMP that the program's constructs need and no `\BUILD` gives.
std::vector<std::string> openmp_flags(const CheckContext& context);
/// Parameters must have different names.
void check_params(const CheckContext& context);
/// Arrays must be declared and of the right kind, and their extents must agree.
void check_arrays(const CheckContext& context);
/// Splits arguments that are functions of the rank, and finds the variables that they use. The name of the
/// sender must be new, and of arguments that must be the same on all ranks, none may use the number of this
/// rank. Only for constructs that can have such functions.
void check_rank_functions(const CheckContext& context);
/// Arguments of MPI's collectives must fit together.
void check_collectives(const CheckContext& context);
/// Finds where the sizes of each array are known, and so where the array is allocated.
void check_array_sizes(const CheckContext& context);
/// Sets `has_messages` and `calls_messages` of each construct: whether its statement contains a construct
/// that communicates or a call of MPI or PICL, and whether it contains such a call. What functions of
/// the file do that the statement calls belongs to it (StatementCalls).
void find_messages(const CheckContext& context);
/// Whether ranks may receive data that host code can read, as far as the file's code shows.
bool receives_data(const CheckContext& context);
/// Whether there is work that a simulated machine charges and does not execute; needs `has_messages` and
/// `has_jump_out`.
bool has_charged_work(const CheckContext& context);
/// The lines of charged work that a simulated machine executes nevertheless; needs the same.
std::vector<int> lines_of_executed_work(const CheckContext& context);
/// The lines of each `\RESULT` whose value depends on what such work computes, as far as the file's code
/// shows. Needs the same.
std::vector<int> lines_of_charged_results(const CheckContext& context);
/// Whether the word begins like a function of MPI (`MPI_`), or is one of PICL that communicates.
bool is_message_call(std::string_view word);
/// The lines of the loops of host code that take no time on a simulated machine, as nothing charges them.
std::vector<int> lines_of_uncharged_loops(const CheckContext& context);
/// Statements that must not communicate; needs `has_messages`.
void check_local_statements(const CheckContext& context);
/// Constructs that concern all ranks must not be inside `\AMONG`.
void check_groups(const CheckContext& context);
/// In the statement of `\THREADS`, or of a loop with THREADS, are only constructs that threads may execute.
void check_threads(const CheckContext& context);
/// How many threads a construct starts, as in ProgramSummary.
std::string number_of_threads(const CheckContext& context, const Construct& construct);
/// Whether a statement of `\THREADS` communicates; needs `has_messages`.
bool threads_communicate(const CheckContext& context);
/// Jumps must not leave a statement whose passes are on different ranks or threads. Sets `has_jump_out`.
void check_jumps(const CheckContext& context);
/// Finds statements that are not measured and send nothing, behind which the program ends: `is_last`. Needs
/// `has_messages` and `has_jump_out`.
void find_last_statements(const CheckContext& context);
/// `\START` must begin a construct that can be started, and `\FINISH` must complete it: in the same function
/// and `\AMONG`, and no jump may leave the handle's block before. Finds where handles are declared.
void check_handles(const CheckContext& context, std::vector<HandleDeclaration>& handles);
/// Warns of communication that some ranks may not reach, reach less often, or reach with different arguments.
/// Needs the arguments that `check_rank_functions` has reported (`uses_this_rank`).
void check_rank_dependence(const CheckContext& context);

/// `\WORK`, or a `\FLOPS` of an empty statement: charged for what is beside it.
bool charges_for_others(const CheckContext& context, const Construct& construct);
/// Remarks on loops in a `\LOOP` whose operations no `\FLOPS` declares: a simulated machine charges nothing
/// for them. Only where the file shows how many operations they do.
void remark_undeclared_flops(const CheckContext& context);

/// Whether code that runs before `main` needs a parameter, or a parameter is not visible in `main`, because
/// it is in a namespace.
bool needs_early_parameters(const CheckContext& context);

/// Finds what `--plain` needs to know about the host code.
PlainFacts find_plain_facts(const CheckContext& context);

/// Whether the word at `token` is declared there.
bool declares_at(const HostCode& host, std::size_t token);
/// Whether a word is declared or defined by the file's host code (a definition by #define counts).
/// `occurrences`: the tokens at which the word occurs.
bool declared_in_host(const HostCode& host, std::string_view word,
                      const std::vector<std::uint32_t>& occurrences);
/// The occurrences of words in host code: the tokens of each word, in order. Needs one pass over the file.
class Occurrences {
public:
    /// Call for each word before `find`, which looks only for these words.
    void ask(std::string_view word) { tokens_[word]; }
    void find(const HostCode& host);
    const std::vector<std::uint32_t>& of(std::string_view word) const;

private:
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> tokens_;
};

/// Whether the file has an `#include "..."`. Names that the file does not declare may then be declared in
/// that header.
bool has_own_header(const HostCode& host);

} // namespace loop::compiler
