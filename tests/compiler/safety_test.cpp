#include "compiler/parse/lexer.h"
#include "compiler/parse/parse.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <random>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

/// The constructs outside arguments that the lexer sees and the parser loses.
std::size_t lost_constructs(const std::string& text) {
    const Source source("hostile.loop", text);
    const Lexed lexed = lex(source);
    const ast::File file = parse(lexed);
    if (file.too_deep) return 0; // reported
    std::size_t expected = 0;
    auto list = lexed.argument_lists.begin();
    for (std::uint32_t at = 0; at < lexed.tokens.size(); ++at) {
        while (list != lexed.argument_lists.end() && list->end <= at)
            ++list;
        const bool in_arguments = list != lexed.argument_lists.end() && list->open < at;
        if (!in_arguments && lexed.tokens[at].kind == Token::Kind::Construct) ++expected;
    }
    return expected - file.constructs.size();
}

/// Compiles, renders diagnostics, and emits if there are no errors; every range must be inside the text.
void survive(const std::string& text) {
    const Compilation compilation = compile({"hostile.loop", text});
    for (const Diagnostic& diagnostic : compilation.diagnostics().sorted()) {
        REQUIRE(diagnostic.range.begin <= text.size());
        REQUIRE(!diagnostic.code.empty());
        REQUIRE(!explain(diagnostic.code).empty());
    }
    render(compilation.diagnostics(), compilation.source());
    compilation.dump_ast();
    compilation.dump_program();
    REQUIRE(lost_constructs(text) == 0);
    if (compilation.ok()) REQUIRE(compilation.emit().size() >= text.size() / 2);
}

std::vector<std::string> corpus() {
    std::vector<std::string> texts;
    const std::filesystem::path tests = LOOP_TESTS;
    for (const char* folder : {"constructs", "diagnostics", "figures"})
        for (const auto& path : loop_files(tests / folder))
            texts.push_back(read_file(path));
    return texts;
}

std::string mutate(std::string text, const std::vector<std::string>& all, std::mt19937& random) {
    static const std::string seasoning[] = {
        "\\",   "{",       "}",        "(",       ")",       "\"",          "'",
        ";",    ",",       ":",        "/*",      "*/",      "//",          "\n",
        "R\"(", "#if 1\n", "#endif\n", "#else\n", "\\LOOP ", "\\EXCHANGE(", "\xe2\x80\x9c",
        "\xff", "1'",      "->",       "::",      "=",       "if (",        "else "};
    const auto at = [&](std::size_t size) { return size == 0 ? 0 : random() % size; };
    for (std::size_t edits = 1 + random() % 6; edits > 0; --edits) {
        const std::size_t where = at(text.size() + 1);
        switch (random() % 5) {
        case 0:
            text.erase(where, 1 + random() % 20);
            break;
        case 1:
            text.insert(where, seasoning[random() % std::size(seasoning)]);
            break;
        case 2:
            text.insert(where, text.substr(at(text.size() + 1), random() % 40));
            break;
        case 3: {
            const std::string& other = all[random() % all.size()];
            text.insert(where, other.substr(at(other.size() + 1), random() % 60));
            break;
        }
        default:
            if (!text.empty()) text[at(text.size())] = static_cast<char>(random() % 256);
        }
    }
    return text;
}

std::string repeated(const std::string& piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i)
        text += piece;
    return text;
}

} // namespace

TEST_CASE("the compiler survives mutated programs", "[safety]") {
    const std::vector<std::string> texts = corpus();
    REQUIRE(texts.size() > 50);
    for (unsigned seed = 1; seed <= 1500; ++seed) {
        std::mt19937 random(seed);
        const std::string text = mutate(texts[random() % texts.size()], texts, random);
        INFO("seed " << seed << "\n" << text);
        survive(text);
    }
}

TEST_CASE("the compiler survives random bytes", "[safety]") {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        std::mt19937 random(seed);
        std::string text(random() % 2000, ' ');
        for (char& c : text)
            c = static_cast<char>(random() % (seed % 2 == 0 ? 256 : 96) + (seed % 2 == 0 ? 0 : 32));
        INFO("seed " << seed);
        survive(text);
    }
}

TEST_CASE("the compiler survives truncated programs", "[safety]") {
    for (const std::string& text : corpus())
        if (text.size() < 1500)
            for (std::size_t length = 0; length < text.size(); ++length)
                survive(text.substr(0, length));
}

TEST_CASE("too deep nesting is reported", "[safety]") {
    const auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
        return codes(in_main("\\LOOP { x = " + repeated(open, depth) + "1" + repeated(close, depth) + "; }"));
    };
    CHECK(nested(990, "(", ")").empty());
    CHECK(nested(1100, "(", ")") == std::vector<std::string>{"nesting-too-deep"});
    CHECK(codes(in_main("int x" + repeated(" = x", 900) + ";")).empty());
    CHECK(codes(in_main("int x" + repeated(" += x", 50000) + ";")) ==
          std::vector<std::string>{"nesting-too-deep"});
    CHECK(codes(in_main(repeated("x = x;", 50000) + "int y[] = {1" + repeated(", [1] = 1", 50000) + "};"))
              .empty());
    CHECK(codes(in_main("\\LOOP " + repeated("if (x) ", 900) + "y();")).empty());
    CHECK(codes(in_main("\\LOOP " + repeated("if (x) ", 2000) + "y();")) ==
          std::vector<std::string>{"nesting-too-deep"});
    CHECK(codes(in_main("\\LOOP " + repeated("if (x) y(); else ", 50000) + "y();")).empty());
    for (const std::string piece : {"(",
                                    "<a(",
                                    "(#if 1\n#endif\n",
                                    "(}",
                                    "[x=",
                                    "=x",
                                    "\\FOO(1);",
                                    "[",
                                    "{",
                                    "\\LOOP (",
                                    "\\LOOP i {",
                                    "#if 1\n",
                                    "\\EXCHANGE(((",
                                    "if (",
                                    "else ",
                                    "do ",
                                    "/*",
                                    "'",
                                    "\"",
                                    "R\"(",
                                    "\\",
                                    "<",
                                    "case ",
                                    "a:",
                                    "\\PHASE(\"x\") ",
                                    "return "}) {
        INFO(piece);
        survive(repeated(piece, 20000));
        survive(in_main(repeated(piece, 20000)));
    }
}

namespace {

std::string numbered(std::size_t count, const std::string& pattern) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        for (char c : pattern)
            c == '#' ? text += number : text += c;
    }
    return text;
}

} // namespace

// Each of these takes a second or two. A step with quadratic time would take minutes and exceed the test's
// time limit (bench/compile_speed measures the throughput).
TEST_CASE("long inputs compile in linear time", "[safety]") {
    survive(in_main("int n = 1;\n" +
                    numbered(20000,
                             "\\VEC(TYPE: double, S1: n + later#) v#;\nint later# = me;\n\\INIT_ARRAY(v#);\n"
                             "if (later# > 0) { \\LOOP (n) i# { n += f(i#); } }\n")));
    survive(numbered(1000000, "a,R\""));
    survive(in_main(numbered(40000, "\\VEC(double, S1: n#) a#;") + numbered(40000, "int n# = #;")));
    survive(in_main(numbered(40000, "\\VEC(double) v#; \\SCALPROD(s, v#, z#);")));
    survive(in_main(numbered(60000, "\\VEC(double, S1: q#) v#;")));
    survive(in_main(numbered(60000, "{ \\VEC(double) v; \\INIT_ARRAY(v); }")));
    survive(in_main("int a[] = {" + numbered(300000, "a#, ") + "};"));
    survive("A::A() : " + numbered(100000, "x#{1}, ") + "last(1) { }\n" + in_main(""));
    survive(numbered(60000, "void f#(int x) { if (x) g(x); }\n") + in_main(""));
    survive(numbered(60000, "\043define M# #\n") + in_main(numbered(60000, "M# x;")));
}
