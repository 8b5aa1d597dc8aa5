#include "compiler/constructs/construct.h"
#include "compiler/parse/lexer.h"
#include "compiler/parse/parse.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <map>
#include <regex>
#include <set>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

ast::File parsed(const Source& source) {
    return parse(lex(source));
}

/// What `--dump-ast` shows of a function with these statements, without places.
std::string heads(const std::string& statements) {
    const Source source("test.loop", "void f() { " + statements + " }");
    return std::regex_replace(ast::dump(parsed(source), source), std::regex("\\d+:\\d+ construct |\n *"),
                              " ");
}

/// A statement, with `{` ... `}` around each of its parts, and `<` ... `>` around what is inside its
/// expression or condition.
std::string shape(const ast::Statement& statement, const Source& source) {
    using Kind = ast::Statement::Kind;
    const std::map<Kind, std::string> kinds{{Kind::Missing, "missing"},
                                            {Kind::Simple, ""},
                                            {Kind::Block, "block"},
                                            {Kind::If, "if"},
                                            {Kind::Loop, "loop"},
                                            {Kind::Switch, "switch"},
                                            {Kind::Try, "try"},
                                            {Kind::Return, "return"},
                                            {Kind::Break, "break"},
                                            {Kind::Continue, "continue"},
                                            {Kind::Construct, "construct"}};
    std::string text = kinds.at(statement.kind);
    if (statement.kind == Kind::Simple) text = std::string(source.text(statement.range));
    for (const ast::Statement& inner : statement.inner)
        text += "<" + shape(inner, source) + ">";
    for (const ast::Statement& part : statement.parts)
        text += "{" + shape(part, source) + "}";
    return text;
}

std::string shapes(const std::string& statements) {
    const Source source("test.loop", "void f() { " + statements + " }");
    std::string all;
    const ast::File file = parsed(source);
    for (const ast::Statement& statement : file.outside.at(0).parts)
        all += (all.empty() ? "" : " ") + shape(statement, source);
    return all;
}

/// The rule of the grammar for constructs of a row.
std::string rule_of(const ConstructInfo& row) {
    switch (row.shape) {
    case Shape::Loop:
        return "LOOP";
    case Shape::Choice:
        return "AMONG";
    case Shape::Start:
        return "START";
    case Shape::Array:
        return "ARRAY";
    case Shape::Region:
        return row.statement() == StatementRule::Optional ? "TRANSFER" : "REGION";
    case Shape::Call:
    case Shape::Param:
    case Shape::Build:
    case Shape::Open:
    case Shape::Close:
        break;
    }
    return row.semicolon_optional ? "NOTE" : "CALL";
}

} // namespace

TEST_CASE("the grammar and the table agree on the constructs", "[parser]") {
    std::map<std::string, std::set<std::string>> expected, seen;
    for (const ConstructInfo& row : construct_table())
        expected[rule_of(row)].insert(std::string(row.name));
    expected["ARRAY"].insert("Mat");
    const std::string grammar = read_file(tests_folder / "../grammar/LoopLexer.g4");
    const std::regex rule(R"(\n([A-Z]+)\s*: '\\\\'?([^;]*);)"), name(R"([A-Za-z_0-9]{3,})");
    for (std::sregex_iterator at(grammar.begin(), grammar.end(), rule), end; at != end; ++at) {
        const std::string names = (*at)[2];
        for (std::sregex_iterator each(names.begin(), names.end(), name); each != end; ++each)
            seen[(*at)[1]].insert(each->str());
    }
    seen.erase("UNIVERSAL_NAME");
    seen.erase("UNKNOWN");
    CHECK(seen == expected);
}

TEST_CASE("a head has a name, arguments, and names", "[parser]") {
    CHECK(heads("\\SEND(x, COUNT: z);") == " \\SEND argument `x` argument COUNT: `z` semicolon `;` ");
    CHECK(heads("\\VEC(x) a, b;") == " \\VEC argument `x` name `a` comma `,` name `b` semicolon `;` ");
    CHECK(heads("\\LOOP (x) i { }") == " \\LOOP argument `x` name `i` ");
    CHECK(heads("\\LOOP i x = 1;") == " \\LOOP name `i` ");
    CHECK(heads("\\LOOP i = 1;") == " \\LOOP ");
    CHECK(heads("\\LOOP f(x);") == " \\LOOP ");
    CHECK(heads("\\WORK(f(x, {y: z}), a::b, (c));") ==
          " \\WORK argument `f(x, {y: z})` argument `a::b` argument `(c)` semicolon `;` ");
    CHECK(heads("\\WORK(x ? y : z);") == " \\WORK argument `x ? y : z` semicolon `;` ");
    CHECK(heads("\\WORK(\\NOTE(1));") == " \\WORK argument `\\NOTE(1)` semicolon `;` ");
    CHECK(heads("\\WORK(1; b") == " \\WORK argument `1` not closed semicolon `;` ");
    CHECK(heads("\\WORK(f(1; \\NOTE(2) }") == " \\WORK argument `f(1; \\NOTE(2)` not closed ");
}

TEST_CASE("functions of the rank have two sides", "[parser]") {
    const auto sides = [](const std::string& argument) {
        const Source source("test.loop", "\\SEND(" + argument + ")");
        const auto arrow = parsed(source).constructs.at(0).list.at(0).arrow;
        if (!arrow) return std::string("none");
        std::string text =
            std::string(source.text(arrow->sender)) + "|" + std::string(source.text(arrow->result));
        if (arrow->first) text += "|" + std::string(source.text(*arrow->second));
        return text;
    };
    CHECK(sides("r -> r + 1") == "r|r + 1");
    CHECK(sides("0 -> {1, 2}") == "0|{1, 2}");
    CHECK(sides("(r, s) -> f(r, s)") == "(r, s)|f(r, s)|s");
    CHECK(sides("(n - 1) -> 0") == "(n - 1)|0");
    CHECK(sides("r -> p->size") == "r|p->size");
    CHECK(sides("r ->") == "r|");
    CHECK(sides("(p->size)") == "none");
    CHECK(sides("a + p->size") == "none");
    CHECK(sides("{0, 1} -> 2") == "none");
}

TEST_CASE("lists have an expression for each message", "[parser]") {
    const auto list = [](const std::string& argument) {
        const Source source("test.loop", "\\SEND(" + argument + ")");
        const auto seen = parsed(source).constructs.at(0).list.at(0).list;
        std::string text = seen ? "" : "none";
        for (const Range& each : seen.value_or(std::vector<Range>{}))
            text += std::string(source.text(each)) + "|";
        return text;
    };
    CHECK(list("{a, f(b, c), {d, e}}") == "a|f(b, c)|{d, e}|");
    CHECK(list("r -> {r - 1, r ? p->x : 0}") == "r - 1|r ? p->x : 0|");
    CHECK(list("FROM: {a,}") == "a|");
    CHECK(list("r -> {}").empty());
    CHECK(list("{a, b}[0]") == "none");
    CHECK(list("{a,, b}") == "none");
    CHECK(list("f({a, b})") == "none");
}

TEST_CASE("the constructs with functions of the rank are those of the grammar", "[parser]") {
    const std::set<ParameterKind> functions{ParameterKind::Pairs,  ParameterKind::Sizes,
                                            ParameterKind::Places, ParameterKind::Blocks,
                                            ParameterKind::Groups, ParameterKind::PairBlocks};
    for (const ConstructInfo& row : construct_table())
        for (const Parameter& parameter : row.parameters)
            if (functions.count(parameter.kind) != 0) {
                const std::string rule = rule_of(row);
                CHECK((rule == "TRANSFER" || rule == "AMONG"));
            }
}

TEST_CASE("statements of C++", "[parser]") {
    CHECK(shapes("a = 1; f(x); ;") == "a = 1; f(x); ;");
    CHECK(shapes("if (a) b(); else if (c) { d; } else e;") == "if{b();}{if{block{d;}}}{e;}");
    CHECK(shapes("for (;;) while (a) do b(); while (c); d;") == "loop{loop{loop{b();}}} d;");
    CHECK(shapes("switch (a) { case b::c: case 1: d; break; default: return; }") ==
          "switch{block{d;}{break}{return}}");
    CHECK(shapes("try { a; } catch (b) { c; } d;") == "try{block{a;}}{block{c;}} d;");
    CHECK(shapes("x: y: a = b ? c : d;") == "a = b ? c : d;");
    CHECK(shapes("auto f = [&] { a; }; b;") == "auto f = [&] { a; };<block{a;}> b;");
    CHECK(shapes("f(g([&] { a; }), {1, 2});") == "f(g([&] { a; }), {1, 2});<block{a;}><block{1, 2}>");
    CHECK(shapes("EACH(a, b) { c; } d;") == "EACH(a, b) { c; }{block{c;}} d;");
    CHECK(shapes("EACH(a) EACH(b) { c; } d;") == "EACH(a) EACH(b) { c; }{block{c;}} d;");
    CHECK(shapes("EACH(a) if (b) c; else d; e;") == "EACH(a) if (b) c; else d;{if{c;}{d;}} e;");
    CHECK(shapes("do EACH(a); while (b); c;") == "loop{EACH(a);} c;");
    CHECK(shapes("f(a) + g(b) * 2; c;") == "f(a) + g(b) * 2; c;");
}

TEST_CASE("the statement of a construct", "[parser]") {
    CHECK(shapes("\\PHASE(\"p\") a; b;") == "construct{a;} b;");
    CHECK(shapes("\\LOOP (3) i \\FLOPS(1) { a; } b;") == "construct{construct{block{a;}}} b;");
    CHECK(shapes("\\SEND(1); \\SEND(1) { a; } b;") == "construct construct{block{a;}} b;");
    CHECK(shapes("\\AMONG(r -> 1) a; else b; c;") == "construct{a;}{b;} c;");
    CHECK(shapes("\\NOTE(1) a;") == "construct a;");
    CHECK(shapes("a \\PHASE(\"p\") b;") == "a construct{b;}");
    CHECK(shapes("a = \\SCALPROD(x, y); b;") == "a = \\SCALPROD(x, y);<construct> b;");
    CHECK(shapes("\\PHASE(\"p\")") == "construct{missing}");
    CHECK(shapes("\\PHASE(\"p\") [[likely]] { a; } b;") == "construct{block{a;}} b;");
    CHECK(shapes("\\PHASE(\"p\") f([&] { \\FLOPS(1) x; }); b;") ==
          "construct{f([&] { \\FLOPS(1) x; });<block{construct{x;}}>} b;");
}

TEST_CASE("the statements of a phase end where docs/grammar.md says", "[parser]") {
    const std::string page = read_file(tests_folder / "../docs/grammar.md");
    const std::regex example(R"(\| `(\\PHASE\("p"\) [^`]*)` \|)");
    std::size_t examples = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), example), end; at != end; ++at, ++examples) {
        const std::string seen = shapes((*at)[1].str() + " next();");
        INFO((*at)[1] << " is " << seen);
        CHECK(std::regex_match(seen, std::regex(R"(construct\{.*\} next\(\);)")));
    }
    CHECK(examples == 9);
}

TEST_CASE("mistakes lose no construct", "[parser]") {
    CHECK(heads("\\WORK](1);") == " \\WORK ");
    CHECK(heads("\\LOOP L\"x\";") == " \\LOOP ");
    CHECK(shapes("if (a) } \\NOTE(1) {") == "if{missing}");
    CHECK(shapes("else \\NOTE(1) catch if a \\NOTE(2) do \\NOTE(3)") ==
          "construct if{a \\NOTE(2)<construct>} loop{construct}");
}

TEST_CASE("long sequences of statements do not nest", "[parser]") {
    std::string calls, chain;
    for (int i = 0; i < 3000; ++i) {
        calls += "ROW(1) ";
        chain += "else if (a) b; ";
    }
    const Source source("test.loop",
                        "void f() { int a[] = {" + calls + "}; if (a) b; " + chain + "\\NOTE(1) }");
    const ast::File file = parsed(source);
    CHECK(!file.too_deep);
    CHECK(file.constructs.size() == 1);
}
