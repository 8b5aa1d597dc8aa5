#include "compiler/constructs/families.h"

namespace loop::compiler {

using Kind = ParameterKind;

std::vector<ConstructInfo> marking_and_work_constructs() {
    return {
        {"VISIBLE_SYNC",
         Shape::Call,
         StatementRule::None,
         true,
         {},
         "loop::visible_sync",
         "",
         false,
         "\\VISIBLE_SYNC();",
         "synchronises all ranks and draws a line across the space-time diagram",
         "Collective. A synchronisation, one byte to the right neighbour on a ring, a second "
         "synchronisation.",
         "\\VISIBLE_SYNC();",
         "LOOP paper, 5.1"},
        {"PHASE",
         Shape::Region,
         StatementRule::Required,
         false,
         {{"NAME", Kind::Text}},
         "",
         "loop::Phase",
         false,
         "\\PHASE(\"name\") statement",
         "names a part of the program; the sheet shows its time on every rank",
         "Local. Phases may nest, and a phase that is entered several times adds up.",
         "\\PHASE(\"relax\") { ... }",
         "ours"},
        {"FLOPS",
         Shape::Region,
         StatementRule::Required,
         false,
         {{"COUNT", Kind::Count}},
         "",
         "loop::Flops",
         false,
         "\\FLOPS(count) statement",
         "declares the operations of a statement",
         "Local. The sheet shows Mflop/s, and a simulated machine charges them. Around computation "
         "constructs the\n"
         "outermost declaration counts.",
         "\\FLOPS(2.0 * n) { ... }",
         "ours"},
        {"UNTIMED",
         Shape::Region,
         StatementRule::Required,
         true,
         {},
         "",
         "loop::Untimed",
         false,
         "\\UNTIMED() statement",
         "keeps a statement out of the measurement: preparing data, verifying results",
         "Collective: all ranks leave it together, so that nobody's wait for another's preparation is "
         "measured. Its time\n"
         "is in no elapsed time and in no `\\PHASE` around it, its operations are not counted; "
         "messages\n"
         "in it are counted apart.",
         "\\UNTIMED() { verify(x); }",
         "ours"},
    };
}

std::vector<ConstructInfo> declaring_and_result_constructs() {
    return {
        {"PARAM",
         Shape::Param,
         StatementRule::None,
         false,
         {{"DECLARATION", Kind::Declaration}, {"HELP", Kind::Text}},
         "loop::param",
         "",
         true,
         "\\PARAM(type name = default, \"help\")",
         "declares a run-time parameter",
         "Local; may stand outside functions. `--set name=value` changes it without a new build. Types: "
         "bool, int, long,\n"
         "long long, unsigned, unsigned long, size_t, float, double, std::string. A parameter named `size` "
         "or `iterations`\n"
         "gives the default of `--size` or `--iterations`.",
         "\\PARAM(int block = 64, \"rows of a block\")",
         "ours"},
        {"RESULT",
         Shape::Call,
         StatementRule::None,
         false,
         {{"NAME", Kind::Text}, {"UNIT", Kind::Text}, {"VALUE", Kind::Value}},
         "loop::result",
         "",
         true,
         "\\RESULT(\"name\", \"unit\", value)",
         "records a figure of this rank",
         "Local. One value a rank is kept; the last one counts. The sheet shows minimum, median and maximum "
         "over ranks.",
         "\\RESULT(\"bandwidth\", \"MB/s\", bytes / seconds / 1e6)",
         "ours"},
        {"VERIFY",
         Shape::Call,
         StatementRule::None,
         false,
         {{"CONDITION", Kind::Value}, {"TEXT", Kind::Text}},
         "loop::verify",
         "",
         true,
         "\\VERIFY(condition, \"what must hold\")",
         "a check that the run must pass",
         "Local. One failure on one rank makes the run INVALID; the program goes on.",
         "\\VERIFY(sum == expected, \"the sum is exact\")",
         "ours"},
        {"REQUIRE",
         Shape::Call,
         StatementRule::None,
         true,
         {{"CONDITION", Kind::Value}, {"TEXT", Kind::Text}},
         "loop::require",
         "",
         true,
         "\\REQUIRE(condition, \"what the run needs\")",
         "refuses a run that cannot be: a size, parameter or number of ranks that does not fit",
         "Collective. If the condition does not hold on some rank, the first such rank says what is required "
         "and all end\n"
         "together with exit code 2. Not measured. For what only the result shows there is `\\VERIFY`.",
         "\\REQUIRE(nodes <= rows, \"at least one row for each rank\")",
         "ours"},
        {"NOTE",
         Shape::Call,
         StatementRule::None,
         false,
         {{"TEXT", Kind::Text}},
         "loop::note",
         "",
         true,
         "\\NOTE(\"what a reader should know\")",
         "puts a remark on the sheet",
         "Local; the same text of several ranks is one remark. The run is then VALID WITH NOTES.",
         "\\NOTE(\"the size is rounded to 1024\")",
         "ours"},
    };
}

} // namespace loop::compiler
