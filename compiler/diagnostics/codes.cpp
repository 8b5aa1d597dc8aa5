#include "compiler/diagnostics/codes.h"

#include <fmt/format.h>

namespace loop::compiler {

const std::vector<CodeInfo>& code_table() {
    static const std::vector<CodeInfo> table = {
        {"unknown-construct", "a backslash and a name that is no construct",
         "A construct is a backslash and an upper-case name of the table (`loop explain` lists them), "
         "outside strings,\n"
         "character constants, comments and preprocessor lines. A backslash before a line end stays what it "
         "is in C++.",
         "\\EXCHNGE(8, 1, 1);", "\\EXCHANGE(8, 1, 1);"},
        {"construct-in-directive", "a construct in a preprocessor line",
         "Preprocessor lines pass through untouched, so a construct in a macro would reach the C++ compiler "
         "as it is.",
         "#define SWAP \\EXCHANGE(8, 1, 1)", "void swap() { \\EXCHANGE(8, 1, 1); }"},
        {"directive-in-arguments", "a preprocessor line inside an argument list",
         "Arguments may be written to one line, where a preprocessor line cannot stand.",
         "\\LOOP (\n    #if FAST\n    2\n    #endif\n    ) { }", "\\LOOP (count) { }"},
        {"construct-in-arguments", "a construct inside the argument list of another",
         "Arguments are C++ expressions. A construct is a statement; give it a line of its own.",
         "\\RESULT(\"x\", \"\", \\SCALPROD(s, a, b))", "\\SCALPROD(s, a, b); \\RESULT(\"x\", \"\", s)"},
        {"construct-in-expression", "a construct where C++ expects a value",
         "Constructs are statements and give no value.", "if (\\VISIBLE_SYNC()) stop();",
         "\\VISIBLE_SYNC();"},
        {"unterminated-comment", "a comment without its `*/`", "Everything behind it would be comment.",
         "/* halo", "/* halo */"},
        {"unterminated-string", "a string or character constant without its closing quote",
         "A string ends on its line; a raw string ends with its own delimiter.", "\\PHASE(\"relax) { }",
         "\\PHASE(\"relax\") { }"},
        {"unterminated-arguments", "an argument list without its `)`",
         "The list ends at the bracket that closes it; a `;` on the way shows that it is missing.",
         "\\MULTIBCAST0(1000;", "\\MULTIBCAST0(1000);"},
        {"unbalanced-brace", "a brace without its partner",
         "Constructs act on statements, so the compiler must know where blocks end. In `#if` branches, each "
         "branch starts\n"
         "from the depth before the `#if`.",
         "\\LOOP i { work(i);", "\\LOOP i { work(i); }"},
        {"nesting-too-deep", "brackets or statements nested deeper than 1000 levels",
         "A stated limit keeps time and memory bounded on any input.", "((((...))))", "split the expression"},
        {"file-too-large", "a file of more than 256 MiB", "A stated limit keeps memory bounded on any input.",
         "", ""},
        {"typographic-quote", "quotes of a word processor instead of `\"`",
         "The paper prints `#include` with typographic quotes around LOOP.h; there they are read as plain "
         "ones, with a\n"
         "warning. Anywhere else they are an error.",
         "#include \u201cmine.h\u201c", "#include \"mine.h\""},
        {"missing-statement", "a construct that acts on a statement stands before none",
         "`\\LOOP`, `\\PHASE` and `\\FLOPS` are followed by a statement, with or without braces.",
         "\\LOOP i }", "\\LOOP i { work(i); }"},
        {"missing-semicolon", "a construct that is a statement does not end with `;`",
         "`\\COMMUNICATE` may instead be followed by a statement in braces, which it wraps.",
         "\\VISIBLE_SYNC()", "\\VISIBLE_SYNC();"},
        {"argument-count", "too few or too many arguments",
         "`loop explain` with the construct's name shows its usage.", "\\EXCHANGE(8, 1);",
         "\\EXCHANGE(8, 1, 2);"},
        {"argument-kind", "an argument of the wrong kind",
         "For example a string where a size is expected, or a vector where a matrix is.",
         "\\MULTIBCAST0(\"1000\");", "\\MULTIBCAST0(1000);"},
        {"argument-value", "a constant that cannot be",
         "Sizes and counts are zero or more, distances and numbers of partners at least one. Values that are "
         "known only\n"
         "when the program runs are checked then.",
         "\\EXCHANGE(8, 0, 1);", "\\EXCHANGE(8, 1, 1);"},
        {"argument-order", "an argument by position behind one by name", "Arguments by position come first.",
         "\\EXCHANGE(SIZE: 8, 1, 2);", "\\EXCHANGE(8, DISTANCE: 1, PARTNERS: 2);"},
        {"unknown-argument", "a name that is none of the construct's arguments",
         "Names of arguments are upper case.", "\\VEC(TYP: double) v;", "\\VEC(TYPE: double) v;"},
        {"repeated-argument", "an argument is given twice",
         "Once by position and once by name counts as twice.", "\\MULTIBCAST0(8, SIZE: 9);",
         "\\MULTIBCAST0(8);"},
        {"empty-argument", "nothing between two commas",
         "Leave out optional arguments from the end, or name the others.", "\\EXCHANGE(8, , 2);",
         "\\EXCHANGE(8, 1, 2);"},
        {"array-names", "the list of names of a `\\MAT` or `\\VEC` is malformed",
         "Names are separated by commas and end with a semicolon. Extents are arguments, not subscripts.",
         "\\VEC(double) v[10];", "\\VEC(double, S1: 10) v;"},
        {"undeclared-array", "a construct works on an array that nobody declares",
         "Arrays are declared by `\\MAT` and `\\VEC` in the same function, or reach it as parameters\n"
         "(`loop::Matrix<double>& A`).",
         "\\SCALPROD(s, x, z);", "\\VEC(double) x, z; \\SCALPROD(s, x, z);"},
        {"extents-disagree", "arrays whose constant extents do not fit together",
         "C (n x m) = A (n x k) * B (k x m); y (rows) = A (rows x cols) * x (cols). Extents that are known "
         "only when the\n"
         "program runs are checked then.",
         "\\VEC(double, S1: 3) x; \\VEC(double, S1: 4) y; \\SCALPROD(s, x, y);",
         "\\VEC(double, S1: 4) x, y; \\SCALPROD(s, x, y);"},
        {"unknown-size", "the size of an array names something that the file never mentions again",
         "A size may be declared after the array, as in Figure 6 of the paper, but it must be declared "
         "somewhere.",
         "\\MAT(TYPE: double, S1: rwos) A;", "int rows = 4; \\MAT(TYPE: double, S1: rows) A;"},
        {"used-before-size", "an array is used before its size has its value",
         "An array whose size gets its value further down is allocated there; before that it is empty.",
         "\\VEC(double, S1: rows) v; v[0] = 1; int rows = 4;",
         "int rows = 4; \\VEC(double, S1: rows) v; v[0] = 1;"},
        {"loop-count", "the count of a loop without brackets",
         "A count stands in brackets; a name without them is the iterator.", "\\LOOP 3 { }",
         "\\LOOP (3) { }"},
        {"iterator-reused", "a loop in a loop has the same iterator",
         "The inner one would hide the outer one. Names may be used again after the loop.",
         "\\LOOP i { \\LOOP i { } }", "\\LOOP i { \\LOOP j { } }"},
        {"outside-function", "a construct outside functions", "Only `\\PARAM` may stand there.",
         "\\VEC(double) v;\nint main() { }", "int main() { \\VEC(double) v; }"},
        {"missing-open", "constructs without an `\\OPEN0`",
         "`\\OPEN0` starts MPI and the measurement. A file that includes a header of its own is not judged.",
         "int main() { \\VISIBLE_SYNC(); }",
         "int main() { ... \\OPEN0(&nodes, &me, &host, &size, 250000); \\VISIBLE_SYNC(); ... }"},
        {"repeated-open", "a second `\\OPEN0`", "A program is opened once.", "\\OPEN0(...); \\OPEN0(...);",
         "\\OPEN0(...);"},
        {"missing-close", "an `\\OPEN0` without a `\\CLOSE0`",
         "A rank's record is written by `\\CLOSE0`; a run without records counts as failed.",
         "\\OPEN0(...); return 0;", "\\OPEN0(...); \\CLOSE0(); return 0;"},
        {"before-open", "a construct before `\\OPEN0`",
         "Only `\\PARAM`, `\\MAT` and `\\VEC` may stand there.", "\\VISIBLE_SYNC(); \\OPEN0(...);",
         "\\OPEN0(...); \\VISIBLE_SYNC();"},
        {"after-close", "a construct after the last `\\CLOSE0`", "Nothing runs or is measured there.",
         "\\CLOSE0(); \\VISIBLE_SYNC();", "\\VISIBLE_SYNC(); \\CLOSE0();"},
        {"param-form", "a `\\PARAM` that does not declare a parameter",
         "It has a type, a name, a default and a help text.", "\\PARAM(int block, \"rows\")",
         "\\PARAM(int block = 64, \"rows\")"},
        {"param-type", "a `\\PARAM` of a type that cannot be given on a command line",
         "The types are bool, int, long, long long, unsigned, unsigned long, size_t, float, double and "
         "std::string.",
         "\\PARAM(char* name = \"a\", \"\")", "\\PARAM(std::string name = \"a\", \"\")"},
        {"repeated-param", "two parameters of one name", "`--set name=value` could not tell them apart.",
         "\\PARAM(int n = 1, \"\") \\PARAM(int n = 2, \"\")",
         "\\PARAM(int n = 1, \"\") \\PARAM(int m = 2, \"\")"},
        {"rank-dependent", "communication that some ranks may not reach, or not equally often",
         "Sender and receiver are addressed as a pair, so communication constructs cannot deadlock as long "
         "as every rank\n"
         "reaches them equally often and in the same order. This one stands under a condition, in a loop "
         "with a count, or\n"
         "behind an exit that depends on the rank: on what `\\OPEN0`, `who0` or `MPI_Comm_rank` gave, or on "
         "what was\n"
         "computed from it. A warning, because only the run can tell; there, ranks that wait too long are "
         "reported.\n"
         "\n"
         "It is none where the condition is the same on all ranks (`me < nodes`, `me >= 0 && size > 3`), nor "
         "where all that\n"
         "a rank may take communicates the same in the same order. `if (me == 0) ... else if (me == 1) ...` "
         "names ranks one\n"
         "by one, from 0 on without a gap: it is taken as written for as many ranks. MPI's collective "
         "operations count where\n"
         "their communicator is MPI_COMM_WORLD, a duplicate of it or its split by one number, also through "
         "variables.",
         "if (me == 0) { \\EXCHANGE(8, 1, 1); }", "\\EXCHANGE(8, 1, 1);"},
        {"rank-dependent-argument", "an argument that should be the same on all ranks and depends on the rank",
         "Size, distance and number of partners of what goes round, and roots, counts, types, operations and "
         "communicators\n"
         "of collective calls of PICL and of MPI over all ranks. A warning, because the values may be the same all "
         "the same;\nwhere they are not, the run ends when the ranks meet.",
         "bcast0(a, 8, 1, me);", "bcast0(a, 8, 1, 0);"},
    };
    return table;
}

const CodeInfo* find_code(std::string_view code) {
    for (const CodeInfo& row : code_table())
        if (row.code == code) return &row;
    return nullptr;
}

std::string code_page(const CodeInfo& code) {
    std::string page = fmt::format("{}: {}\n\n{}\n", code.code, code.summary, code.details);
    if (!code.wrong.empty())
        page += fmt::format("\nWrong:\n    {}\nRight:\n    {}\n", code.wrong, code.right);
    return page;
}

} // namespace loop::compiler
