#include <loop/patterns.h>

#include <catch2/catch.hpp>

#include <climits>

using namespace loop::patterns;

TEST_CASE("the chunks of a \\DEAL have all passes, each once and in order") {
    for (int passes = 0; passes <= 40; ++passes)
        for (long long size = 1; size <= 45; ++size) {
            const Chunks chunks{passes, size};
            long long count = 0;
            for (int first = 0; first < passes; first = chunks.end(first)) {
                REQUIRE(chunks.end(first) > first);
                const bool is_last = chunks.end(first) == passes;
                REQUIRE((is_last ? chunks.end(first) - first <= size : chunks.end(first) - first == size));
                ++count;
            }
            REQUIRE(chunks.count() == count);
        }
}

TEST_CASE("the largest numbers do not overflow") {
    CHECK(Chunks{INT_MAX, 1}.count() == INT_MAX);
    CHECK(Chunks{INT_MAX, LLONG_MAX}.count() == 1);
    CHECK(Chunks{INT_MAX, LLONG_MAX}.end(0) == INT_MAX);
    CHECK(Chunks{INT_MAX, 2}.end(INT_MAX - 1) == INT_MAX);
    CHECK(Chunks{INT_MAX, 2}.count() == 1 + INT_MAX / 2);
}
