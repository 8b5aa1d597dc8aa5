#pragma once

#include "compiler/check/summary.h"
#include "compiler/constructs/construct.h"
#include "compiler/constructs/supplied.h"
#include "compiler/source/source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loop::compiler {

inline constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A matrix or vector that a `\MAT` or `\VEC` declares.
struct Array {
    std::string name;
    Range at;
    /// Where `name.allocate(...)` is written; none: allocated where it is declared.
    std::size_t allocate_at = none;
};

/// One construct of the program, its arguments bound to the parameters of its row.
struct Construct {
    const ConstructInfo* info = nullptr;
    Range name; ///< with the backslash
    Range head; ///< what the emitter replaces
    /// By parameter: what was written for it.
    std::vector<std::optional<Range>> arguments;
    Range argument_list;    ///< with its brackets
    bool in_order = true;   ///< all arguments by position: the list can stand as it is
    bool semicolon = false; ///< one follows (inside the head where the row makes it optional)

    bool has_statement = false;
    Range statement;             ///< from the head's end to the statement's end
    bool has_messages = false;   ///< ranks speak to each other in the statement
    std::size_t parent = none;   ///< the construct whose statement contains this one
    std::size_t function = none; ///< the function it stands in; none: outside
    std::optional<Range> iterator;
    std::vector<Array> arrays;
    std::optional<ParameterSummary> parameter;

    Range argument(std::size_t index) const {
        return index < arguments.size() && arguments[index] ? *arguments[index] : Range{};
    }
    bool has(std::size_t index) const { return index < arguments.size() && arguments[index].has_value(); }
};

/// A replacement in host code that no construct asks for.
struct HostEdit {
    Range range;
    std::string text;
};

/// A checked program: everything that the emitter needs, as plain values.
class Program {
public:
    std::vector<Construct> constructs; ///< in source order
    std::vector<HostEdit> host_edits;
    std::vector<const Supplied*> prelude; ///< what the file uses and does not declare
    std::vector<std::string> words;       ///< identifiers of the file, sorted: the emitter avoids them
    ProgramSummary summary;
};

std::string dump(const Program& program, const Source& source);

} // namespace loop::compiler
