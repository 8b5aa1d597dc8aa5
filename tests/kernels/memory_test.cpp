#include "session/caches.h"
#include "session/memory.h"

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include <cstdlib>

using loop::runtime::available_memory_bytes;
using loop::runtime::beyond;
using loop::runtime::level_of;

TEST_CASE("available memory is above 0, and at most the existing memory") {
    const double bytes = available_memory_bytes();
    CHECK(bytes > 1e6);
    CHECK(bytes < 1e15);
}

// The address sanitizer needs more address space than the limit.
#ifndef __SANITIZE_ADDRESS__
TEST_CASE("the address space limit counts, less what is in use") {
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
    const rlimit lower{std::size_t{8} << 30, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_AS, &lower) == 0);
    const double limited = available_memory_bytes();
    CHECK(limited < 8589934592.0);
    const std::size_t bytes = std::size_t{1} << 28;
    void* const taken = std::malloc(bytes);
    REQUIRE(taken != nullptr);
    CHECK(available_memory_bytes() <= 8589934592.0 - static_cast<double>(bytes));
    std::free(taken);
    setrlimit(RLIMIT_AS, &before);
}
#endif

TEST_CASE("data stay in the first cache that holds them, and in memory from 12 times the last cache on") {
    const std::vector<double> caches{32e3, 1e6, 8e6};
    CHECK(level_of(32e3, caches) == "L1 cache");
    CHECK(level_of(32e3 + 8, caches) == "L2 cache");
    CHECK(level_of(8e6, caches) == "L3 cache");
    CHECK(level_of(8e6 + 8, caches) == "L3 cache and memory");
    CHECK(level_of(96e6 - 8, caches) == "L3 cache and memory");
    CHECK(level_of(96e6, caches) == "memory");
    CHECK(beyond(caches) == 96e6);
}

TEST_CASE("without an L3 cache the L2 cache is the last one; unknown caches have no level") {
    CHECK(level_of(5e6, {32e3, 1e6, 0}) == "L2 cache and memory");
    CHECK(beyond({32e3, 1e6, 0}) == 12e6);
    CHECK(level_of(1, {0, 0, 0}).empty());
    CHECK(beyond({0, 0, 0}) == 0);
}
