#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

/// The `\FLOPS` that is proposed for a `\LOOP` with this statement; empty if none is.
std::string proposed(const std::string& statement, const std::string& declarations = {}) {
    const Compilation compilation = compile(
        {"test.loop", in_main("double a[9], b[9], x = 1, y = 2; float f = 1; int n = 9, m = 3, k = 0;\n" +
                              declarations + "\n\\LOOP (10) {" + statement + "}")});
    INFO(render(compilation.diagnostics(), compilation.source()));
    REQUIRE(compilation.ok());
    std::string all;
    for (const Diagnostic& each : compilation.diagnostics().sorted()) {
        CHECK(each.severity == Severity::Remark);
        REQUIRE(each.fix);
        all += each.fix->text;
    }
    return all;
}

} // namespace

TEST_CASE("the operations of counted loops are proposed as \\FLOPS", "[undeclared_flops]") {
    const std::pair<const char*, const char*> loops[] = {
        {"for (int i = 0; i < n; ++i) a[i] = b[i] * x + y;", "2.0 * n"},
        {"for (int i = 2; i <= n; i++) x = x / y;", "1.0 * (n - 1)"},
        {"for (int i = 1; i <= n; i++) x = x / y;", "1.0 * n"},
        {"for (int i = m; i < n; i += 1) x -= y;", "1.0 * (n - m)"},
        {"for (int i = m + 1; i <= n; ++i) x -= y;", "1.0 * (n - (m + 1) + 1)"},
        {"for (int i = 1; i < n + 1; ++i) x -= y;", "1.0 * n"},
        {"for (k = 0; k < 4; ++k) x = (x + 1) * -f;", "8.0"},
        {"for (int i = 0; i < n; ++i) { for (int j = 0; j < m; ++j) { x += a[i] * b[j]; } a[i] = x * y; }",
         "(2.0 * m + 1.0) * n"},
        {"for (int i = 0; i < n; ++i) for (int j = 0; j < m * 2; ++j) a[j] = x * y;", "1.0 * (m * 2) * n"},
        {"for (int i = 0; i < n; ++i) { const double z = x * i, w = 2; y = z - w; }", "2.0 * n"},
        {"for (int i = 0; i < n; ++i) x = n / m * static_cast<double>(m) + (double) k;", "2.0 * n"},
        {"x = x * y;", "1.0"},
    };
    for (const auto& [loop, count] : loops) {
        INFO(loop);
        CHECK(proposed(loop) == "\\FLOPS(" + std::string(count) + ") ");
    }
}

TEST_CASE("where the operations are not certain, nothing is proposed", "[undeclared_flops]") {
    for (const char* loop : {
             "for (int i = 0; i < n; ++i) k = k * 2 + i;",
             "for (int i = 0; i < n; ++i) a[i] = b[i];",
             "for (int i = 0; i < n; ++i) { x = x * y; n = 2; }",
             "for (int i = 0; i < n; ++i) { x = x * y; i += 2; }",
             "for (int i = 0; i < n; ++i) { x = x * y; break; }",
             "for (int i = 0; i != n; ++i) x = x * y;",
             "for (int i = n; i > 0; --i) x = x * y;",
             "for (double z = 0; z < n; ++z) x = x * y;",
             "for (int i = 0; i < x; ++i) x = x * y;",
             "for (int i = 0; i < undeclared; ++i) x = x * y;",
             "for (int i = 0; i < n; ++i) x = x * undeclared;",
             "for (int i = 0; i < n; ++i) x = sin(x) * y;",
             "for (int i = 0; i < n; ++i) k += x;",
             "for (int i = 0; i < n; ++i) *p = *p * x;",
             "for (int i = 0; i < n; ++i) p = p + i;",
             "for (int i = 0; i < n; ++i) x = x * MACRO;",
             "for (int i = 0; i < n; ++i) x = x * twice;",
             "for (int i = 0; i < n; ++i) { x = x * y; \\EXCHANGE(8, 1, 1); }",
             "#if A\nfor (int i = 0; i < n; ++i) x = x * y;\n#endif\n",
             "\\FLOPS(1) { for (int i = 0; i < n; ++i) x = x * y; }",
             "\\FLOPS(n); for (int i = 0; i < n; ++i) x = x * y;",
             "x = sin(x) * y;",
         }) {
        INFO(loop);
        const std::string declarations = "double* p = a;\n#define MACRO 2.0\nauto twice = 2.0;";
        CHECK(proposed(loop, declarations).empty());
    }
}

TEST_CASE("a name means what is declared where it is used", "[undeclared_flops]") {
    const std::string loop = "for (int i = 0; i < n; ++i) z = z * 2;";
    CHECK(proposed(loop, "double z = 1;") == "\\FLOPS(1.0 * n) ");
    CHECK(proposed(loop, "int z = 1;").empty());
    CHECK(proposed(loop, "double w = 1, z = 1;") == "\\FLOPS(1.0 * n) ");
    CHECK(proposed(loop, "int w = 1, z = 1;").empty());
    CHECK(proposed("int z = 1; " + loop, "double z = 1;").empty());
    CHECK(proposed("double z = 1; " + loop, "int z = 1;") == "\\FLOPS(1.0 * n) ");
    CHECK(proposed(loop, "{ double z = 1; }").empty());
}

TEST_CASE("remarks are no problems", "[undeclared_flops]") {
    std::string loops;
    for (int i = 0; i < 30; ++i)
        loops += "for (int i = 0; i < 9; ++i) x = x * 2;\n";
    const std::string text = in_main("double x = 1; \\LOOP (3) {" + loops + "}\n\\EXCHANGE(8, 1, me);");
    const Compilation compilation = compile({"test.loop", text});
    CHECK(compilation.ok());
    CHECK(compilation.diagnostics().sorted().size() == 31);
    const std::string all = render(compilation.diagnostics(), compilation.source());
    CHECK(all.find("warning") != std::string::npos); // although it is the last one
    CHECK(all.find("remark") != std::string::npos);
    const std::string problems =
        render(compilation.diagnostics(), compilation.source(), RenderOptions{false, 20, false});
    CHECK(problems.find("warning") != std::string::npos);
    CHECK(problems.find("remark") == std::string::npos);
    CHECK(problems.find("more") == std::string::npos);
    // Nothing is proposed for a program with mistakes.
    CHECK(codes(in_main("double x = 1; \\LOOP (3) {" + loops + "\\BARIER(); }")) ==
          std::vector<std::string>{"unknown-construct"});
}
