#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler::tests;

namespace {

bool writes(const std::string& text, const std::string& piece) {
    const std::string cpp = emitted(text);
    INFO(cpp);
    return cpp.find(piece) != std::string::npos;
}

} // namespace

TEST_CASE("an array is allocated after the statement that sets its size", "[arrays]") {
    CHECK(writes("int main() { \\VEC(double, S1: rows) v; int nodes, me, host, size, rows; "
                 "\\OPEN0(&nodes, &me, &host, &size, 0); rows = size / nodes; v[0] = 1; \\CLOSE0(); }",
                 "rows = size / nodes; v.allocate(rows); v[0] = 1;"));
    CHECK(writes(
        in_main("int rows; \\MAT(double, rows, 2) m; if (size > 3) rows = 2; else rows = 3; m[0][0] = 1;"),
        "else rows = 3; m.allocate(rows, 2); m[0][0] = 1;"));
    CHECK(writes(in_main("int n; \\VEC(double, S1: n) w; scanf(\"%d\", &n); w[0] = 2;"),
                 "&n); w.allocate(n); w[0] = 2;"));
    CHECK(writes(in_main("int n(3), m{4}; \\VEC(double, S1: n + m) w;"), "w((n + m));"));
    CHECK(writes(in_main("\\VEC(double, S1: n) w; { int n = 3; } int n = 4;"), "int n = 4; w.allocate(n);"));
    CHECK(writes(in_main("for (int k = 1; k < 3; ++k) { \\VEC(double, S1: k) w; }"), "w(k);"));
    CHECK(writes(in_main("\\LOOP (3) k { \\VEC(double, S1: k) w; }"), "w(k);"));
}

TEST_CASE("names in other functions and types do not affect a size", "[arrays]") {
    for (const std::string before :
         {"static void relax(double* x, int rows) { x[0] = rows; }\n", "struct S { int rows; };\n",
          "int f(int rows);\n", "void g() { int rows = 3; }\n",
          "template <typename T> T h(T rows) { return rows; }\n"}) {
        INFO(before);
        CHECK(writes(before + "int main() { \\VEC(double, S1: rows) v; int nodes, me, host, size; "
                              "\\OPEN0(&nodes, &me, &host, &size, 0); int rows = size; \\CLOSE0(); }",
                     "int rows = size; v.allocate(rows);"));
    }
    for (const std::string before :
         {"static const int rows = 3;\n", "enum { rows = 3 };\n", "#define rows 3\n"}) {
        INFO(before);
        CHECK(writes(before + in_main("\\VEC(double, S1: rows) v;"), "v(rows);"));
    }
    CHECK(writes("void step(int rows) { \\VEC(double, S1: rows) v; v[0] = 1; }\n", "v(rows);"));
    CHECK(writes("struct Box { int rows; void step() { \\VEC(double, S1: rows) v; v[0] = 1; } };\n",
                 "v(rows);"));
    CHECK(writes("template <int rows> void step() { \\VEC(double, S1: rows) v; v[0] = 1; }\n", "v(rows);"));
}

TEST_CASE("supplied names are not unknown sizes", "[arrays]") {
    const std::string text =
        "#include <math.h>\n" + in_main("\\VEC(double, S1: sqrt(size)) v; \\VEC(double, S1: BUFSIZ) w; "
                                        "\\VEC(double, S1: size_t(size)) x;");
    CHECK(codes(text).empty());
    CHECK(codes(in_main("\\VEC(double, S1: rwos) v;")) == std::vector<std::string>{"unknown-size"});
}

TEST_CASE("an array is visible only in its block", "[arrays]") {
    CHECK(codes(in_main("double s = 0; { \\VEC(double, S1: 3) v; } "
                        "{ \\VEC(double, S1: 4) v; \\VEC(double, S1: 4) w; \\SCALPROD(s, v, w); }"))
              .empty());
    CHECK(
        codes(in_main(
                  "{ \\VEC(double, S1: 3) a; } { \\MAT(double) a; \\MAT(double) b, c; \\MATPROD(c, a, b); }"))
            .empty());
    CHECK(codes(in_main("{ \\VEC(double, S1: 3) v; } \\INIT_ARRAY(v);")) ==
          std::vector<std::string>{"undeclared-array"});
    CHECK(codes(in_main("\\VEC(double, S1: 3) v; { \\VEC(double, S1: 4) v; \\VEC(double, S1: 3) w; "
                        "\\SCALPROD(size, v, w); }")) == std::vector<std::string>{"extents-disagree"});
}

TEST_CASE("types may contain commas", "[arrays]") {
    CHECK(writes(in_main("\\VEC(std::pair<int, double>, S1: 3) v;"),
                 "loop::Vector<std::pair<int, double>> v(3);"));
    CHECK(writes(in_main("\\MAT(TYPE: std::pair<int, std::pair<int, int>>) m;"),
                 "loop::Matrix<std::pair<int, std::pair<int, int>>> m("));
}
