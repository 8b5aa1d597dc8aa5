#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/summary.h"
#include "compiler/constructs/construct.h"
#include "compiler/constructs/supplied.h"
#include "compiler/lex/code.h"
#include "compiler/source/source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loop::compiler {

using ast::none;

/// A matrix or vector that a `\MAT` or `\VEC` declares.
struct Array {
    std::string name;
    Range at;
    /// The offset at which the emitter inserts `name.allocate(...)`; none: the declaration allocates it.
    std::size_t allocate_at = none;
};

/// What depends on the rank: `r -> r + 1`, or a condition that uses `r`.
struct RankFunction {
    Range sender;         ///< the name of the sender, or the one rank that sends
    bool is_name = false; ///< `sender` is a name: the function is for all ranks
    Range receiver;       ///< the second name of `(r, s) -> bytes`; else empty
    Range result;         ///< the expression
    bool uses_name = false;
    bool uses_receiver = false;
    /// The variables that the result uses, in order. If `afresh`, it also uses something of which the
    /// compiler cannot know whether it stays the same.
    std::vector<std::string> variables;
    bool afresh = false;
};

/// One construct of the program, with its arguments bound to the parameters of its row in the table.
struct Construct {
    const ConstructInfo* info = nullptr;
    Range name; ///< with the backslash
    Range head; ///< what the emitter replaces
    /// The arguments as written, indexed by parameter.
    std::vector<std::optional<Range>> arguments;
    /// Indexed by parameter: the two sides of arguments with a `->`.
    std::vector<std::optional<ast::Arrow>> arrows;
    /// Indexed by parameter: the expressions of arguments that are, or result in, a list `{a, b}`.
    std::vector<std::optional<std::vector<Range>>> lists;
    /// Indexed by parameter, for arguments that are functions of the rank; empty if the construct has none.
    std::vector<std::optional<RankFunction>> functions;
    std::size_t form = 0;        ///< index in `info->forms`
    Range argument_list;         ///< with its parentheses
    bool in_order = true;        ///< all arguments by position: the list needs no change
    bool semicolon = false;      ///< a semicolon follows (part of the head if the row makes it optional)
    std::optional<Range> number; ///< instead of arguments, which is an error

    bool uses_this_rank = false; ///< reported: an argument for all ranks uses the number of this one

    bool has_statement = false;
    Range statement;             ///< from the head's end to the statement's end
    bool has_messages = false;   ///< the statement communicates
    bool calls_messages = false; ///< host code in the statement does so
    /// A jump leaves the statement; known if the construct is charged or not measured.
    bool has_jump_out = false;
    bool is_last = false;          ///< it is not measured, and only `\CLOSE0` follows (find_last_statements)
    std::size_t parent = none;     ///< the construct whose statement contains this one
    std::size_t started_by = none; ///< the `\START` that begins it
    std::size_t function = none;   ///< the function that contains it; none: outside functions
    std::optional<Range> iterator;
    /// Of `\OPEN0`, indexed by parameter: the variable that it sets, although the argument is left out.
    std::vector<const Supplied*> opened;
    std::vector<Array> arrays;
    std::optional<ParameterSummary> parameter;
    BuildNeeds build;

    Range argument(std::size_t index) const {
        return index < arguments.size() && arguments[index] ? *arguments[index] : Range{};
    }
    const Supplied* opened_by(std::size_t index) const {
        return index < opened.size() ? opened[index] : nullptr;
    }
    const RankFunction* function_of(std::size_t index) const {
        return index < functions.size() && functions[index] ? &*functions[index] : nullptr;
    }
    bool has(std::size_t index) const { return index < arguments.size() && arguments[index].has_value(); }
    std::string function_name() const;
    /// The parameters of the function that the construct calls, in its order.
    std::vector<std::size_t> parameters() const;
    /// All ranks must reach it in the same order.
    bool communicates() const;
    /// Whether the argument that selects its form is of this kind.
    bool chosen_by(ParameterKind kind) const;
    /// A `\LOOP` with SECONDS: ranks agree on the number of passes again and again.
    bool agrees_on_passes() const { return info->shape == Shape::Loop && chosen_by(ParameterKind::Seconds); }
    /// The argument that says how many threads execute the construct, or `none`.
    std::size_t threads() const;
    bool uses_threads() const { return threads() != none; }
    /// False for `\THREADS`: each thread executes the statement once.
    bool has_passes() const { return info->shape == Shape::Loop && threads() != 0; }
    /// `\THREADS`: each thread may communicate with the thread of the same number on other ranks.
    bool has_partners() const { return info->shape == Shape::Loop && threads() == 0; }
    /// Threads execute its statement.
    bool is_threaded() const { return info->shape == Shape::Loop && uses_threads(); }
};

/// A handle of `\START`, which the emitter declares.
struct HandleDeclaration {
    std::string name;
    std::size_t at; ///< the begin of the innermost block around all of its uses
};

/// A replacement in host code outside constructs.
struct HostEdit {
    Range range;
    std::string text;
};

/// A name that the program's own code takes from LOOP's library: `loop::Matrix`, or a name that it calls,
/// such as `send0` (which may also be a function of the program).
struct LibraryName {
    std::string name;
    Range at; ///< its first use
};

struct MainFunction {
    Range parameters;               ///< between the parentheses
    std::vector<std::string> names; ///< of the parameters
    std::size_t body = 0;           ///< the offset behind its `{`
};

/// What a program needs that reads its own command line and has no runtime (`--plain`).
struct PlainFacts {
    std::optional<MainFunction> main;
    std::vector<LibraryName> library_names; ///< each once
    std::vector<Range> library_includes;    ///< lines that include headers of LOOP
    bool early_parameters = false;          ///< code that runs before `main` needs parameters
};

/// A checked program: everything that the emitter needs, as plain data.
class Program {
public:
    TokenList tokens;                  ///< of the file, also those within heads
    std::vector<Construct> constructs; ///< in source order
    std::vector<HandleDeclaration> handles;
    std::vector<HostEdit> host_edits;
    std::vector<Range> conditionals; ///< #if ... #endif, outermost ones
    bool has_own_header = false;     ///< it includes a header of its own in quotes
    /// Names of the paper, and variables that `\OPEN0` sets, which the file uses but does not declare.
    std::vector<const Supplied*> prelude;
    std::vector<std::string> words; ///< identifiers of the file, sorted: the emitter avoids them
    /// The tokens of an argument or other code.
    Code code(Range range) const { return {tokens, range}; }
    /// The name, with underscores behind it if the file uses it already.
    std::string unused(std::string name) const;

    PlainFacts plain; ///< if it was asked for
    ProgramSummary summary;
};

std::string dump(const Program& program, const Source& source);

} // namespace loop::compiler
