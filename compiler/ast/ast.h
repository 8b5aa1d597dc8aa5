#pragma once

#include "compiler/source/source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The parser's result, as byte ranges: the heads of constructs, and the statements of blocks. Everything
/// else is host code. Nothing is checked yet: names may be unknown, and arguments missing or surplus.
namespace loop::compiler::ast {

inline constexpr std::size_t none = static_cast<std::size_t>(-1);

/// `sender -> result`
struct Arrow {
    Range sender;
    std::optional<Range> first, second; ///< the names of the sender `(first, second)`
    Range result;                       ///< empty if nothing was written
};

/// `value` or `name: value`. `value` excludes surrounding whitespace and comments, and is empty if nothing
/// was written.
struct Argument {
    std::optional<Range> name;
    Range value;
    std::optional<Arrow> arrow;
    /// The expressions of a list `{a, b}`, which is the value or what is behind its `->`.
    std::optional<std::vector<Range>> list;
};

/// A token behind the arguments that belongs to the construct.
struct Tail {
    enum class Kind { Name, Comma, Semicolon };
    Kind kind;
    Range range;
};

struct Construct {
    Range name; ///< with the backslash
    bool has_arguments = false;
    bool arguments_closed = true;
    Range arguments; ///< including both parentheses
    std::vector<Argument> list;
    std::vector<Range> inner_constructs; ///< constructs inside the argument list, which are errors
    std::optional<Range> number;         ///< instead of arguments, which is an error
    std::vector<Tail>
        tail; ///< the iterator of a loop, or the names of arrays and the commas between; a semicolon
};

struct Statement {
    /// Try: `parts` are those of a `try`. Missing: there is no statement before a closing bracket.
    enum class Kind { Missing, Simple, Block, If, Loop, Switch, Try, Return, Break, Continue, Construct };

    Kind kind = Kind::Missing;
    Range range;                  ///< from the first token behind labels and attributes to the last one
    Range condition;              ///< between parentheses; empty if there is none
    std::size_t construct = none; ///< in File::constructs
    std::vector<Statement> inner; ///< blocks and constructs in the condition or expression, in order
    /// The statements of a block; else what is executed under a condition or by the construct. If: one for
    /// each condition, of which those behind `else if` have kind If, and one for the last `else`.
    std::vector<Statement> parts;
    bool has_else = false; ///< the last of `parts` is behind the `else`
};

struct File {
    std::vector<Construct> constructs;   ///< in the order of the source
    std::vector<Statement> outside;      ///< blocks and constructs outside blocks, in the order of the source
    std::optional<std::size_t> too_deep; ///< where statements nest too deep: there are none from here on
};

/// For `--dump-ast`: one line per construct and per argument.
std::string dump(const File& file, const Source& source);

} // namespace loop::compiler::ast
