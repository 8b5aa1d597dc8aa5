#include "compiler/constructs/construct.h"

#include <loop/calls.h>

namespace loop::compiler {

namespace {

using Kind = ParameterKind;

/// Builds a row part by part; other parts keep their defaults.
struct Row {
    ConstructInfo info;

    explicit Row(std::string_view name) { info.name = name; }

    Row& calls(std::string_view function) { return set(&ConstructInfo::function, function); }
    Row& wraps(std::string_view region) { return shaped(Shape::Region).set(&ConstructInfo::region, region); }
    Row& shaped(Shape shape) { return set(&ConstructInfo::shape, shape); }
    Row& takes(std::vector<Parameter> all) { return set(&ConstructInfo::parameters, std::move(all)); }
    Row& agreeing(std::vector<Agreement> all) { return set(&ConstructInfo::agreements, std::move(all)); }
    Row& forms(std::vector<Form> all) { return set(&ConstructInfo::forms, std::move(all)); }
    Row& one_of(std::vector<Form> all) { return forms(std::move(all)).set(&ConstructInfo::chooses, true); }
    Row& needs_any() { return set(&ConstructInfo::needs_any, true); }
    Row& charged() { return set(&ConstructInfo::charged, true); }
    Row& not_measured() { return set(&ConstructInfo::not_measured, true); }
    Row& spreads(std::vector<std::string_view> all) { return set(&ConstructInfo::spreads, std::move(all)); }
    Row& chooses(std::string_view region) {
        return shaped(Shape::Choice).set(&ConstructInfo::region, region);
    }
    Row& concerns_all() { return set(&ConstructInfo::concerns_all, true); }
    Row& local_statement() { return set(&ConstructInfo::local_statement, true); }
    Row& shared_passes() { return local_statement().set(&ConstructInfo::shared_passes, true); }
    Row& by_threads() { return set(&ConstructInfo::by_threads, true); }
    Row& started(StartRule rule = StartRule::BySides) { return set(&ConstructInfo::start, rule); }
    Row& launched(int times) { return set(&ConstructInfo::launches, times); }
    Row& semicolon_optional() { return set(&ConstructInfo::semicolon_optional, true); }
    Row& by_text() { return set(&ConstructInfo::by_text, true); }

    operator ConstructInfo() const { return info; }

private:
    template <class Part>
    Row& set(Part ConstructInfo::*part, Part value) {
        info.*part = std::move(value);
        return *this;
    }
};

constexpr std::string_view as_declared = "loop::declared";
constexpr std::string_view no_data = "nullptr";
constexpr std::string_view as_before = "std::nullopt";

constexpr Parameter library{"LIBRARY", Kind::Library, "loop::Library::own"};
constexpr Parameter from{"FROM", Kind::Pointer, no_data};
constexpr Parameter into{"INTO", Kind::Pointer, no_data};
constexpr Parameter common_size{"SIZE", Kind::Bytes, {}, "size"};
constexpr Parameter distance{"DISTANCE", Kind::Distance, {}, "distance"};
constexpr Parameter partners{"PARTNERS", Kind::Partners, {}, "number of partners"};
constexpr bool synchronizes = true;
constexpr Parameter seconds{"SECONDS", Kind::Seconds, "", "number of seconds", synchronizes};
constexpr Parameter warm_up{"WARMUP", Kind::Count, "0", "number of warm-up passes", synchronizes};
constexpr Parameter threads{"THREADS", Kind::Threads, "loop::no_threads"};
constexpr Parameter handle{"HANDLE", Kind::Handle};
constexpr Parameter name{"NAME", Kind::Text, R"("")"};
constexpr Parameter key{"KEY", Kind::Number, "loop::no_key"};

constexpr Parameter slot{"SIZE", Kind::Blocks, {}, "size"};
constexpr Parameter root{"ROOT", Kind::Rank, "0", "root"};
constexpr Parameter operation{"OP", Kind::Op, "loop::Op::sum"};
constexpr Parameter element{"TYPE", Kind::Element, "loop::Element::Double"};
constexpr Parameter data{"DATA", Kind::Pointer, no_data};

/// The arguments of constructs whose pairs are a function of the rank.
const std::vector<Parameter> pair_arguments{{"SIZE", Kind::Sizes, {}, "size"},
                                            {"PAIRS", Kind::Pairs, {}, "description of pairs"},
                                            {"IF", Kind::Where, "loop::everywhere", "condition"},
                                            {"COUNT", Kind::Count, "1", "count"},
                                            {"FROM", Kind::Places, no_data},
                                            {"INTO", Kind::Places, no_data}};
/// "Run the benchmark at least three times. If the best two runs agree, you can be reasonably confident."
constexpr int bsp_launches = 3;

/// In the order of the language reference.
std::vector<ConstructInfo> rows() {
    return {
        Row("OPEN0")
            .shaped(Shape::Open)
            .concerns_all()
            .calls("loop::open0")
            .takes({{"NODES", Kind::Address, no_data},
                    {"ME", Kind::Address, no_data},
                    {"HOST", Kind::Address, no_data},
                    {"SIZE", Kind::Address, no_data},
                    {"TRACE", Kind::Count, "loop::usual_trace_records"}}),
        Row("CLOSE0").shaped(Shape::Close).concerns_all().calls("loop::close0"),

        Row("MAT")
            .shaped(Shape::Array)
            .calls("loop::Matrix")
            .takes({{"TYPE", Kind::Type},
                    {"S1", Kind::Count, whole_problem},
                    {"S2", Kind::Count, whole_problem}}),
        Row("VEC")
            .shaped(Shape::Array)
            .calls("loop::Vector")
            .takes({{"TYPE", Kind::Type}, {"S1", Kind::Count, whole_problem}}),
        Row("INIT_ARRAY")
            .calls("loop::init_array")
            .takes({{"ARRAY", Kind::Array}, {"VALUE", Kind::Value, ""}}),

        Row("LOOP")
            .shaped(Shape::Loop)
            .calls("loop::times")
            .by_threads()
            .takes({{"COUNT", Kind::Count, whole_problem}, seconds, warm_up, threads})
            .forms({{"loop::passes", {0, 2}}, {"loop::passes_for", {1, 2}}, {"loop::LoopThreads", {3, 0}}}),
        Row("THREADS").shaped(Shape::Loop).calls("loop::Threads").takes({{"COUNT", Kind::Threads}}),

        Row("MATPROD")
            .calls("loop::matprod")
            .takes({{"C", Kind::Matrix},
                    {"A", Kind::Matrix},
                    {"B", Kind::Matrix},
                    {"N", Kind::Count, as_declared},
                    {"M", Kind::Count, as_declared},
                    {"K", Kind::Count, as_declared},
                    library,
                    threads})
            .agreeing({{{0, 0}, {1, 0}}, {{0, 1}, {2, 1}}, {{1, 1}, {2, 0}}}),
        Row("MATVECPROD")
            .calls("loop::matvecprod")
            .takes({{"Y", Kind::Vector},
                    {"A", Kind::Matrix},
                    {"X", Kind::Vector},
                    {"ROWS", Kind::Count, as_declared},
                    {"COLS", Kind::Count, as_declared},
                    library,
                    threads})
            .agreeing({{{1, 0}, {0, 0}}, {{1, 1}, {2, 0}}}),
        Row("SCALPROD")
            .calls("loop::scalprod")
            .takes({{"RESULT", Kind::Value},
                    {"X", Kind::Vector},
                    {"Y", Kind::Vector},
                    {"N", Kind::Count, as_declared},
                    library,
                    threads})
            .agreeing({{{1, 0}, {2, 0}}}),

        Row("COMMUNICATE")
            .wraps("loop::Communication")
            .calls("loop::communicate")
            .started()
            .by_threads()
            .takes({common_size, distance, partners, from, into}),
        Row("EXCHANGE")
            .calls("loop::exchange")
            .started()
            .by_threads()
            .takes({{"SIZE", Kind::Bytes}, distance, partners, from, into, {"RING", Kind::Flag, "false"}}),
        Row("MULTIBCAST0").calls("loop::multibcast0").started().by_threads().takes({common_size, from, into}),
        Row("MULTIBCAST_ME")
            .calls("loop::multibcast_me")
            .started()
            .by_threads()
            .takes({common_size, from, into}),
        Row("MULTIBCAST_ALTER")
            .calls("loop::multibcast_alter")
            .started()
            .by_threads()
            .takes({common_size, from, into}),
        Row("SEND").wraps("loop::Sending").calls("loop::send").started().by_threads().takes(pair_arguments),
        Row("RELAY")
            .wraps("loop::Relaying")
            .calls("loop::relay")
            .started()
            .local_statement()
            .takes(pair_arguments),
        Row("DEAL")
            .shaped(Shape::Loop)
            .calls("loop::deal")
            .shared_passes()
            .concerns_all()
            .takes({{"COUNT", Kind::Count, {}, "count"},
                    {"BY", Kind::Rank, "0", "dealing rank"},
                    {"GIVE", Kind::Numbered, "8", "size of an answer"},
                    {"RETURN", Kind::Bytes, "8", "size of a result"},
                    {"CHUNK", Kind::Positive, "1", "number of passes of a chunk"}}),
        Row("TREE_BCAST")
            .calls("loop::tree_bcast")
            .started()
            .spreads({"DATA"})
            .takes({{"DATA", Kind::Pointer}, {"SIZE", Kind::Bytes, {}, "number of bytes"}}),
        Row("TREE_COLLECT_VEC").calls("loop::tree_collect_vec").started().takes({{"VECTOR", Kind::Vector}}),
        Row("TREE_DISTRIB_VEC").calls("loop::tree_distrib_vec").started().takes({{"VECTOR", Kind::Vector}}),

        Row("BARRIER").wraps("loop::DuringBarrier").calls("loop::barrier").started(StartRule::Whole),
        Row("BCAST")
            .wraps("loop::DuringBcast")
            .calls("loop::bcast")
            .started(StartRule::Whole)
            .spreads({"DATA"})
            .takes({common_size, root, data}),
        Row("REDUCE")
            .wraps("loop::DuringReduce")
            .calls("loop::reduce")
            .started(StartRule::Whole)
            .takes({common_size, root, operation, element, from, into, data}),
        Row("ALLREDUCE")
            .wraps("loop::DuringAllreduce")
            .calls("loop::allreduce")
            .spreads({"INTO", "DATA"})
            .started(StartRule::Whole)
            .takes({common_size, operation, element, from, into, data}),
        Row("SCAN")
            .wraps("loop::DuringScan")
            .calls("loop::scan")
            .started(StartRule::Whole)
            .takes({common_size, operation, element, from, into, data}),
        Row("EXSCAN")
            .wraps("loop::DuringExscan")
            .calls("loop::exscan")
            .started(StartRule::Whole)
            .takes({common_size, operation, element, from, into, data}),
        Row("GATHER")
            .wraps("loop::DuringGather")
            .calls("loop::gather")
            .started(StartRule::Whole)
            .takes({slot, root, from, into, data}),
        Row("SCATTER")
            .wraps("loop::DuringScatter")
            .calls("loop::scatter")
            .started(StartRule::Whole)
            .takes({slot, root, from, into, data}),
        Row("ALLGATHER")
            .wraps("loop::DuringAllgather")
            .calls("loop::allgather")
            .spreads({"INTO", "DATA"})
            .started(StartRule::Whole)
            .takes({slot, from, into, data}),
        Row("ALLTOALL")
            .wraps("loop::DuringAlltoall")
            .calls("loop::alltoall")
            .started(StartRule::Whole)
            .takes({{"SIZE", Kind::PairBlocks, {}, "size"}, from, into, data}),
        Row("REDUCE_SCATTER")
            .wraps("loop::DuringReduceScatter")
            .calls("loop::reduce_scatter")
            .started(StartRule::Whole)
            .takes({slot, operation, element, from, into, data}),

        Row("START").shaped(Shape::Start).calls("loop::Handle").takes({handle, {"HOLD", Kind::Side, ""}}),
        Row("FINISH").calls("loop::finish").takes({handle}),
        Row("AMONG")
            .chooses("loop::Among")
            .takes(
                {{"VALUE", Kind::Groups, {}, "group"}, {"ORDER", Kind::Order, "loop::as_outside", "order"}}),
        Row("WITH")
            .wraps("loop::With")
            .needs_any()
            .takes({{"ALIGN", Kind::Alignment, as_before},
                    {"OFFSET", Kind::Bytes, as_before},
                    {"INTO_OFFSET", Kind::Bytes, as_before},
                    {"BUFFERS", Kind::Positive, as_before},
                    {"TOUCH", Kind::Flag, as_before},
                    {"MODE", Kind::Mode, as_before},
                    {"ANY_SOURCE", Kind::Flag, as_before, "ANY_SOURCE"},
                    {"PERSISTENT", Kind::Flag, as_before}}),
        Row("VISIBLE_SYNC").concerns_all().calls("loop::visible_sync").started(StartRule::Whole),
        Row("PHASE").wraps("loop::Phase").takes({{"NAME", Kind::Text}}),
        Row("TIMED")
            .wraps("loop::Timed")
            .takes({{"NAME", Kind::Text},
                    {"PER", Kind::Positive, "1"},
                    key,
                    {"RANK", Kind::Rank, "loop::every_rank"}}),
        Row("FLOPS")
            .wraps("loop::Flops")
            .charged()
            .takes({{"COUNT", Kind::Count}, {"BYTES", Kind::Bytes, "0"}}),
        Row("WORK")
            .by_threads()
            .takes({{"SECONDS", Kind::Seconds, ""},
                    {"FLOPS", Kind::Count, ""},
                    {"BYTES", Kind::Bytes, ""},
                    {"IDLE", Kind::Seconds, ""},
                    {"STRIDE", Kind::Positive, "8"},
                    {"RANDOM", Kind::Flag, "false"}})
            .one_of({{"loop::work", {0}},
                     {"loop::work_flops", {1}},
                     {"loop::work_bytes", {2, 4, 5}},
                     {"loop::work_idle", {3}}}),
        Row("UNTIMED").wraps("loop::Untimed").not_measured(),

        Row("APEXMAP")
            .concerns_all()
            .calls("loop::apexmap")
            .takes({{"M", Kind::Count, "0"},
                    {"L", Kind::Positive, "1"},
                    {"ALPHA", Kind::Value, "1"},
                    {"I", Kind::Positive, "1024"},
                    {"N", Kind::Positive, "100"},
                    {"B", Kind::Positive, "16"},
                    {"SMSG", Kind::Positive, "64"},
                    {"NSER", Kind::Positive, "8"},
                    {"VERSION", Kind::Text, R"("async")"},
                    {"COMPUTE", Kind::Text, R"("sum")"},
                    name,
                    {"PREFETCH", Kind::Count, "0"},
                    {"SHIFT", Kind::Flag, "true"},
                    {"WARMUP", Kind::Count, "10"},
                    {"LAST", Kind::Flag, "false"},
                    {"SECONDS", Kind::Value, "0.02"},
                    {"SEED", Kind::Count, "0"},
                    {"STREAMS", Kind::Text, R"("independent")"},
                    {"STYLE", Kind::Text, R"("read")"},
                    {"PAGES", Kind::Text, R"("default")"},
                    {"INTENSITY", Kind::Positive, "1"}}),
        Row("PINGPONG")
            .concerns_all()
            .calls("loop::pingpong")
            .takes({{"LEAST", Kind::Positive, "8"},
                    {"MOST", Kind::Positive, "4194304"},
                    {"PARTNER", Kind::Value, "-1"},
                    {"BATCHES", Kind::Positive, "11"},
                    name}),
        Row("CLUE")
            .concerns_all()
            .calls("loop::clue")
            .takes({{"WIDTH", Kind::Positive},
                    {"HEIGHT", Kind::Count, "0"},
                    {"ITERATIONS", Kind::Positive, "20"},
                    {"TYPE", Kind::Text, R"("float")"},
                    {"NEIGHBOURS", Kind::Text, R"("eight")"},
                    {"EDGES", Kind::Text, R"("rows")"},
                    {"ORDER", Kind::Text, R"("numeric")"},
                    {"UPDATE", Kind::Text, R"("swapped")"},
                    {"INDICES", Kind::Text, R"("direct")"},
                    name,
                    {"SEED", Kind::Value, "1"}}),
        Row("BSPBENCH")
            .concerns_all()
            .calls("loop::bspbench")
            .launched(bsp_launches)
            .takes({{"N", Kind::Positive, "1024"},
                    {"H1", Kind::Positive, "256"},
                    {"H0", Kind::Value, "-1"},
                    {"METHOD", Kind::Text, R"("put")"},
                    {"COMBINE", Kind::Flag, "true"},
                    {"ITERATIONS", Kind::Positive, "100"},
                    {"BATCHES", Kind::Positive, "11"},
                    {"SECONDS", Kind::Value, "0.0005"},
                    {"RELATIONS", Kind::Positive, "512"},
                    name,
                    {"LEVELS", Kind::Flag, "true"},
                    {"ORDER", Kind::Text, R"("random")"},
                    {"REQUESTS", Kind::Flag, "true"}}),
        Row("BSPPROBE")
            .concerns_all()
            .calls("loop::bspprobe")
            .launched(bsp_launches)
            .takes({{"DOT", Kind::Positive, "1048570"},
                    {"MAT", Kind::Positive, "100"},
                    {"WORDS", Kind::Positive, "8192"},
                    {"BLOCK", Kind::Positive, "4"},
                    {"SECONDS", Kind::Value, "0.02"},
                    name}),

        Row("PARAM")
            .shaped(Shape::Param)
            .semicolon_optional()
            .by_text()
            .takes({{"DECLARATION", Kind::Declaration}, {"HELP", Kind::Text}}),
        Row("BUILD")
            .shaped(Shape::Build)
            .semicolon_optional()
            .by_text()
            .takes({{"FLAGS", Kind::Literal, ""}, {"LIBRARIES", Kind::Literal, ""}}),
        Row("RESULT")
            .calls("loop::result")
            .semicolon_optional()
            .by_text()
            .takes({{"NAME", Kind::Text}, {"UNIT", Kind::Text}, {"VALUE", Kind::Number}}),
        Row("SAMPLE")
            .calls("loop::sample")
            .semicolon_optional()
            .by_text()
            .takes({{"NAME", Kind::Text}, {"UNIT", Kind::Text}, {"VALUE", Kind::Number}, key}),
        Row("VERIFY")
            .calls("loop::verify")
            .semicolon_optional()
            .by_text()
            .takes({{"CONDITION", Kind::Value}, {"TEXT", Kind::Text}}),
        Row("REQUIRE")
            .concerns_all()
            .calls("loop::require")
            .semicolon_optional()
            .by_text()
            .takes({{"CONDITION", Kind::Value}, {"TEXT", Kind::Text}}),
        Row("NOTE").calls("loop::note").semicolon_optional().by_text().takes({{"TEXT", Kind::Text}}),
    };
}

} // namespace

const std::vector<ConstructInfo>& construct_table() {
    static const std::vector<ConstructInfo> table = [] {
        std::vector<ConstructInfo> all = rows();
        for (ConstructInfo& row : all)
            row.communicates = !row.is_declaration() && call_info(row.name).role != ConstructRole::Computes;
        return all;
    }();
    return table;
}

} // namespace loop::compiler
