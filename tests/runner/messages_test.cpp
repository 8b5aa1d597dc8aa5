#include "runner/build/compiler_messages.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

namespace {

const loop::compiler::Source source("a.loop", "int x = y;\n  \\VERIFY(z, \"t\");\n");
const std::string emitted =
    "#include <loop/loop.h>\n#line 1 \"a.loop\"\nint x = y;\n  loop::verify(z, \"t\");\n";

} // namespace

TEST_CASE("a message of the C++ compiler gets the line of the .loop file", "[messages]") {
    CHECK(with_source_lines("a.loop:1:9: error: no y\n", source, emitted) ==
          "a.loop:1:9: error: no y\n    1 | int x = y;\n      |         ^\n");
}

TEST_CASE("there is no caret if the column refers to the C++", "[messages]") {
    CHECK(with_source_lines("a.loop:2:16: error: no z\n", source, emitted) ==
          "a.loop:2:16: error: no z\n    2 |   \\VERIFY(z, \"t\");\n");
}

TEST_CASE("an error inside a header begins with the line that caused it", "[messages]") {
    const std::string rest = "h.h: In instantiation of 'f<int>':\n"
                             "a.loop:2:16:   required from here\n"
                             "h.h:7:3: error: static assertion failed: a sentence\n";
    CHECK(with_source_lines(rest, source, emitted) ==
          "a.loop:2:16: error: static assertion failed: a sentence\n    2 |   \\VERIFY(z, \"t\");\n" + rest);
    const std::string warning = "a.loop:2:16:   required from here\nh.h:7:3: warning: w\n";
    CHECK(with_source_lines(warning, source, emitted) == warning);
}

TEST_CASE("other lines stay unchanged", "[messages]") {
    for (const std::string text :
         {"a.loop: In function 'int main()':\n", "b.loop:1:9: error: x\n", "a.loop:99:1: error: x\n",
          "a.loop:1:9: remark\n", "a.loop:x:9: error: y\n", "a.loop:99999999999:1: error: y\n", "\n"})
        CHECK(with_source_lines(text, source, emitted) == text);
}
