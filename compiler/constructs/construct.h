#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The table of the language's constructs: one row each. Checking, `loop explain`, did-you-mean and the
/// language reference all come from it; adding a construct is a row here, a runtime function, a test folder.
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
    bool required = true;
    std::string_view default_text = ""; ///< the C++ that stands for an omitted argument before a given one
};

enum class StatementRule { None, Optional, Required };

/// Which code writes a construct. Everything but Call and Region has a shape of its own.
enum class Shape { Call, Region, Loop, Array, Param, Open, Close };

struct ConstructInfo {
    std::string_view name; ///< without the backslash
    Shape shape;
    StatementRule statement;
    bool communicates; ///< all ranks must reach it in the same order
    std::vector<Parameter> parameters;
    std::string_view function; ///< the runtime function, or class template of an array
    std::string_view region;   ///< the runtime class of the form with a statement
    bool semicolon_optional;
    std::string_view synopsis;
    std::string_view summary; ///< one line
    std::string_view details;
    std::string_view example;
    std::string_view origin; ///< paper and section, or that it is ours
};

const std::vector<ConstructInfo>& construct_table();

/// The row of a name as written without its backslash; `Mat` is `MAT`, as the paper prints it. nullptr:
/// unknown.
const ConstructInfo* find_construct(std::string_view name);

/// All names, each with its backslash.
std::vector<std::string> construct_names();

/// The page of a construct for `loop explain` and the language reference.
std::string construct_page(const ConstructInfo& construct);

/// "a size in bytes" and the like, for messages.
std::string_view describe(ParameterKind kind);

} // namespace loop::compiler
