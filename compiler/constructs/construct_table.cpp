#include "constructs/construct.h"

namespace loop::compiler {

namespace {

using Kind = ParameterKind;

constexpr std::string_view whole_problem = "loop::problem_size()";
constexpr std::string_view as_declared = "loop::declared";
constexpr std::string_view no_data = "nullptr";

const Parameter from{"FROM", Kind::Pointer, false, no_data};
const Parameter into{"INTO", Kind::Pointer, false, no_data};
const Parameter library{"LIBRARY", Kind::Library, false, "loop::Library::own"};

std::vector<ConstructInfo> frame() {
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

std::vector<ConstructInfo> data() {
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

std::vector<ConstructInfo> structure() {
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

std::vector<ConstructInfo> computation() {
    return {
        {"MATPROD",
         Shape::Call,
         StatementRule::None,
         false,
         {{"C", Kind::Matrix},
          {"A", Kind::Matrix},
          {"B", Kind::Matrix},
          {"N", Kind::Count, false, as_declared},
          {"M", Kind::Count, false, as_declared},
          {"K", Kind::Count, false, as_declared},
          library},
         "loop::matprod",
         "",
         false,
         "\\MATPROD(C, A, B [, n, m, k] [, LIBRARY: own|cblas]);",
         "C = A * B",
         "Local. C is n x m, A is n x k, B is k x m; extents that are not given are the declared ones and "
         "must agree.\n"
         "Declares 2nmk operations. `LIBRARY: cblas` takes the machine's BLAS instead of our loops.",
         "\\MATPROD(C, A, B);",
         "LOOP paper, 4.1.1.2"},
        {"MATVECPROD",
         Shape::Call,
         StatementRule::None,
         false,
         {{"Y", Kind::Vector},
          {"A", Kind::Matrix},
          {"X", Kind::Vector},
          {"ROWS", Kind::Count, false, as_declared},
          {"COLS", Kind::Count, false, as_declared},
          library},
         "loop::matvecprod",
         "",
         false,
         "\\MATVECPROD(y, A, x [, rows, cols] [, LIBRARY: own|cblas]);",
         "y = A * x",
         "Local. A is rows x cols. Declares 2 * rows * cols operations.",
         "\\MATVECPROD(y, A, x);",
         "LOOP paper, 4.1.1.2"},
        {"SCALPROD",
         Shape::Call,
         StatementRule::None,
         false,
         {{"RESULT", Kind::Value},
          {"X", Kind::Vector},
          {"Y", Kind::Vector},
          {"N", Kind::Count, false, as_declared},
          library},
         "loop::scalprod",
         "",
         false,
         "\\SCALPROD(result, x, y [, n] [, LIBRARY: own|cblas]);",
         "result = x . y, on this rank alone",
         "Local: nothing is summed over ranks. The result is a scalar variable, or a `\\VEC` whose element 0 "
         "receives it.\n"
         "Declares 2n operations.",
         "\\SCALPROD(sc, x, y);",
         "LOOP paper, 4.1.1.2, Figure 7"},
    };
}

std::vector<ConstructInfo> pairs() {
    const std::vector<Parameter> pair = {
        {"SIZE", Kind::Bytes}, {"DISTANCE", Kind::Distance}, {"PARTNERS", Kind::Partners}, from, into};
    std::vector<Parameter> exchange = pair;
    exchange.push_back({"RING", Kind::Flag, false, "false"});
    return {
        {"COMMUNICATE", Shape::Region, StatementRule::Optional, true, pair, "loop::communicate",
         "loop::Communication", false,
         "\\COMMUNICATE(size, distance, partners [, FROM: p, INTO: q]); | { ... }",
         "sends to the ranks at a distance, receives from those on the other side",
         "Collective. For j = 1 to partners: sends `size` bytes to rank (me + j * distance) mod p and "
         "receives as many\n"
         "from (me - j * distance) mod p. Partners that coincide, or are this rank itself, are dropped, with "
         "a note on\n"
         "the sheet. With a statement in braces, the sends start before it and the receives are completed "
         "after it.\n"
         "FROM and INTO move user data: slot j - 1 (`size` bytes each) belongs to the j-th partner.",
         "\\COMMUNICATE(8 * n, 1, 1) { work(); }", "LOOP paper, 4.1.1.4"},
        {"EXCHANGE", Shape::Call, StatementRule::None, true, exchange, "loop::exchange", "", false,
         "\\EXCHANGE(size, distance, partners [, FROM: p, INTO: q] [, RING: true]);",
         "exchanges messages with partners on both sides",
         "Collective; both ranks of a pair send and receive `size` bytes. One partner: ranks pair up, me "
         "with\n"
         "me + distance where (me / distance) is even, else with me - distance. Two: me + distance and me - "
         "distance, in\n"
         "this order; more: +2d, -2d and so on, an odd last one by the parity rule. Ranks form a chain, so "
         "those at\n"
         "its ends have fewer partners; `RING: true` closes it. Slot j - 1 of FROM and INTO belongs to the "
         "j-th partner.",
         "\\EXCHANGE(8 * n, 1, 2, FROM: edges, INTO: halos);", "LOOP paper, 4.1.1.5, Figures 5 and 6"},
    };
}

ConstructInfo multibroadcast(std::string_view name, std::string_view function, std::string_view synopsis,
                             std::string_view summary, std::string_view order, std::string_view example) {
    return {name,
            Shape::Call,
            StatementRule::None,
            true,
            {{"SIZE", Kind::Bytes}, from, into},
            function,
            "",
            false,
            synopsis,
            summary,
            order,
            example,
            "LOOP paper, 4.1.1.6"};
}

std::vector<ConstructInfo> all_to_all() {
    return {
        multibroadcast("MULTIBCAST0", "loop::multibcast0", "\\MULTIBCAST0(size [, FROM: p, INTO: q]);",
                       "every rank sends to all others, rank 0 first",
                       "Collective. All sends first, to ranks 0, 1, 2 ..., then all receives in the same "
                       "order; nothing goes to\n"
                       "oneself. Rank 0 is everyone's first target: a hot spot, on purpose. Slot r of FROM "
                       "goes to rank r, slot r\n"
                       "of INTO comes from rank r.",
                       "\\MULTIBCAST0(1000);"),
        multibroadcast("MULTIBCAST_ME", "loop::multibcast_me", "\\MULTIBCAST_ME(size [, FROM: p, INTO: q]);",
                       "every rank sends to all others, its right neighbour first",
                       "Collective. As `\\MULTIBCAST0`, but the sends start at rank me + 1 (modulo p); "
                       "receives go from 0 upwards.",
                       "\\MULTIBCAST_ME(1000);"),
        multibroadcast("MULTIBCAST_ALTER", "loop::multibcast_alter",
                       "\\MULTIBCAST_ALTER(size [, FROM: p, INTO: q]);",
                       "every rank sends to all others, a receive after each send",
                       "Collective. In step k = 1 to p - 1: sends to me + k, receives from me - k (modulo "
                       "p). No rank is a hot spot.",
                       "\\MULTIBCAST_ALTER(1000);"),
    };
}

std::vector<ConstructInfo> trees() {
    return {
        {"TREE_BCAST",
         Shape::Call,
         StatementRule::None,
         true,
         {{"DATA", Kind::Pointer}, {"SIZE", Kind::Bytes}},
         "loop::tree_bcast",
         "",
         false,
         "\\TREE_BCAST(data, size);",
         "rank 0 sends data to all others, down a tree",
         "Collective. `size` bytes at `data` (a pointer, or an array) reach every rank along a binary tree "
         "with root 0.\n"
         "`--set tree.shape=binomial` and `--set tree.map=0,2,1,3` change shape and mapping for a run.",
         "\\TREE_BCAST(x, 8 * n);",
         "LOOP paper, 4.1.1.6"},
        {"TREE_COLLECT_VEC",
         Shape::Call,
         StatementRule::None,
         true,
         {{"VECTOR", Kind::Vector}},
         "loop::tree_collect_vec",
         "",
         false,
         "\\TREE_COLLECT_VEC(v);",
         "rank 0 gathers the parts of a distributed vector, up a tree",
         "Collective. Rank r owns elements r * b to (r + 1) * b - 1, with b = ceil(N / p) and the last "
         "blocks shorter; after\n"
         "it `v` is whole on rank 0. Inner nodes pass on what their subtree sent.",
         "\\TREE_COLLECT_VEC(x);",
         "LOOP paper, 4.1.1.6"},
        {"TREE_DISTRIB_VEC",
         Shape::Call,
         StatementRule::None,
         true,
         {{"VECTOR", Kind::Vector}},
         "loop::tree_distrib_vec",
         "",
         false,
         "\\TREE_DISTRIB_VEC(v);",
         "rank 0 hands every rank its part of a vector, down a tree",
         "Collective. The reverse of `\\TREE_COLLECT_VEC`: each rank receives its own block, at its place in "
         "`v`.",
         "\\TREE_DISTRIB_VEC(x);",
         "LOOP paper, 4.1.1.6"},
    };
}

std::vector<ConstructInfo> marking_and_work() {
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
         "is in no elapsed time and in no `\\PHASE` around it, its operations are not counted. Messages in "
         "it "
         "are.",
         "\\UNTIMED() { verify(x); }",
         "ours"},
    };
}

std::vector<ConstructInfo> declaring_and_results() {
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

std::vector<ConstructInfo> build_table() {
    std::vector<ConstructInfo> table;
    for (const auto& family : {frame(), data(), structure(), computation(), pairs(), all_to_all(), trees(),
                               marking_and_work(), declaring_and_results()})
        table.insert(table.end(), family.begin(), family.end());
    return table;
}

} // namespace

const std::vector<ConstructInfo>& construct_table() {
    static const std::vector<ConstructInfo> table = build_table();
    return table;
}

} // namespace loop::compiler
