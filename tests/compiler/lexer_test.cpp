#include "compiler/parse/lexer.h"

#include <catch2/catch.hpp>

#include <string>

using namespace loop::compiler;

namespace {

char letter(Role role) {
    constexpr std::string_view letters = ".C()L:,NnsPI"; // in the order of Role
    return letters[static_cast<std::size_t>(role)];
}

/// The tokens of a text with a letter of their role, separated by blanks.
std::string roles(const std::string& text) {
    const Source source("test.loop", text);
    std::string all;
    for (const Token& token : lex(source).tokens)
        all += letter(token.role) + std::string(text, token.begin, token.end - token.begin) + " ";
    return all;
}

std::size_t open_texts(const std::string& text) {
    const Source source("test.loop", text);
    return lex(source).open_texts.size();
}

} // namespace

TEST_CASE("a head has a name, arguments, and names", "[lexer]") {
    CHECK(roles("\\A(x, y: z) b, c; d") == "C\\A (( Px ,, Ly :: Pz )) Nb n, Nc s; .d ");
    CHECK(roles("\\A \\B {") == "C\\A C\\B .{ ");
    CHECK(roles("\\A() 3 (4)") == "C\\A (( )) .3 .( .4 .) ");
    CHECK(roles("\\A(f(x, {y: z}), a::b, (c))") ==
          "C\\A (( Pf P( Px P, P{ Py P: Pz P} P) ,, Pa P:: Pb ,, P( Pc P) )) ");
    CHECK(roles("\\A(x ? y : z)") == "C\\A (( Px P? Py P: Pz )) ");
    CHECK(roles("\\A(\\B(1))") == "C\\A (( I\\B P( P1 P) )) ");
    CHECK(roles("\\A(1; b") == "C\\A (( P1 s; Nb ");
}

TEST_CASE("backslashes that begin no construct", "[lexer]") {
    CHECK(roles("a\\u00e9b \\U0001F600") == ".a .\\ .u00e9b .\\ .U0001F600 ");
    CHECK(roles("\"\\A\" '\\B' R\"x(\\C)x\" u8R\"(\\D)\"") == ".\"\\A\" .'\\B' .R\"x(\\C)x\" .u8R\"(\\D)\" ");
    CHECK(roles("// \\A \\\n \\B\n/* \\C */ # \\D \\\n \\E /* \n \\F */\nx") == ".x ");
    CHECK(roles("\\\nx \\\r\ny \\") == ".x .y .\\ ");
    CHECK(roles("\\A(# 1)\n#define B \\C(\nd") == "C\\A (( P# P1 )) .d ");
}

TEST_CASE("texts that are not closed", "[lexer]") {
    CHECK(roles("\"a \\A(\nb") == ".\"a \\A( .b ");
    CHECK(roles("\\A(\"a, b) c") == "C\\A (( P\" Pa ,, Pb )) Nc ");
    CHECK(open_texts("\"a\\\"\nb") == 1);
    CHECK(open_texts("/* /") == 1);
    CHECK(open_texts("/*/") == 1);
    CHECK(open_texts("# /* x") == 1);
    CHECK(open_texts("R\"x(a)\"") == 1);
    CHECK(open_texts("R\"(a)\" /**/ \"b\" 'c' 1'000 // '\n#error don't\n") == 0);
}

TEST_CASE("preprocessor directives", "[lexer]") {
    const Source source("test.loop",
                        "#include \"a.h\"\n# include <b> // c\n#define \\\n D e\n#pragma omp x\n"
                        "#if F\n#error don't \\G\n#elif /*\n*/ R\"(H\n)\" I\n#endif\n#include \u201cj\u201d");
    const Lexed lexed = lex(source);
    CHECK(lexed.tokens.empty());
    CHECK(lexed.open_texts.empty());
    REQUIRE(lexed.includes.size() == 3);
    CHECK((lexed.includes[0].file == "a.h" && lexed.includes[0].quoted && !lexed.includes[0].typographic));
    CHECK((lexed.includes[1].file == "b" && !lexed.includes[1].quoted));
    CHECK((lexed.includes[2].file == "j" && lexed.includes[2].quoted && lexed.includes[2].typographic));
    CHECK(lexed.defined == std::vector<std::string_view>{"D"});
    CHECK(lexed.openmp_pragmas.size() == 1);
    CHECK(lexed.directive_words == std::vector<std::string_view>{"D", "e", "omp", "x", "F", "don", "t", "I"});
    REQUIRE(lexed.directive_constructs.size() == 1);
    CHECK(source.text(lexed.directive_constructs[0]) == "\\G");
    REQUIRE(lexed.conditional_lines.size() == 3);
    CHECK(source.text(lexed.conditional_lines[0].range) == "#if F");
    CHECK(source.text(lexed.conditional_lines[1].range) == "#elif /*\n*/ R\"(H\n)\" I");
    CHECK(lexed.conditional_lines[2].kind == ConditionalLine::Kind::End);
}

TEST_CASE("raw strings end at their tag", "[lexer]") {
    CHECK(roles("R\"a()b\" )\" )a\" x") == ".R\"a()b\" )\" )a\" .x ");
    CHECK(roles("LR\"(\n)\"u8R\"((\")\"y") == ".LR\"(\n)\" .u8R\"((\")\" .y ");
    CHECK(roles("xR\"(a)\"") == ".xR .\"(a)\" ");
    CHECK(roles("R\"a b(c)a b\"") == ".R .\"a b(c)a b\" ");
}

TEST_CASE("bytes beyond ASCII are letters, but typographic quotes are tokens", "[lexer]") {
    CHECK(roles("a\u00e9\xff\xe2z \u201cb\u201d") == ".a\u00e9\xff\xe2z .\u201c .b .\u201d ");
    CHECK(roles("\xef\xbb\xbfx") == ".x ");
}
