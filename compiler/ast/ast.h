#pragma once

#include "compiler/source/source.h"

#include <optional>
#include <string>
#include <vector>

/// What the parser saw: the heads of constructs, by ranges of bytes. Everything between them is host code.
/// Nothing is judged here: names may be unknown, arguments missing or too many.
namespace loop::compiler::ast {

/// `value` or `name: value`. `value` is without surrounding blanks and comments; empty where nothing was
/// written.
struct Argument {
    std::optional<Range> name;
    Range value;
};

/// What follows the first argument list: which of it belongs to the construct depends on the construct.
struct Tail {
    enum class Kind { Name, Comma, Semicolon, Arguments };
    Kind kind;
    Range range;
};

struct Construct {
    Range name; ///< with the backslash
    bool has_arguments = false;
    bool arguments_closed = true;
    Range arguments; ///< from the opening to behind the closing bracket
    std::vector<Argument> list;
    std::vector<Range> inner_constructs; ///< constructs inside the argument list, which cannot be
    std::vector<Tail> tail;
};

/// A comment, string or character constant without an end; `range` is its opening.
struct OpenText {
    enum class Kind { Comment, String, Character, RawString };
    Kind kind;
    Range range;
};

struct File {
    std::vector<Construct> constructs;
    std::vector<OpenText> open_texts;
};

/// For `--dump-ast`: one line a construct, one line an argument.
std::string dump(const File& file, const Source& source);

} // namespace loop::compiler::ast
