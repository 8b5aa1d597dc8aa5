#include "bench/disturbance.h"

#include <catch2/catch.hpp>

using namespace bench;

TEST_CASE("a machine is disturbed if a process waits for its core", "[disturbance]") {
    CHECK_FALSE(is_disturbed({0.04, 1, 2, 2, 0}));
    CHECK(is_disturbed({0.06, 1, 2, 2, 0}));
    CHECK_FALSE(is_disturbed({0.06, 1, 4, 2, 0})); // more processes than cores wait for each other
    CHECK(is_disturbed({0, 1, 2, 2, 6}));
    CHECK(is_disturbed({0, 1, 4, 2, 6}));
}

TEST_CASE("a disturbed machine is told with its numbers", "[disturbance]") {
    CHECK(machine_text({0.5, 2, 2, 2, 1.25}) ==
          "disturbed: in 2.0 s, a process waited 25.0 % of the time for a core; the host took 1.2 %");
    CHECK(machine_text({0, 2, 2, 2, 0}) ==
          "machine: in 2.0 s, a process waited 0.0 % of the time for a core; the host took 0.0 %");
    CHECK(machine_text({1, 2, 3, 2, 0}) ==
          "machine: in 2.0 s, a process waited 50.0 % of the time for a core, with more of them than cores; "
          "the host took 0.0 %");
}
