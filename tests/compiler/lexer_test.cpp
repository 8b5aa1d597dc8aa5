#include "compiler/lex/code.h"
#include "compiler/parse/lexer.h"

#include <catch2/catch.hpp>

#include <string>

using namespace loop::compiler;

namespace {

/// The tokens of a text, those of constructs with a `!`, separated by blanks.
std::string tokens(const std::string& text) {
    const Source source("test.loop", text);
    std::string all;
    for (const Token& token : lex(source).tokens)
        all += (token.kind == Token::Kind::Construct ? "!" : "") +
               std::string(text, token.begin, token.end - token.begin) + " ";
    return all;
}

std::size_t open_texts(const std::string& text) {
    const Source source("test.loop", text);
    return lex(source).open_texts.size();
}

} // namespace

TEST_CASE("backslashes that begin no construct", "[lexer]") {
    CHECK(tokens("a\\u00e9b \\U0001F600") == "a \\ u00e9b \\ U0001F600 ");
    CHECK(tokens("\"\\A\" '\\B' R\"x(\\C)x\" u8R\"(\\D)\"") == "\"\\A\" '\\B' R\"x(\\C)x\" u8R\"(\\D)\" ");
    CHECK(tokens("// \\A \\\n \\B\n/* \\C */ # \\D \\\n \\E /* \n \\F */\nx") == "x ");
    CHECK(tokens("\\\nx \\\r\ny \\") == "x y \\ ");
    CHECK(tokens("\\A(# 1)\n#define B \\C(\nd") == "!\\A ( # 1 ) d ");
}

TEST_CASE("in pieces of code, `#` begins no directive", "[lexer]") {
    std::string all;
    const Lexed lexed = lex_code("#define A(b) #b ## \"c\" // d\n\\E");
    const Code code(lexed);
    for (const Token& token : code)
        all += std::string(code.word(token)) + " ";
    CHECK(all == "# define A ( b ) # b # # \"c\" \\E ");
    CHECK(flatten(code) == "#define A(b) #b ## \"c\" \\E");
    CHECK(code.behind_brackets(3) == 6);
    CHECK(code.behind_brackets(5) == 6);
    CHECK(code.part(3, 5).behind_brackets(0) == 2);
    CHECK(code.word(code.size()).empty());
}

TEST_CASE("comments are known, also one that is not closed", "[lexer]") {
    const auto comments = [](std::string_view text) {
        std::string all;
        for (const Range comment : lex_code(text).comments)
            all += std::string(text.substr(comment.begin, comment.size())) + "|";
        return all;
    };
    CHECK(comments("a / b // c \\\n d\n/* e */ \"// f\" /**/ R\"(/* g */)\"") == "// c \\\n d|/* e */|/**/|");
    CHECK(comments("a /* b\n// c") == "/* b\n// c|");
    CHECK(comments("\\A(\"b // c\n) // d") == "// c|// d|");
}

TEST_CASE("texts that are not closed", "[lexer]") {
    CHECK(tokens("\"a \\A(\nb") == "\"a \\A( b ");
    CHECK(tokens("\\A(\"a, b) c") == "!\\A ( \" a , b ) c ");
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
    CHECK(lexed.directives.size() == 9);
    CHECK(lexed.comments.size() == 2);
    CHECK(lexed.directive_words == std::vector<std::string_view>{"D", "e", "omp", "x", "F", "don", "t", "I"});
    REQUIRE(lexed.directive_constructs.size() == 1);
    CHECK(source.text(lexed.directive_constructs[0]) == "\\G");
    REQUIRE(lexed.conditional_lines.size() == 3);
    CHECK(source.text(lexed.conditional_lines[0].range) == "#if F");
    CHECK(source.text(lexed.conditional_lines[1].range) == "#elif /*\n*/ R\"(H\n)\" I");
    CHECK(lexed.conditional_lines[2].kind == ConditionalLine::Kind::End);
}

TEST_CASE("raw strings end at their tag", "[lexer]") {
    CHECK(tokens("R\"a()b\" )\" )a\" x") == "R\"a()b\" )\" )a\" x ");
    CHECK(tokens("LR\"(\n)\"u8R\"((\")\"y") == "LR\"(\n)\" u8R\"((\")\" y ");
    CHECK(tokens("xR\"(a)\"") == "xR \"(a)\" ");
    CHECK(tokens("R\"a b(c)a b\"") == "R \"a b(c)a b\" ");
}

TEST_CASE("bytes beyond ASCII are letters, but typographic quotes are tokens", "[lexer]") {
    CHECK(tokens("a\u00e9\xff\xe2z \u201cb\u201d") == "a\u00e9\xff\xe2z \u201c b \u201d ");
    CHECK(tokens("\xef\xbb\xbfx") == "x ");
}
