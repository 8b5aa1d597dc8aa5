#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The table of the language's constructs, one row each (construct_table.cpp). What is checked and what is
/// written comes from it; the pages that `loop explain` shows stand in docs/language.md.
namespace loop::compiler {

/// What an argument must be. Only what can be seen without a C++ compiler is checked.
enum class ParameterKind {
    Address,     ///< `&variable`
    Value,       ///< any expression
    Bytes,       ///< a size in bytes, not negative
    Count,       ///< a number of elements, passes or operations, not negative
    Positive,    ///< a number of elements, passes or messages, at least 1
    Distance,    ///< between ranks, at least 1
    Partners,    ///< how many, at least 1
    Type,        ///< a C++ type
    Array,       ///< the name of a `\MAT` or `\VEC`
    Matrix,      ///< the name of a `\MAT`
    Vector,      ///< the name of a `\VEC`
    Pointer,     ///< where user data lies
    Text,        ///< a string
    Flag,        ///< true or false
    Library,     ///< own or cblas
    Declaration, ///< `type name = default`
};

struct Parameter {
    std::string_view name; ///< as in `S1: n`
    ParameterKind kind;
    /// Of one that may be left out: the C++ that stands for it before a given one.
    std::optional<std::string_view> default_text = {};
    std::string_view common = ""; ///< of one that every rank must give the same: what it is

    bool required() const { return !default_text; }
};

/// An extent of an array: the parameter, and which of its dimensions, from 0.
struct Extent {
    std::size_t parameter;
    std::size_t dimension;
};

struct Agreement {
    Extent one;
    Extent other;
};

enum class StatementRule { None, Optional, Required };

/// Which code writes a construct. Everything but Call and Region has a shape of its own.
enum class Shape { Call, Region, Loop, Array, Param, Open, Close };

struct ConstructInfo {
    std::string_view name; ///< without the backslash
    Shape shape = Shape::Call;
    bool communicates = false; ///< all ranks must reach it in the same order
    std::vector<Parameter> parameters;
    std::string_view function; ///< the runtime function, or class template of an array
    std::string_view region;   ///< the runtime class of the form with a statement
    std::vector<Agreement> agreements;
    bool charged = false; ///< a simulated machine charges the statement instead of executing it
    bool spreads = false; ///< afterwards all ranks have what its first argument points to
    bool semicolon_optional = false;

    StatementRule statement() const;
    /// From the page: its form, and an example.
    std::string_view synopsis() const;
    std::string_view example() const;
    /// How many extents an array has.
    std::size_t dimensions() const { return parameters.size() - 1; }
};

const std::vector<ConstructInfo>& construct_table();

/// The row of a name as written without its backslash; `Mat` is `MAT`, as the paper prints it. nullptr:
/// unknown.
const ConstructInfo* find_construct(std::string_view name);

/// All names, each with its backslash.
std::vector<std::string> construct_names();

struct KindInfo {
    std::string_view description; ///< "a size in bytes" and the like, for messages
    bool number = false;          ///< a numeric constant may stand there
    bool text = false;            ///< a string may
    std::optional<long long> least = {};
};

KindInfo about(ParameterKind kind);

} // namespace loop::compiler
