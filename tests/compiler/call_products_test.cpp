// Products of ints in sizes and counts that the compiler does not widen: it warns of them.
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

/// The hints of the warnings, one per line. All problems of the program must be such warnings.
std::string hints(const std::string& construct) {
    const std::string declarations = "double x = 1; long many = 1; std::size_t wide = 1; unsigned few = 1; "
                                     "std::vector<int> v(9); int n = 1, k = 1;\n";
    const Compilation compilation = compile({"test.loop", in_main(declarations + construct)});
    INFO(render(compilation.diagnostics(), compilation.source()));
    CHECK(compilation.ok());
    std::string all;
    for (const Diagnostic& each : compilation.diagnostics().sorted()) {
        CHECK(each.severity == Severity::Warning);
        CHECK(each.code == "narrow-product");
        all += each.hint + "\n";
    }
    return all;
}

std::string of_bytes(const std::string& argument) {
    return hints("\\BCAST(" + argument + ");");
}

} // namespace

TEST_CASE("products within calls, which may overflow, give a warning", "[call_products]") {
    CHECK(of_bytes("f(4 * n)") == "write `4LL * n`\n");
    CHECK(of_bytes("f(n * n)") == "write `1LL * n * n`\n");
    CHECK(of_bytes("f(1 << k)") == "write `1LL << k`\n");
    CHECK(of_bytes("f(few * n)") == "write `1LL * few * n`\n");
    CHECK(of_bytes("f(4u * n)") == "write `1LL * 4u * n`\n");
    CHECK(of_bytes("f(n /* each */ * n)") == "write `1LL * n * n`\n");
    CHECK(of_bytes("8 + f(g(4 * n) + n * k)") == "write `4LL * n`\nwrite `1LL * n * k`\n");
    CHECK(of_bytes("f(v[2 * n] * 8)") == "write `1LL * v[2 * n] * 8`\n");
    CHECK(of_bytes("std::size_t(4 * n)") == "write `4LL * n`\n");
    CHECK(of_bytes("static_cast<long>(4 * n)") == "write `4LL * n`\n");
    CHECK(of_bytes("std::max<long long>(8, 4 * n)") == "write `4LL * n`\n");
    CHECK(of_bytes("f(1024 * 1024 * 1024 * 4)") == "write `1024LL * 1024 * 1024 * 4`\n");
    CHECK(of_bytes("std::max(8, 4 * n)") ==
          "write `4LL * n`, and `max<long long>`, as the arguments then have different types\n");
    CHECK(hints("\\SEND(r -> f(4 * n * r), r -> r + 1);") == "write `4LL * n * r`\n");
    CHECK(hints("\\LOOP (f(4 * n)) { }") == "write `4LL * n`\n");
}

TEST_CASE("a comment behind a product stays", "[call_products]") {
    const Compilation compilation = compile({"test.loop", in_main("\\BCAST(f(4 * n /* each */));")});
    const std::vector<Diagnostic> all = compilation.diagnostics().sorted();
    REQUIRE(all.size() == 1);
    CHECK(compilation.source().text(all[0].fix->range) == "4 * n");
    CHECK(all[0].fix->text == "4LL * n");
}

TEST_CASE("products in arguments that the compiler does not fully understand give a warning",
          "[call_products]") {
    CHECK(of_bytes("f<int>() * n") == "write `1LL * f<int>() * n`\n");
    CHECK(of_bytes("8 + n * std::get<0>(v)") == "write `1LL * n * std::get<0>(v)`\n");
    CHECK(of_bytes("n < 4 ? 4 * n : k > 8 ? n << k : 1") == "write `4LL * n`\nwrite `1LL * n << k`\n");
    CHECK(of_bytes("f<int>() + p->n * n") == "write `1LL * p->n * n`\n");
    CHECK(of_bytes("f<int>() > 0 && n * k<=8") == "write `1LL * n * k`\n");
    for (const char* silent :
         {"f<int>() * 8LL", "f<int>() * sizeof(int)", "f<int *>(8)", "f<int>() * x", "many * f<int>()",
          "f<int>() + 1024 * 1024", "f<int>() / n", "*f<int>()", "[&]() -> int { return 2 * n; }()"})
        CHECK(of_bytes(silent) == "");
}

TEST_CASE("other products give no warning", "[call_products]") {
    for (const char* silent : {"4 * n",
                               "(4 * n) * 2",
                               "8 * n > (n * n) ? 8 : 16",
                               "f(8LL * n)",
                               "f(2.0 * n)",
                               "f(x * n)",
                               "f(n * many)",
                               "f(wide * n)",
                               "f(sizeof(int) * n)",
                               "f(v.size() * 8)",
                               "f((long) n * 8)",
                               "f(static_cast<long>(n) * 8)",
                               "f(std::size_t(n) * 8)",
                               "f(std::sqrt(n) * 4)",
                               "f(1024 * 1024)",
                               "f(n / 2 + k % 3)",
                               "sizeof(n * n)",
                               "v[2 * n] + v[f(2 * n)]",
                               "v.at(2 * n)",
                               "[&] { return f(2 * n); }()",
                               "[](int m) { return f(2 * m); }(n)",
                               "f([&](int m) { return 2 * m; })",
                               "f(a<n, k * n>(n))",
                               "f(\"4 * n\" /* (4 * n) */)",
                               "f(*v.data())"})
        CHECK(of_bytes(silent) == "");
    CHECK(hints("\\SEND(8, r -> f(2 * r));") == ""); // a rank, not a size
    CHECK(hints("\\VERIFY(f(7 * n) == 0, \"x\")") == "");
}
