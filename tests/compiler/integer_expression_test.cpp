// Integer expressions, as far as editors show their values.
#include "compiler/parse/lexer.h"
#include "compiler/service/integer_expression.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;

TEST_CASE("integer expressions have the values of C++", "[format]") {
    const std::map<std::string_view, long long> names{{"n", 7}, {"zero", 0}};
    const auto value = [&](std::string_view text) {
        const Lexed lexed = lex_code(text);
        return integer_value(Code(lexed), names);
    };
#define SAME_AS_CXX(expression) CHECK(value(#expression) == static_cast<long long>(expression))
    const long long n = 7;
    SAME_AS_CXX(1 + 2 * 3 - 4 / 3 % 2);
    SAME_AS_CXX((1 + 2) * 3);
    SAME_AS_CXX(-n + +n - -3);
    SAME_AS_CXX(-7 / 2 + -7 % 2);
    SAME_AS_CXX(n > 3 ? n < 5 ? 1 : 2 : 3);
    SAME_AS_CXX(1 << 3 >> 1);
    CHECK(value("n == 7 && n != 8 || n <= 1") == 1);
    CHECK(value("(n & 3) | 8 ^ 1") == 11);
    SAME_AS_CXX(!n + !0);
    SAME_AS_CXX(8LL * 1000u /* a comment */ * n);
#undef SAME_AS_CXX
    for (const char* other :
         {"", "n +", "f(n)", "m", "1.5", "n / zero", "9223372036854775807 + 1", "1 << 63", "010", "0x10",
          "(n", "n)", "a.b", "n = 3", "\"1\"", "1, 2", "n ? 1", "--n", "n--"})
        CHECK(!value(other));
    CHECK(value("zero ? 1 / zero : 2") == 2);
    CHECK(!value(std::string(10000, '(')));
    CHECK(!value(std::string(10000, '-') + "1"));
}
