#include "session/memory.h"

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include <cstdlib>

using loop::runtime::available_memory_bytes;

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
