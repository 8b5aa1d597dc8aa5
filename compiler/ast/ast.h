#pragma once

#include "compiler/source/source.h"

#include <optional>
#include <string>
#include <vector>

/// The parser's result: the heads of constructs, as byte ranges. Everything between them is host code.
/// Nothing is checked yet: names may be unknown, and arguments missing or surplus.
namespace loop::compiler::ast {

/// `value` or `name: value`. `value` excludes surrounding whitespace and comments, and is empty if nothing
/// was written.
struct Argument {
    std::optional<Range> name;
    Range value;
};

/// A token or list after the first argument list. Whether it belongs to the construct depends on the
/// construct.
struct Tail {
    enum class Kind { Name, Comma, Semicolon, Arguments };
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
    std::vector<Tail> tail;
};

struct File {
    std::vector<Construct> constructs;
};

/// For `--dump-ast`: one line per construct and per argument.
std::string dump(const File& file, const Source& source);

} // namespace loop::compiler::ast
