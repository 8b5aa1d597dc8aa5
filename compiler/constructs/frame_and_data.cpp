#include "compiler/constructs/families.h"

namespace loop::compiler {

using Kind = ParameterKind;

namespace {

constexpr std::string_view whole_problem = "loop::problem_size()";

} // namespace

std::vector<ConstructInfo> frame_constructs() {
    return {
        {"OPEN0",
         Shape::Open,
         StatementRule::None,
         true,
         {{"NODES", Kind::Address},
          {"ME", Kind::Address},
          {"HOST", Kind::Address},
          {"SIZE", Kind::Address},
          {"TRACE", Kind::Count}},
         "loop::open0",
         "",
         false,
         "\\OPEN0(&nodes, &me, &host, &size, records);",
         "starts the measured program and says who this rank is",
         "Collective. Sets `nodes` to the number of ranks, `me` to this rank (0 to nodes - 1), `host` to a "
         "value that is\n"
         "no rank, and `size` to the problem size of this run (`--size`). `records` is the size of the trace "
         "buffer:\n"
         "so many events of 24 bytes each rank can record, later ones are counted and lost. With 0 nothing "
         "is "
         "recorded.\n"
         "Every other construct but `\\PARAM`, `\\MAT` and `\\VEC` comes after it.",
         "\\OPEN0(&nodes, &me, &host, &size, 250000);",
         "LOOP paper, Figures 3, 6 and 7"},
        {"CLOSE0",
         Shape::Close,
         StatementRule::None,
         true,
         {},
         "loop::close0",
         "",
         false,
         "\\CLOSE0();",
         "ends the measured program and writes each rank's record",
         "Collective. A run counts only when every rank came here. Nothing is measured after it.",
         "\\CLOSE0();",
         "LOOP paper, Figures 3, 6 and 7"},
    };
}

std::vector<ConstructInfo> data_constructs() {
    return {
        {"MAT",
         Shape::Array,
         StatementRule::None,
         false,
         {{"TYPE", Kind::Type},
          {"S1", Kind::Count, false, whole_problem},
          {"S2", Kind::Count, false, whole_problem}},
         "loop::Matrix",
         "",
         false,
         "\\MAT(type [, S1: rows] [, S2: columns]) name, ...;",
         "declares matrices",
         "Local. Elements lie row by row, 64-byte aligned, and start as zero; `A[i][j]` is one of them. An "
         "extent that is\n"
         "not given is the problem size. A size may name variables that are declared further down: the "
         "matrix is\n"
         "allocated as soon as `\\OPEN0` has run and all of them are declared. `\\Mat` means the same.",
         "\\MAT(TYPE: double, S1: rows) A;",
         "LOOP paper, 4.1.1.1, Figures 3 and 6"},
        {"VEC",
         Shape::Array,
         StatementRule::None,
         false,
         {{"TYPE", Kind::Type}, {"S1", Kind::Count, false, whole_problem}},
         "loop::Vector",
         "",
         false,
         "\\VEC(type [, S1: elements]) name, ...;",
         "declares vectors",
         "Local. 64-byte aligned, starts as zero; `v[i]` is an element. An extent that is not given is the "
         "problem size.",
         "\\VEC(TYPE: double) x, y;",
         "LOOP paper, Figure 7"},
        {"INIT_ARRAY",
         Shape::Call,
         StatementRule::None,
         false,
         {{"ARRAY", Kind::Array}, {"VALUE", Kind::Value, false}},
         "loop::init_array",
         "",
         false,
         "\\INIT_ARRAY(array [, value]);",
         "fills a matrix or vector",
         "Local. Random numbers that depend on the rank and are the same in every run, or the value that is "
         "given.",
         "\\INIT_ARRAY(C, 0);",
         "LOOP paper, 4.1.1.1, Figure 3"},
    };
}

std::vector<ConstructInfo> structure_constructs() {
    return {
        {"LOOP",
         Shape::Loop,
         StatementRule::Required,
         false,
         {{"COUNT", Kind::Count, false, whole_problem}},
         "loop::times",
         "",
         false,
         "\\LOOP [(count)] [iterator] statement",
         "repeats a statement",
         "The count defaults to the problem size and is evaluated once. The iterator is an `int` from 0 to "
         "count - 1, is\n"
         "declared by its use and known in the statement only. A name right after `\\LOOP` is the iterator "
         "when a\n"
         "statement follows it: `\\LOOP i {`, `\\LOOP (n) i x += i;`; in `\\LOOP work();` it is not.",
         "\\LOOP (iterations) i { ... }",
         "LOOP paper, 4.1.1.1"},
    };
}

} // namespace loop::compiler
