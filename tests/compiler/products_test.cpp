// Products of ints in sizes and counts: they are computed with 64 bits.
#include "compiler/check/products.h"
#include "compiler/parse/lexer.h"
#include "support.h"

#include <loop/wide.h>

#include <catch2/catch.hpp>

#include <climits>
#include <memory>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

std::string widened(std::string_view code) {
    const Lexed lexed = lex_code(code);
    return loop::compiler::widened(Code(lexed));
}

} // namespace

TEST_CASE("products that may not fit in an int are widened", "[products]") {
    CHECK(widened("24 * n") == "loop::wide * 24 * n");
    CHECK(widened("n*n") == "loop::wide * n*n");
    CHECK(widened("header + 8 * n") == "header + loop::wide * 8 * n");
    CHECK(widened("8 * n - 4 * m") == "loop::wide * 8 * n - loop::wide * 4 * m");
    CHECK(widened("n / 2 * n") == "loop::wide * n / 2 * n");
    CHECK(widened("(n * n) * 8") == "(loop::wide * n * n) * 8");
    CHECK(widened("(a + b) * c") == "loop::wide * (a + b) * c");
    CHECK(widened("-n * m") == "loop::wide * -n * m");
    CHECK(widened("*p * n") == "loop::wide * *p * n");
    CHECK(widened("1 << k") == "loop::wide * 1 << k");
    CHECK(widened("a.b[i * 2].size() * v[3]") == "loop::wide * a.b[i * 2].size() * v[3]");
    CHECK(widened("p->size * n") == "loop::wide * p->size * n");
    CHECK(widened("::size * n") == "loop::wide * ::size * n");
    CHECK(widened("k > 0 ? n * n : 8 * n") == "k > 0 ? loop::wide * n * n : loop::wide * 8 * n");
    CHECK(widened("a < b ? 8 * n : 0") == "a < b ? loop::wide * 8 * n : 0");
    CHECK(widened("{8 * n, 16 * n}") == "{loop::wide * 8 * n, loop::wide * 16 * n}");
    CHECK(widened("(double) (n * n)") == "(double) (loop::wide * n * n)");
    CHECK(widened("(int) x * n") == "loop::wide * (int) x * n");
    CHECK(widened("static_cast<int>(x) * n") == "loop::wide * static_cast<int>(x) * n");
    CHECK(widened("int(x) * n") == "loop::wide * int(x) * n");
    CHECK(widened("n++ * m") == "loop::wide * n++ * m");
    CHECK(widened("/* bytes */ 8 * n // each") == "loop::wide * 8 * n");
}

TEST_CASE("products that are wide anyway, or fit, stay as they are", "[products]") {
    for (const char* same : {"n",
                             "n + m",
                             "n / 2",
                             "n % 8",
                             "2.0 * n",
                             "n * 1e-3",
                             "8LL * n",
                             "8ul * n * n",
                             "sizeof(double) * n",
                             "n * sizeof(int)",
                             "(double) n * n",
                             "(std::size_t) n * n",
                             "static_cast<long long>(n) * n",
                             "std::size_t(n) * n",
                             "double(n) * n",
                             "1024 * 1024",
                             "1 << 20",
                             "0x10 * 1'000",
                             "-2 * 3",
                             "\"a * b\"",
                             "'a'",
                             "",
                             "{}",
                             "-0.5 * (n - 1)"})
        CHECK(widened(same) == same);
    CHECK(widened("1024 * 1024 * 1024 * 4") == "loop::wide * 1024 * 1024 * 1024 * 4");
    CHECK(widened("1 << 40") == "loop::wide * 1 << 40");
    CHECK(widened("4 << 20 << 20") == "loop::wide * 4 << 20 << 20");
}

TEST_CASE("code that may mean something other than a product stays as it is", "[products]") {
    for (const char* same : {"f(a * b)",
                             "std::max(a * b, c)",
                             "v[a * b]",
                             "f<a * b>(c)",
                             "std::max<int>(a * b, c) * 2",
                             "[&] { return a * b; }()",
                             "n * [&] { return a * b; }()",
                             "(T *) p",
                             "(const T * const) p",
                             "(char **) p",
                             "*p",
                             "&a",
                             "a and b * c",
                             "n *= 2",
                             "n <<= 2",
                             "new int * n",
                             "R\"(a * b)\"",
                             "T{a * b}",
                             "sizeof(T *)",
                             "decltype(a * b){}",
                             "(a * b",
                             "a * b)",
                             "a *",
                             "(int (*)(int)) f",
                             "n * std::vector<std::vector<int>>{}.size()"})
        CHECK(widened(same) == same);
    const std::string deep = std::string(900, '(') + "n * n" + std::string(900, ')');
    CHECK(widened(deep) == std::string(900, '(') + "loop::wide * n * n" + std::string(900, ')'));
}

TEST_CASE("products in sizes, counts, and numbers of each construct are widened", "[products]") {
    const auto has = [](const std::string& construct, const std::string& cxx) {
        INFO(emitted(in_main(construct)));
        return emitted(in_main(construct)).find(cxx) != std::string::npos;
    };
    CHECK(has("\\FLOPS(2.0 * size, BYTES: 24 * size) {}", "flops_1(2.0 * size, loop::wide * 24 * size)"));
    CHECK(has("\\WORK(FLOPS: size * size);", "loop::work_flops(loop::wide * size * size)"));
    CHECK(has("\\LOOP (size * size) {}", "loop::times(loop::wide * size * size)"));
    CHECK(has("\\VEC(double, S1: size * size) v;", "v((loop::wide * size * size))"));
    CHECK(has("\\COMMUNICATE(8 * size, 1, 1);", "loop::communicate(loop::wide * 8 * size, 1, 1)"));
    CHECK(has("\\SEND(8 * size, r -> r + 1);", "loop::send(loop::wide * 8 * size, "));
    CHECK(has("\\SEND({8 * size, 4 * size}, r -> {r + 1, r + 2});",
              "loop::send({loop::wide * 8 * size, loop::wide * 4 * size}, "));
    CHECK(has("\\SEND(r -> 8 * size * r, r -> r + 1);", "{ return loop::wide * 8 * size * r; }"));
    CHECK(has("\\ALLTOALL((r, s) -> 8 * size);", "{ return loop::wide * 8 * size; }"));
    CHECK(has("\\RESULT(\"moved\", \"B\", 24 * size)", "24 * size"));
    CHECK(has("\\RESULT(\"moved\", \"B\", 24 * size)", "loop::wide * 24 * size"));
    CHECK(has("\\SAMPLE(\"moved\", \"B\", 24 * size)", "loop::wide * 24 * size"));
    CHECK(has("\\SEND(8, r -> 2 * r);", "{ return 2 * r; }")); // ranks fit in an int
    CHECK(has("\\VERIFY(7 * size == 0, \"x\")", "loop::verify(7 * size == 0, "));
}

TEST_CASE("the first operand of a widened product has 64 bits, or stays as it is", "[products]") {
    using loop::wide;
    const int n = 100'000'000;
    static_assert(wide * 24 * 100'000'000 == 2'400'000'000);
    CHECK(wide * 24 * n == 2'400'000'000);
    CHECK(wide * 24u * n == 2'400'000'000);
    CHECK((wide * 1 << 40) == 1LL << 40);
    CHECK(wide * -n * 100 == -10'000'000'000);
    enum { doubles = 1000 };
    CHECK(wide * doubles * n == 100'000'000'000);
    struct Bits {
        unsigned few : 4;
    } bits{15};
    CHECK(wide * bits.few * n == 1'500'000'000);
    CHECK(std::is_same<decltype(wide * 0.5f * n), float>::value);
    CHECK(std::is_same<decltype(wide * 1ul), unsigned long>::value);
    struct Own {
        std::unique_ptr<int> held;
        int operator*(int other) const { return other; }
    };
    Own own;
    CHECK(wide * own * 5 == 5);
    CHECK(wide * Own() * 5 == 5);
    CHECK(sizeof(wide * 1ll * 2) == 8);
}
