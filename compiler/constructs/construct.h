#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The table of the language's constructs, one row each (construct_table.cpp). The checks and the emitter use
/// it. The pages that `loop explain` shows are in docs/language.md.
namespace loop::compiler {

/// What an argument must be. Checked only as far as possible without a C++ compiler.
enum class ParameterKind {
    Address,     ///< `&variable`
    Value,       ///< any expression
    Number,      ///< any expression that is a number
    Bytes,       ///< a size in bytes, not negative
    Count,       ///< a number of elements, passes or operations, not negative
    Positive,    ///< a number of elements, passes or messages, at least 1
    Numbered,    ///< a size in bytes of a message that carries a number, at least 8
    Rank,        ///< the number of a rank
    Threads,     ///< a number of threads, at least 1
    Alignment,   ///< a power of two
    Mode,        ///< a string: how MPI sends
    Seconds,     ///< a time in seconds, not negative
    Distance,    ///< between ranks, at least 1
    Partners,    ///< a number of partners, at least 1
    Type,        ///< a C++ type
    Array,       ///< the name of a `\MAT` or `\VEC`
    Matrix,      ///< the name of a `\MAT`
    Vector,      ///< the name of a `\VEC`
    Pointer,     ///< the address of user data
    Places,      ///< the same, or a list with one for each place
    Pairs,       ///< `sender -> receivers`
    Sizes,       ///< a size in bytes, a list by place, or `sender -> either`
    Blocks,      ///< a size in bytes, or `rank -> size`
    PairBlocks,  ///< the same, or `(sender, receiver) -> size`
    Where,       ///< a condition on the sender
    Groups,      ///< `rank -> the number of its group`, or a condition
    Order,       ///< a number by which ranks of a group are ordered; uses the name of `Groups`
    Text,        ///< a string
    Literal,     ///< a string constant, whose text the compiler needs
    Flag,        ///< true or false
    Library,     ///< own or cblas
    Declaration, ///< `type name = default`
    Handle,      ///< the name of a handle
    Side,        ///< sends or receives
    Op,          ///< how a reduction combines elements
    Element,     ///< the type of elements that a reduction combines
};

/// The C++ for a count that is left out and means the problem size.
inline constexpr std::string_view whole_problem = "loop::problem_size()";

struct Parameter {
    std::string_view name; ///< as in `S1: n`
    ParameterKind kind;
    /// For an optional parameter: the C++ to emit if it is left out but a later one is given.
    std::optional<std::string_view> default_text = {};
    std::string_view common = {}; ///< its name in messages if it must be equal on all ranks, else empty
    bool communicates = false;    ///< if it is given, all ranks must reach the construct in the same order

    bool required() const { return !default_text; }
};

/// An extent of an array argument: the index of the parameter, and the dimension (0: rows).
struct Extent {
    std::size_t parameter;
    std::size_t dimension;
};

struct Agreement {
    Extent one;
    Extent other;
};

/// One of the forms of a construct. Each form takes some of the parameters; its first one selects it.
struct Form {
    std::string_view function;
    std::vector<std::size_t> parameters;
};

enum class StatementRule { None, Optional, Required };

/// Selects the code that emits a construct. Constructs other than calls and regions have their own shapes.
enum class Shape { Call, Region, Loop, Choice, Start, Array, Param, Build, Open, Close };

/// Whether `\START` can begin a construct, and whether it has sends and receives, of which HOLD delays one.
enum class StartRule { Never, Whole, BySides };

struct ConstructInfo {
    std::string_view name; ///< without the backslash
    Shape shape = Shape::Call;
    bool communicates = false; ///< all ranks must reach it in the same order
    std::vector<Parameter> parameters;
    std::string_view function; ///< the runtime function, or class template of an array
    std::string_view region;   ///< the runtime class, if the construct has a statement
    std::vector<Agreement> agreements;
    std::vector<Form> forms;   ///< empty if there is only one
    bool chooses = false;      ///< an argument must select a form; else the first form is the default
    bool needs_any = false;    ///< all arguments may be left out, but not together
    bool charged = false;      ///< on a simulated machine, the statement is charged instead of executed
    bool not_measured = false; ///< nothing of its statement is measured: a count may leave it out
    /// Parameters whose data are the same on all ranks afterwards.
    std::vector<std::string_view> spreads;
    bool semicolon_optional = false;
    bool by_text = false; ///< results distinguish it by its text or name, not by its place in the source
    bool local_statement = false; ///< its statement must not communicate
    bool concerns_all = false;    ///< concerns all ranks of the run, not those of an `\AMONG`
    bool shared_passes = false;   ///< a loop whose passes are on different ranks
    bool by_threads = false;      ///< the threads of a rank may execute it
    StartRule start = StartRule::Never;
    int launches = 1; ///< default number of launches of a run, if what it measures differs between launches

    /// Whether it declares something about the program: it is allowed outside functions, and the runtime has
    /// no function for it.
    bool is_declaration() const { return shape == Shape::Param || shape == Shape::Build; }
    StatementRule statement() const;
    /// Its syntax and an example, from its page.
    std::string_view synopsis() const;
    std::string_view example() const;
    /// The number of extents of an array.
    std::size_t dimensions() const { return parameters.size() - 1; }
};

const std::vector<ConstructInfo>& construct_table();

/// Returns the row for a name without its backslash, or nullptr if it is unknown. `Mat` means `MAT`, as
/// printed in the paper.
const ConstructInfo* find_construct(std::string_view name);

/// All names, each with its backslash.
std::vector<std::string> construct_names();

struct KindInfo {
    std::string_view description; ///< "a size in bytes" and the like, for messages
    bool number = false;          ///< a numeric constant is allowed
    bool text = false;            ///< a string literal is allowed
    std::optional<long long> least = {};
};

KindInfo about(ParameterKind kind);

/// The words that an argument of this kind must be one of; empty for other kinds.
const std::vector<std::string>& words_of(ParameterKind kind);

/// Whether an argument of this kind is a size or a number, whose products of ints must not overflow.
bool is_amount(ParameterKind kind);

} // namespace loop::compiler
