// `loop fmt`: whitespace in the heads of constructs, and nothing else.
#include "compiler/check/check.h"
#include "compiler/format/head_parts.h"
#include "compiler/format/same_code.h"
#include "compiler/parse/lexer.h"
#include "compiler/parse/parse.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <random>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

Compilation compiled(const std::string& text) {
    Compilation compilation = compile({"test.loop", text});
    INFO(text << render(compilation.diagnostics(), compilation.source()));
    REQUIRE(compilation.ok());
    return compilation;
}

/// The laid out text. Also requires that the program stays the same.
std::string formatted(const std::string& text) {
    const Formatted result = format(compiled(text));
    INFO(text);
    REQUIRE(result.broken == "");
    return result.text;
}

/// The body of main, laid out.
std::string body(const std::string& text) {
    const std::string all = formatted(in_main(text));
    const std::string before = in_main("");
    const std::size_t begin = before.find('\n') + 1;
    return all.substr(begin, all.size() - before.size());
}

/// All programs of the checkout that compile.
std::vector<std::string> programs() {
    std::vector<std::string> texts;
    const std::filesystem::path root = tests_folder / "..";
    for (const auto& folder : {root / "workloads", root / "examples", tests_folder})
        for (const auto& path : loop_files(folder)) {
            const std::string text = read_file(path);
            if (compile({path.filename().string(), text}).ok()) texts.push_back(text);
        }
    return texts;
}

/// A gap with other whitespace, which may have line ends.
std::string scattered(const Gap& gap, std::mt19937& random) {
    const auto blank = [&] { return std::string(random() % 3, " \t\n"[random() % 3]); };
    std::string text = blank();
    for (const char c : gap.canonical)
        text += c == ' ' ? " " : blank() + c;
    return text + blank();
}

/// The same program with other whitespace in its heads.
std::string scattered(const std::string& text, std::mt19937& random) {
    const Source source("test.loop", text);
    Diagnostics ignored;
    Lexed lexed = lex(source);
    const ast::File file = parse(lexed);
    const Program program = check(file, std::move(lexed), source, ignored).program;
    std::string result;
    std::size_t at = 0;
    for (std::size_t i = 0; i < program.constructs.size(); ++i)
        for (const Gap& gap : gaps_of(file.constructs[i], program.constructs[i])) {
            REQUIRE(is_plain(gap, source));
            result += source.text({at, gap.range.begin});
            const bool arrow = gap.canonical.find('>') != std::string_view::npos; // one token
            result += arrow ? gap.canonical : scattered(gap, random);
            at = gap.range.end;
        }
    return result.append(text.substr(at));
}

} // namespace

TEST_CASE("heads have one space where the language has one", "[format]") {
    const std::string arrays = "\\VEC(double, 4) x;\n";
    CHECK(body("\\EXCHANGE ( 8,1 ,2 ) ;\n") == "\\EXCHANGE(8, 1, 2);\n");
    CHECK(body("\\SEND(8,r->r+1,IF : r>0);\n") == "\\SEND(8, r -> r+1, IF: r>0);\n");
    CHECK(body("\\LOOP( 3 )i { }\n") == "\\LOOP (3) i { }\n");
    CHECK(body("\\LOOP   i ;\n") == "\\LOOP i ;\n"); // the statement is host code
    CHECK(body("\\MAT( double,S1 :2 , S2:3 )A ,B ;\n") == "\\MAT(double, S1: 2, S2: 3) A, B;\n");
    CHECK(body("\\VERIFY( 1,\"x\" ) ;\n") == "\\VERIFY(1, \"x\");\n");
    CHECK(body("\\VERIFY( 1,\"x\" )\n") == "\\VERIFY(1, \"x\")\n");
    CHECK(body("\\TIMED( \"x\" ) ;\n") == "\\TIMED(\"x\") ;\n"); // so is this one
    CHECK(body("\\BARRIER( );\n") == "\\BARRIER();\n");
    CHECK(body("\\ALLTOALL((r,s)->8 * (r+s) );\n") == "\\ALLTOALL((r,s) -> 8 * (r+s));\n");
    CHECK(formatted("\\PARAM( int n = 3,\"help\" )\n" + in_main("")) ==
          "\\PARAM(int n = 3, \"help\")\n" + in_main(""));
}

TEST_CASE("arguments and host code stay byte for byte", "[format]") {
    CHECK(body("  if( me==0 )x( ) ;\t\\VERIFY( f( 1,2 )&&a [0] , \"a  b\");  // \\EXCHANGE( 1 )\n") ==
          "  if( me==0 )x( ) ;\t\\VERIFY(f( 1,2 )&&a [0], \"a  b\");  // \\EXCHANGE( 1 )\n");
    CHECK(body("\\VERIFY(p->q( 1 ) , \"an arrow of C++\");\n") ==
          "\\VERIFY(p->q( 1 ), \"an arrow of C++\");\n");
}

TEST_CASE("a head that is too long gets lines below its first argument", "[format]") {
    const std::string condition =
        "me >= 0 && me < nodes && nodes > 0 && host == 0 && size > 0 && size < 1000000000";
    CHECK(body("    \\VERIFY(" + condition + ", \"the arguments of the frame are right\");\n") ==
          "    \\VERIFY(" + condition + ",\n            \"the arguments of the frame are right\");\n");
    CHECK(body("    \\VERIFY(" + condition + ",\n \"short\");\n") ==
          "    \\VERIFY(" + condition + ", \"short\");\n");
}

TEST_CASE("the lines of a head fit if the semicolon or brace behind it fits", "[format]") {
    const auto head = [](std::size_t columns) { // `\VERIFY(me, "...")`
        return "\\VERIFY(me, \"" + std::string(columns - 15, 'x') + "\")";
    };
    CHECK(body(head(109) + ";\n") == head(109) + ";\n");
    CHECK(body(head(110) + ";\n").substr(0, 12) == "\\VERIFY(me,\n");
    CHECK(body(head(110) + "\n") == head(110) + "\n");
    const std::string phase = "\\TIMED(\"" + std::string(80, 'x') + "\", PER: 12345678)";
    REQUIRE(phase.size() == 105);
    CHECK(body(phase + " {   }\n") == phase + " {   }\n");
    CHECK(body(" " + phase + "    {   }\n") != " " + phase + "    {   }\n");
}

TEST_CASE("a head far to the right hangs below the begin of its line", "[format]") {
    const std::string before(90, ';');
    CHECK(body(before + "\\EXCHANGE(8 * 1000, 1, 2);\n") ==
          before + "\\EXCHANGE(8 * 1000,\n" + std::string(100, ' ') + "1, 2);\n");
    CHECK(body("  " + before + "\\VERIFY(me >= 0 && me < nodes, \"the rank\");\n") ==
          "  " + before + "\\VERIFY(\n      me >= 0 && me < nodes, \"the rank\");\n");
}

TEST_CASE("columns are characters, and a tab is four", "[format]") {
    const auto check = [](const std::string& before, std::size_t columns) {
        const std::string fits = before + "\\VERIFY(me, \"" + std::string(110 - columns - 16, 'x') + "\");\n";
        CHECK(body(fits) == fits);
        const std::string longer =
            before + "\\VERIFY(me, \"" + std::string(110 - columns - 15, 'x') + "\");\n";
        CHECK(body(longer) != longer);
    };
    check("\t", 4);
    check(" \t", 4);
    check("/*\u00e9\u00e9*/", 6);
}

TEST_CASE("lines below a head that begins behind a tab begin with that tab", "[format]") {
    const std::string text = "\t\\VERIFY(me >= 0, \"" + std::string(90, 'x') + "\");\n";
    CHECK(body(text) == "\t\\VERIFY(me >= 0,\n\t        \"" + std::string(90, 'x') + "\");\n");
}

TEST_CASE("heads with comments, splices, or arguments of several lines keep their lines", "[format]") {
    CHECK(body("\\EXCHANGE( 8 , // bytes\n    1,2 );\n") == "\\EXCHANGE(8 , // bytes\n    1, 2);\n");
    CHECK(body("\\EXCHANGE( /* bytes */ 8 ,1,2 );\n") == "\\EXCHANGE( /* bytes */ 8, 1, 2);\n");
    CHECK(body("\\EXCHANGE(8,\\\n1,2 );\n") == "\\EXCHANGE(8,\\\n1, 2);\n");
    CHECK(body("\\EXCHANGE(8 *\n    9,\n 1,2 );\n") == "\\EXCHANGE(8 *\n    9,\n 1, 2);\n");
}

TEST_CASE("heads in #if keep their lines", "[format]") {
    const std::string text = "#if 1\n\\EXCHANGE(8 ,1,\n2);\n#else\n\\EXCHANGE(8,\n\n1 ,2);\n#endif\n";
    CHECK(body(text) == "#if 1\n\\EXCHANGE(8, 1,\n2);\n#else\n\\EXCHANGE(8,\n\n1, 2);\n#endif\n");
}

TEST_CASE("files with CRLF keep it", "[format]") {
    const std::string argument(60, '1');
    const std::string text = in_main("\\VERIFY(" + argument + ",\"" + argument + "\");\n");
    std::string crlf;
    for (const char c : text)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const std::string result = formatted(crlf);
    CHECK(result.find("1,\r\n        \"1") != std::string::npos);
    for (std::size_t at = 0; (at = result.find('\n', at)) != std::string::npos; ++at)
        CHECK(result[at - 1] == '\r');
}

TEST_CASE("every program of the checkout stays the same program", "[format]") {
    const auto all = programs();
    CHECK(all.size() > 150);
    for (const std::string& text : all)
        formatted(text);
}

TEST_CASE("however a program was laid out before, the result is the same", "[format]") {
    std::mt19937 random(7);
    for (const char* name : {"halo", "tree", "ring", "threads", "latency"}) {
        const std::string text =
            formatted(read_file(tests_folder / ".." / "examples" / (std::string(name) + ".loop")));
        for (int round = 0; round < 20; ++round)
            CHECK(formatted(scattered(text, random)) == text);
    }
}

TEST_CASE("texts are compared piece by piece", "[format]") {
    const auto same = [](std::string_view a, std::string_view b, Comments comments = Comments::Exact) {
        return first_difference(a, b, comments) == std::string_view::npos;
    };
    CHECK(same("a b", "a\n\tb"));
    CHECK(!same("ab", "a b"));
    CHECK(!same("\"a b\"", "\"a  b\""));
    CHECK(!same("R\"(a b)\"", "R\"(a  b)\""));
    CHECK(!same("a // b", "a"));
    CHECK(!same("// a b", "// a  b"));
    CHECK(same("// a b", "//  a  b", Comments::Words));
    CHECK(same("// a b\nx", "// a\n// b\nx", Comments::Words));
    CHECK(!same("// a b\nx", "// a\nx", Comments::Words));
    CHECK(first_difference("a b c", "a  d c") == 3);
}

TEST_CASE("masked heads come back after C++ was laid out", "[format]") {
    const std::string text = in_main("\\LOOP (3) i \\EXCHANGE(8, 1, 2);\n\\LOOP (2) { \\BARRIER(); }\n");
    const HostMask mask = compiled(text).host_mask();
    CHECK(mask.text.find('\\') == std::string::npos);
    CHECK(mask.unmasked(mask.text) == text);
    std::string spread;
    for (const char c : mask.text)
        spread += c == ' ' ? std::string("  ") : std::string(1, c);
    CHECK(first_difference(text, mask.unmasked(spread).value()) == std::string_view::npos);
    CHECK(!mask.unmasked("int main() {}"));
    const std::string alike = in_main("int loop_head_0_ = 0; // loop_head1_1_\n\\BARRIER();\n\\BARRIER();\n");
    const HostMask other = compiled(alike).host_mask();
    CHECK(other.unmasked(other.text) == alike);
}
