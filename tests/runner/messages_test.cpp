#include "runner/compiler_messages.h"

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

TEST_CASE("no caret where the column belongs to the C++", "[messages]") {
    CHECK(with_source_lines("a.loop:2:16: error: no z\n", source, emitted) ==
          "a.loop:2:16: error: no z\n    2 |   \\VERIFY(z, \"t\");\n");
}

TEST_CASE("other lines stay as they are", "[messages]") {
    for (const std::string text :
         {"a.loop: In function 'int main()':\n", "b.loop:1:9: error: x\n", "a.loop:99:1: error: x\n",
          "a.loop:1:9: remark\n", "a.loop:x:9: error: y\n", "a.loop:99999999999:1: error: y\n", "\n"})
        CHECK(with_source_lines(text, source, emitted) == text);
}
