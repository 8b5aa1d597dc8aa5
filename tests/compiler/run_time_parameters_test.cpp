#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

using Names = std::vector<std::string>;

/// The run-time parameters that a program uses; its main function has these statements after `\OPEN0`, which
/// stores the size in `size`.
Names used_by(const std::string& statements) {
    const Compilation compilation = compile({"test.loop", in_main(statements)});
    INFO(render(compilation.diagnostics(), compilation.source()));
    REQUIRE(compilation.ok());
    return compilation.summary().run_time_parameters;
}

Names used_by_file(const std::string& text) {
    return compile({"test.loop", text}).summary().run_time_parameters;
}

/// How many threads the constructs of a program start, which has the parameter `k`.
Names threads_of(const std::string& statements) {
    const Compilation compilation =
        compile({"test.loop", "\\PARAM(int k = 2, \"\")\n" + in_main(statements)});
    INFO(render(compilation.diagnostics(), compilation.source()));
    REQUIRE(compilation.ok());
    return compilation.summary().threads;
}

} // namespace

TEST_CASE("the number of threads is known if it is a number or a parameter", "[uses]") {
    CHECK(threads_of("").empty());
    CHECK(threads_of("\\THREADS (4) { } \\LOOP (9, THREADS: k) { }") == Names{"4", "k"});
    CHECK(threads_of("\\THREADS (k + 1) { } \\THREADS (size) { }") == Names{"", ""});
    CHECK(threads_of("for (int k = 1; k < 4; ++k) \\THREADS (k) { }") == Names{""});
}

TEST_CASE("a program uses the size if it reads the variable of OPEN0", "[uses]") {
    CHECK(used_by("").empty());
    CHECK(used_by("std::puts(\"size\"); // size").empty());
    CHECK(used_by("int n = all.size() + one->size;").empty());
    CHECK(used_by("int n = size / 2;") == Names{"size"});
    CHECK(used_by("f(nodes * size);") == Names{"size"});
    CHECK(used_by("std::vector<int> v(nodes * size);") == Names{"size"});
    CHECK(used_by("int pair[] = {nodes * size};") == Names{"size"});
    CHECK(used_by("if (me > size) f();") == Names{"size"});
    CHECK(used_by("\\EXCHANGE(8 * size, 1, 1);") == Names{"size"});
    CHECK(used_by("\\LOOP (size) { }") == Names{"size"});
    CHECK(used_by_file(
              "int all[4]; int main() { int n, m, h; \\OPEN0(&n, &m, &h, all + 3, 0); \\CLOSE0(); }") ==
          Names{"size"});
}

TEST_CASE("a program uses the size if a construct needs it, or if it is a parameter", "[uses]") {
    CHECK(used_by("\\LOOP { }") == Names{"size"});
    CHECK(used_by("\\LOOP (3) { }").empty());
    CHECK(used_by("\\VEC(double, 3) v;").empty());
    CHECK(used_by("\\VEC(double) v;") == Names{"size"});
    CHECK(used_by("\\PARAM(int size = 3, \"rows\");") == Names{"size"});
    CHECK(used_by("\\LOOP (loop::problem_size()) { }") == Names{"size"});
}

TEST_CASE("a program uses the iterations if it names them", "[uses]") {
    CHECK(used_by("\\LOOP (ITERATIONS) { }") == Names{"iterations"});
    CHECK(used_by("int n = loop::iterations();") == Names{"iterations"});
    CHECK(used_by("\\PARAM(int iterations = 3, \"steps\");") == Names{"iterations"});
    CHECK(used_by("// no iterations").empty());
}
