#include "comm/node/doorbells.h"

#include <catch2/catch.hpp>

using namespace loop::runtime;

TEST_CASE("there is a doorbell for each pair of ranks of a node") {
    CHECK(doorbells_bytes(1) == 4);
    CHECK(doorbells_bytes(3) == 9 * doorbells_bytes(1));
    CHECK(doorbells_bytes(1024) == std::size_t{4} << 20);
}

TEST_CASE("with more ranks than 1024 on a node there are no doorbells") {
    CHECK(doorbells_bytes(1025) == 0);
}
